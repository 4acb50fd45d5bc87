"""Cities and regions, in ten languages in the order of `lexicon/doings.py`; `/` stands between several names of one.

Most are of Unicode's Common Locale Data Repository (UNICODE-LICENSE in this folder).
"""

__all__ = ["CITIES"]

CITIES = """
Accra|阿克拉|アクラ|아크라|Accra|Accra|Acra|Acra|Accra|Аккра
Algiers|阿尔及尔|アルジェ|알제|Algier|Alger|Argel|Argel|Algeri|Алжир
Cairo|开罗|カイロ|카이로|Kairo|Le Caire|El Cairo|Cairo|Il Cairo|Каир
Casablanca|卡萨布兰卡|カサブランカ|카사블랑카|Casablanca|Casablanca|Casablanca|Casablanca|Casablanca|Касабланка
Dakar|达喀尔|ダカール|다카르|Dakar|Dakar|Dakar|Dakar|Dakar|Дакар
Johannesburg|约翰内斯堡|ヨハネスブルグ|요하네스버그|Johannesburg|Johannesburg|Johannesburgo|Joanesburgo|Johannesburg|Йоханнесбург
Lagos|拉各斯|ラゴス|라고스|Lagos|Lagos|Lagos|Lagos|Lagos|Лагос
Nairobi|内罗毕|ナイロビ|나이로비|Nairobi|Nairobi|Nairobi|Nairóbi|Nairobi|Найроби
Tripoli|的黎波里|トリポリ|트리폴리|Tripolis|Tripoli|Trípoli|Trípoli|Tripoli|Триполи
Tunis|突尼斯|チュニス|튀니스|Tunis|Tunis|Túnez|Túnis|Tunisi|Тунис
Anchorage|安克雷奇|アンカレッジ|앵커리지|Anchorage|Anchorage|Anchorage|Anchorage|Anchorage|Анкоридж
Buenos Aires|布宜诺斯艾利斯|ブエノスアイレス|부에노스 아이레스|Buenos Aires|Buenos Aires|Buenos Aires|Buenos Aires|Buenos Aires|Буэнос-Айрес
Bogotá|波哥大|ボゴタ|보고타|Bogotá|Bogotá|Bogotá|Bogotá|Bogotá|Богота
Caracas|加拉加斯|カラカス|카라카스|Caracas|Caracas|Caracas|Caracas|Caracas|Каракас
Chicago|芝加哥|シカゴ|시카고|Chicago|Chicago|Chicago|Chicago|Chicago|Чикаго
Denver|丹佛|デンバー|덴버|Denver|Denver|Denver|Denver|Denver|Денвер
Detroit|底特律|デトロイト|디트로이트|Detroit|Détroit|Detroit|Detroit|Detroit|Детройт
Edmonton|埃德蒙顿|エドモントン|에드먼턴|Edmonton|Edmonton|Edmonton|Edmonton|Edmonton|Эдмонтон
Halifax|哈利法克斯|ハリファクス|핼리팩스|Halifax|Halifax|Halifax|Halifax|Halifax|Галифакс
Havana|哈瓦那|ハバナ|하바나|Havanna|La Havane|La Habana|Havana|L'Avana|Гавана
Indianapolis|印第安纳波利斯|インディアナポリス|인디애나폴리스|Indianapolis|Indianapolis|Indianápolis|Indianápolis|Indianapolis|Индианаполис
La Paz|拉巴斯|ラパス|라파스|La Paz|La Paz|La Paz|La Paz|La Paz|Ла-Пас
Lima|利马|リマ|리마|Lima|Lima|Lima|Lima|Lima|Лима
Los Angeles|洛杉矶|ロサンゼルス|로스앤젤레스|Los Angeles|Los Angeles|Los Ángeles|Los Angeles|Los Angeles|Лос-Анджелес
Mexico City|墨西哥城|メキシコシティー|멕시코 시티|Mexiko-Stadt|Mexico|Ciudad de México|Cidade do México|Città del Messico|Мехико
Montevideo|蒙得维的亚|モンテビデオ|몬테비데오|Montevideo|Montevideo|Montevideo|Montevidéu|Montevideo|Монтевидео
New York/New York City/NYC|纽约/纽约市|ニューヨーク|뉴욕|New York|New York|Nueva York|Nova York|New York|Нью-Йорк
Phoenix|凤凰城|フェニックス|피닉스|Phoenix|Phoenix|Phoenix|Phoenix|Phoenix|Финикс
Recife|累西腓|レシフェ|레시페|Recife|Recife|Recife|Recife|Recife|Ресифи
Santiago|圣地亚哥|サンチアゴ|산티아고|Santiago|Santiago|Santiago de Chile|Santiago|Santiago|Сантьяго
Santo Domingo|圣多明各|サントドミンゴ|산토도밍고|Santo Domingo|Saint-Domingue|Santo Domingo|Santo Domingo|Santo Domingo|Санто-Доминго
São Paulo|圣保罗|サンパウロ|상파울루|São Paulo|São Paulo|São Paulo|São Paulo|San Paolo|Сан-Паулу
Toronto|多伦多|トロント|토론토|Toronto|Toronto|Toronto|Toronto|Toronto|Торонто
Vancouver|温哥华|バンクーバー|벤쿠버|Vancouver|Vancouver|Vancouver|Vancouver|Vancouver|Ванкувер
Winnipeg|温尼伯|ウィニペグ|위니펙|Winnipeg|Winnipeg|Winnipeg|Winnipeg|Winnipeg|Виннипег
Baghdad|巴格达|バグダッド|바그다드|Bagdad|Bagdad|Bagdad|Bagdá|Baghdad|Багдад
Bangkok|曼谷|バンコク|방콕|Bangkok|Bangkok|Bangkok|Bangkok|Bangkok|Бангкок
Beirut|贝鲁特|ベイルート|베이루트|Beirut|Beyrouth|Beirut|Beirute|Beirut|Бейрут
Colombo|科伦坡|コロンボ|콜롬보|Colombo|Colombo|Colombo|Colombo|Colombo|Коломбо
Damascus|大马士革|ダマスカス|다마스쿠스|Damaskus|Damas|Damasco|Damasco|Damasco|Дамаск
Dhaka|达卡|ダッカ|다카|Dhaka|Dhaka|Daca|Dacca|Dacca|Дакка
Dubai|迪拜|ドバイ|두바이|Dubai|Dubaï|Dubái|Dubai|Dubai|Дубай
Ho Chi Minh City|胡志明市|ホーチミン|사이공|Ho-Chi-Minh-Stadt|Hô-Chi-Minh-Ville|Ciudad Ho Chi Minh|Cidade de Ho Chi Minh|Ho Chi Minh|Хошимин
Hong Kong|香港|香港|홍콩|Hongkong|Hong Kong|Hong Kong|Hong Kong|Hong Kong|Гонконг
Jakarta|雅加达|ジャカルタ|자카르타|Jakarta|Jakarta|Yakarta|Jacarta|Giacarta|Джакарта
Jerusalem|耶路撒冷|エルサレム|예루살렘|Jerusalem|Jérusalem|Jerusalén|Jerusalém|Gerusalemme|Иерусалим
Kabul|喀布尔|カブール|카불|Kabul|Kaboul|Kabul|Cabul|Kabul|Кабул
Karachi|卡拉奇|カラチ|카라치|Karatschi|Karachi|Karachi|Karachi|Karachi|Карачи
Kathmandu|加德满都|カトマンズ|카트만두|Kathmandu|Katmandou|Katmandú|Katmandu|Kathmandu|Катманду
Kolkata|加尔各答|コルカタ|콜카타|Kalkutta|Calcutta|Calcuta|Calcutá|Calcutta|Калькутта
Kuala Lumpur|吉隆坡|クアラルンプール|쿠알라룸푸르|Kuala Lumpur|Kuala Lumpur|Kuala Lumpur|Kuala Lumpur|Kuala Lumpur|Куала-Лумпур
Macao|澳门|マカオ|마카오|Macau|Macao|Macao|Macau|Macao|Макао
Manila|马尼拉|マニラ|마닐라|Manila|Manille|Manila|Manila|Manila|Манила
Novosibirsk|新西伯利亚|ノヴォシビルスク|노보시비르스크|Nowosibirsk|Novossibirsk|Novosibirsk|Novosibirsk|Novosibirsk|Новосибирск
Pyongyang|平壤|平壌|평양|Pjöngjang|Pyongyang|Pyongyang|Pyongyang|Pyongyang|Пхеньян
Riyadh|利雅得|リヤド|리야드|Riad|Riyad|Riad|Riade|Riyad|Эр-Рияд
Samarkand|撒马尔罕|サマルカンド|사마르칸트|Samarkand|Samarcande|Samarcanda|Samarcanda|Samarcanda|Самарканд
Seoul|首尔|ソウル|서울|Seoul|Séoul|Seúl|Seul|Seul|Сеул
Shanghai|上海|上海|상하이|Shanghai|Shanghai|Shanghái|Xangai|Shanghai|Шанхай
Taipei|台北|台北|타이베이|Taipeh|Taipei|Taipéi|Taipei|Taipei|Тайбэй
Tashkent|塔什干|タシケント|타슈켄트|Taschkent|Tachkent|Taskent|Tashkent|Tashkent|Ташкент
Tbilisi|第比利斯|トビリシ|트빌리시|Tiflis|Tbilissi|Tiflis|Tbilisi|Tbilisi|Тбилиси
Tehran|德黑兰|テヘラン|테헤란|Teheran|Téhéran|Teherán|Teerã|Teheran|Тегеран
Tokyo|东京|東京|도쿄|Tokio|Tokyo|Tokio|Tóquio|Tokyo|Токио
Ulaanbaatar|乌兰巴托|ウランバートル|울란바토르|Ulaanbaatar|Oulan-Bator|Ulán Bator|Ulan Bator|Ulan Bator|Улан-Батор
Vladivostok|海参崴|ウラジオストク|블라디보스토크|Wladiwostok|Vladivostok|Vladivostok|Vladivostok|Vladivostok|Владивосток
Yangon|仰光|ヤンゴン|랑군|Rangun|Rangoun|Yangón|Rangum|Rangoon|Янгон
Yekaterinburg|叶卡捷琳堡|エカテリンブルグ|예카테린부르크|Jekaterinburg|Ekaterinbourg|Ekaterimburgo|Ecaterimburgo|Ekaterinburg|Екатеринбург
Yerevan|埃里温|エレバン|예레반|Eriwan|Erevan|Ereván|Yerevan|Yerevan|Ереван
Reykjavik|雷克雅未克|レイキャビク|레이캬비크|Reyk­ja­vík|Reykjavik|Reikiavik|Reykjavík|Reykjavík|Рейкьявик
Adelaide|阿德莱德|アデレード|애들레이드|Adelaide|Adélaïde|Adelaida|Adelaide|Adelaide|Аделаида
Brisbane|布里斯班|ブリスベン|브리스베인|Brisbane|Brisbane|Brisbane|Brisbane|Brisbane|Брисбен
Darwin|达尔文|ダーウィン|다윈|Darwin|Darwin|Darwin|Darwin|Darwin|Дарвин
Hobart|霍巴特|ホバート|호바트|Hobart|Hobart|Hobart|Hobart|Hobart|Хобарт
Melbourne|墨尔本|メルボルン|멜버른|Melbourne|Melbourne|Melbourne|Melbourne|Melbourne|Мельбурн
Perth|珀斯|パース|퍼스|Perth|Perth|Perth|Perth|Perth|Перт
Sydney|悉尼|シドニー|시드니|Sydney|Sydney|Sídney|Sydney|Sydney|Сидней
Amsterdam|阿姆斯特丹|アムステルダム|암스테르담|Amsterdam|Amsterdam|Ámsterdam|Amsterdã|Amsterdam|Амстердам
Athens|雅典|アテネ|아테네|Athen|Athènes|Atenas|Atenas|Atene|Афины
Belgrade|贝尔格莱德|ベオグラード|베오그라드|Belgrad|Belgrade|Belgrado|Belgrado|Belgrado|Белград
Berlin|柏林|ベルリン|베를린|Berlin|Berlin|Berlín|Berlim|Berlino|Берлин
Bratislava|布拉迪斯拉发|ブラチスラバ|브라티슬라바|Bratislava|Bratislava|Bratislava|Bratislava|Bratislava|Братислава
Brussels|布鲁塞尔|ブリュッセル|브뤼셀|Brüssel|Bruxelles|Bruselas|Bruxelas|Bruxelles|Брюссель
Bucharest|布加勒斯特|ブカレスト|부쿠레슈티|Bukarest|Bucarest|Bucarest|Bucareste|Bucarest|Бухарест
Budapest|布达佩斯|ブダペスト|부다페스트|Budapest|Budapest|Budapest|Budapeste|Budapest|Будапешт
Copenhagen|哥本哈根|コペンハーゲン|코펜하겐|Kopenhagen|Copenhague|Copenhague|Copenhague|Copenaghen|Копенгаген
Dublin|都柏林|ダブリン|더블린|Dublin|Dublin|Dublín|Dublin|Dublino|Дублин
Helsinki|赫尔辛基|ヘルシンキ|헬싱키|Helsinki|Helsinki|Helsinki|Helsinque|Helsinki|Хельсинки
Istanbul|伊斯坦布尔|イスタンブール|이스탄불|Istanbul|Istanbul|Estambul|Istambul|Istanbul|Стамбул
Kyiv|基辅|キーウ|키예프|Kiew|Kiev|Kiev|Kiev|Kiev|Киев
Lisbon|里斯本|リスボン|리스본|Lissabon|Lisbonne|Lisboa|Lisboa|Lisbona|Лиссабон
Ljubljana|卢布尔雅那|リュブリャナ|류블랴나|Ljubljana|Ljubljana|Liubliana|Liubliana|Lubiana|Любляна
London|伦敦|ロンドン|런던|London|Londres|Londres|Londres|Londra|Лондон
Madrid|马德里|マドリード|마드리드|Madrid|Madrid|Madrid|Madri|Madrid|Мадрид
Minsk|明斯克|ミンスク|민스크|Minsk|Minsk|Minsk|Minsk|Minsk|Минск
Moscow|莫斯科|モスクワ|모스크바|Moskau|Moscou|Moscú|Moscou|Mosca|Москва
Oslo|奥斯陆|オスロ|오슬로|Oslo|Oslo|Oslo|Oslo|Oslo|Осло
Paris|巴黎|パリ|파리|Paris|Paris|París|Paris|Parigi|Париж
Prague|布拉格|プラハ|프라하|Prag|Prague|Praga|Praga|Praga|Прага
Riga|里加|リガ|리가|Riga|Riga|Riga|Riga|Riga|Рига
Rome|罗马|ローマ|로마|Rom|Rome|Roma|Roma|Roma|Рим
Sarajevo|萨拉热窝|サラエボ|사라예보|Sarajevo|Sarajevo|Sarajevo|Sarajevo|Sarajevo|Сараево
Sofia|索非亚|ソフィア|소피아|Sofia|Sofia|Sofía|Sófia|Sofia|София
Stockholm|斯德哥尔摩|ストックホルム|스톡홀름|Stockholm|Stockholm|Estocolmo|Estocolmo|Stoccolma|Стокгольм
Tallinn|塔林|タリン|탈린|Tallinn|Tallinn|Tallin|Tallinn|Tallinn|Таллин
Vienna|维也纳|ウィーン|비엔나|Wien|Vienne|Viena|Viena|Vienna|Вена
Vilnius|维尔纽斯|ヴィリニュス|빌니우스|Vilnius|Vilnius|Vilna|Vilnius|Vilnius|Вильнюс
Warsaw|华沙|ワルシャワ|바르샤바|Warschau|Varsovie|Varsovia|Varsóvia|Varsavia|Варшава
Zagreb|萨格勒布|ザグレブ|자그레브|Zagreb|Zagreb|Zagreb|Zagreb|Zagabria|Загреб
Zurich|苏黎世|チューリッヒ|취리히|Zürich|Zurich|Zúrich|Zurique|Zurigo|Цюрих
Auckland|奥克兰|オークランド|오클랜드|Auckland|Auckland|Auckland|Auckland|Auckland|Окленд
Honolulu|檀香山|ホノルル|호놀룰루|Honolulu|Honolulu|Honolulú|Honolulu|Honolulu|Гонолулу
Beijing|北京|北京|베이징|Peking|Pékin|Pekín|Pequim|Pechino|Пекин
Kyoto|京都|京都|교토|Kyoto|Kyoto|Kioto|Quioto|Kyoto|Киото
Osaka|大阪|大阪|오사카|Osaka|Osaka|Osaka|Osaka|Osaka|Осака
Munich|慕尼黑|ミュンヘン|뮌헨|München|Munich|Múnich|Munique|Monaco|Мюнхен
Hamburg|汉堡|ハンブルク|함부르크|Hamburg|Hambourg|Hamburgo|Hamburgo|Amburgo|Гамбург
Cologne|科隆|ケルン|쾰른|Köln|Cologne|Colonia|Colônia|Colonia|Кёльн
Frankfurt|法兰克福|フランクフルト|프랑크푸르트|Frankfurt|Francfort|Fráncfort|Frankfurt|Francoforte|Франкфурт
Milan|米兰|ミラノ|밀라노|Mailand|Milan|Milán|Milão|Milano|Милан
Florence|佛罗伦萨|フィレンツェ|피렌체|Florenz|Florence|Florencia|Florença|Firenze|Флоренция
Venice|威尼斯|ヴェネツィア|베네치아|Venedig|Venise|Venecia|Veneza|Venezia|Венеция
Naples|那不勒斯|ナポリ|나폴리|Neapel|Naples|Nápoles|Nápoles|Napoli|Неаполь
Barcelona|巴塞罗那|バルセロナ|바르셀로나|Barcelona|Barcelone|Barcelona|Barcelona|Barcellona|Барселона
Geneva|日内瓦|ジュネーブ|제네바|Genf|Genève|Ginebra|Genebra|Ginevra|Женева
Boston|波士顿|ボストン|보스턴|Boston|Boston|Boston|Boston|Boston|Бостон
Seattle|西雅图|シアトル|시애틀|Seattle|Seattle|Seattle|Seattle|Seattle|Сиэтл
Miami|迈阿密|マイアミ|마이애미|Miami|Miami|Miami|Miami|Miami|Майами
Austin|奥斯汀|オースティン|오스틴|Austin|Austin|Austin|Austin|Austin|Остин
San Francisco/SF|旧金山|サンフランシスコ|샌프란시스코|San Francisco|San Francisco|San Francisco|São Francisco|San Francisco|Сан-Франциско
Washington|华盛顿|ワシントン|워싱턴|Washington|Washington|Washington|Washington|Washington|Вашингтон
Hawaii|夏威夷|ハワイ|하와이|Hawaii|Hawaï|Hawái|Havaí|Hawaii|Гавайи
California|加州/加利福尼亚|カリフォルニア|캘리포니아|Kalifornien|Californie|California|Califórnia|California|Калифорния
Florida|佛罗里达|フロリダ|플로리다|Florida|Floride|Florida|Flórida|Florida|Флорида
Texas|得克萨斯/德州|テキサス|텍사스|Texas|Texas|Texas|Texas|Texas|Техас
Bali|巴厘岛|バリ|발리|Bali|Bali|Bali|Bali|Bali|Бали
Guangzhou|广州|広州|광저우|Guangzhou|Canton|Cantón|Cantão|Canton|Гуанчжоу
Shenzhen|深圳|深セン|선전|Shenzhen|Shenzhen|Shenzhen|Shenzhen|Shenzhen|Шэньчжэнь
Hangzhou|杭州|杭州|항저우|Hangzhou|Hangzhou|Hangzhou|Hangzhou|Hangzhou|Ханчжоу
Chengdu|成都|成都|청두|Chengdu|Chengdu|Chengdu|Chengdu|Chengdu|Чэнду
Xi'an|西安|西安|시안|Xi'an|Xi'an|Xi'an|Xi'an|Xi'an|Сиань
Suzhou|苏州|蘇州|쑤저우|Suzhou|Suzhou|Suzhou|Suzhou|Suzhou|Сучжоу
Nanjing|南京|南京|난징|Nanjing|Nankin|Nankín|Nanquim|Nanchino|Нанкин
Tibet|西藏|チベット|티베트|Tibet|Tibet|Tíbet|Tibete|Tibet|Тибет
Yunnan|云南|雲南|윈난|Yunnan|Yunnan|Yunnan|Yunnan|Yunnan|Юньнань
Edinburgh|爱丁堡|エディンバラ|에든버러|Edinburgh|Édimbourg|Edimburgo|Edimburgo|Edimburgo|Эдинбург
Scotland|苏格兰|スコットランド|스코틀랜드|Schottland|Écosse|Escocia|Escócia|Scozia|Шотландия
England|英格兰|イングランド|잉글랜드|England|Angleterre|Inglaterra|Inglaterra|Inghilterra|Англия
Europe|欧洲|ヨーロッパ/欧州|유럽|Europa|Europe|Europa|Europa|Europa|Европа
Asia|亚洲|アジア|아시아|Asien|Asie|Asia|Ásia|Asia|Азия
Africa|非洲|アフリカ|아프리카|Afrika|Afrique|África|África|Africa|Африка
America/USA/United States/US/U.S./the States/United States of America|美国|アメリカ/米国|미국|Amerika/USA/Vereinigte Staaten|Amérique/États-Unis|América/Estados Unidos|América/Estados Unidos/EUA|America/Stati Uniti|Америка/США
Philadelphia/Philly|费城|フィラデルフィア|필라델피아|Philadelphia|Philadelphie|Filadelfia|Filadélfia|Filadelfia|Филадельфия
Las Vegas/Vegas|拉斯维加斯|ラスベガス|라스베이거스|Las Vegas|Las Vegas|Las Vegas|Las Vegas|Las Vegas|Лас-Вегас
New Orleans/NOLA|新奥尔良|ニューオーリンズ|뉴올리언스|New Orleans|La Nouvelle-Orléans|Nueva Orleans|Nova Orleans|New Orleans|Новый Орлеан
"""
