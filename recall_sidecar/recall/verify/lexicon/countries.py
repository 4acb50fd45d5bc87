"""Countries, in ten languages in the order of `lexicon/doings.py`; `/` stands between several names of one.

They are of Unicode's Common Locale Data Repository (UNICODE-LICENSE in this folder).
"""

__all__ = ["COUNTRIES"]

COUNTRIES = """
Afghanistan|阿富汗|アフガニスタン|아프가니스탄|Afghanistan|Afghanistan|Afganistán|Afeganistão|Afghanistan|Афганистан
Albania|阿尔巴尼亚|アルバニア|알바니아|Albanien|Albanie|Albania|Albânia|Albania|Албания
Algeria|阿尔及利亚|アルジェリア|알제리|Algerien|Algérie|Argelia|Argélia|Algeria|Алжир
Andorra|安道尔|アンドラ|안도라|Andorra|Andorre|Andorra|Andorra|Andorra|Андорра
Angola|安哥拉|アンゴラ|앙골라|Angola|Angola|Angola|Angola|Angola|Ангола
Antigua & Barbuda|安提瓜和巴布达|アンティグア・バーブーダ|앤티가 바부다|Antigua und Barbuda|Antigua-et-Barbuda|Antigua y Barbuda|Antígua e Barbuda|Antigua e Barbuda|Антигуа и Барбуда
Argentina|阿根廷|アルゼンチン|아르헨티나|Argentinien|Argentine|Argentina|Argentina|Argentina|Аргентина
Armenia|亚美尼亚|アルメニア|아르메니아|Armenien|Arménie|Armenia|Armênia|Armenia|Армения
Australia|澳大利亚|オーストラリア|오스트레일리아|Australien|Australie|Australia|Austrália|Australia|Австралия
Austria|奥地利|オーストリア|오스트리아|Österreich|Autriche|Austria|Áustria|Austria|Австрия
Azerbaijan|阿塞拜疆|アゼルバイジャン|아제르바이잔|Aserbaidschan|Azerbaïdjan|Azerbaiyán|Azerbaijão|Azerbaigian|Азербайджан
Bahamas|巴哈马|バハマ|바하마|Bahamas|Bahamas|Bahamas|Bahamas|Bahamas|Багамы
Bahrain|巴林|バーレーン|바레인|Bahrain|Bahreïn|Baréin|Barein|Bahrein|Бахрейн
Bangladesh|孟加拉国|バングラデシュ|방글라데시|Bangladesch|Bangladesh|Bangladés|Bangladesh|Bangladesh|Бангладеш
Barbados|巴巴多斯|バルバドス|바베이도스|Barbados|Barbade|Barbados|Barbados|Barbados|Барбадос
Belarus|白俄罗斯|ベラルーシ|벨라루스|Belarus|Biélorussie|Bielorrusia|Bielorrússia|Bielorussia|Беларусь
Belgium|比利时|ベルギー|벨기에|Belgien|Belgique|Bélgica|Bélgica|Belgio|Бельгия
Belize|伯利兹|ベリーズ|벨리즈|Belize|Belize|Belice|Belize|Belize|Белиз
Benin|贝宁|ベナン|베냉|Benin|Bénin|Benín|Benin|Benin|Бенин
Bhutan|不丹|ブータン|부탄|Bhutan|Bhoutan|Bután|Butão|Bhutan|Бутан
Bolivia|玻利维亚|ボリビア|볼리비아|Bolivien|Bolivie|Bolivia|Bolívia|Bolivia|Боливия
Bosnia & Herzegovina|波斯尼亚和黑塞哥维那|ボスニア・ヘルツェゴビナ|보스니아 헤르체고비나|Bosnien und Herzegowina|Bosnie-Herzégovine|Bosnia y Herzegovina|Bósnia e Herzegovina|Bosnia ed Erzegovina|Босния и Герцеговина
Botswana|博茨瓦纳|ボツワナ|보츠와나|Botsuana|Botswana|Botsuana|Botsuana|Botswana|Ботсвана
Brazil|巴西|ブラジル|브라질|Brasilien|Brésil|Brasil|Brasil|Brasile|Бразилия
Brunei|文莱|ブルネイ|브루나이|Brunei Darussalam|Brunei|Brunéi|Brunei|Brunei|Бруней
Bulgaria|保加利亚|ブルガリア|불가리아|Bulgarien|Bulgarie|Bulgaria|Bulgária|Bulgaria|Болгария
Burkina Faso|布基纳法索|ブルキナファソ|부르키나파소|Burkina Faso|Burkina Faso|Burkina Faso|Burquina Faso|Burkina Faso|Буркина-Фасо
Burundi|布隆迪|ブルンジ|부룬디|Burundi|Burundi|Burundi|Burundi|Burundi|Бурунди
Cambodia|柬埔寨|カンボジア|캄보디아|Kambodscha|Cambodge|Camboya|Camboja|Cambogia|Камбоджа
Cameroon|喀麦隆|カメルーン|카메룬|Kamerun|Cameroun|Camerún|Camarões|Camerun|Камерун
Canada|加拿大|カナダ|캐나다|Kanada|Canada|Canadá|Canadá|Canada|Канада
Cape Verde|佛得角|カーボベルデ|카보베르데|Cabo Verde|Cap-Vert|Cabo Verde|Cabo Verde|Capo Verde|Кабо-Верде
Central African Republic|中非共和国|中央アフリカ共和国|중앙 아프리카 공화국|Zentralafrikanische Republik|République centrafricaine|República Centroafricana|República Centro-Africana|Repubblica Centrafricana|Центрально-Африканская Республика
Chad|乍得|チャド|차드|Tschad|Tchad|Chad|Chade|Ciad|Чад
Chile|智利|チリ|칠레|Chile|Chili|Chile|Chile|Cile|Чили
China|中国|中国|중국|China|Chine|China|China|Cina|Китай
Colombia|哥伦比亚|コロンビア|콜롬비아|Kolumbien|Colombie|Colombia|Colômbia|Colombia|Колумбия
Congo - Brazzaville|刚果|コンゴ共和国|콩고-브라자빌|Kongo-Brazzaville|Congo-Brazzaville|Congo|República do Congo|Congo-Brazzaville|Конго - Браззавиль
Congo - Kinshasa|刚果|コンゴ民主共和国|콩고-킨샤사|Kongo-Kinshasa|Congo-Kinshasa|República Democrática del Congo|Congo - Kinshasa|Congo - Kinshasa|Конго - Киншаса
Costa Rica|哥斯达黎加|コスタリカ|코스타리카|Costa Rica|Costa Rica|Costa Rica|Costa Rica|Costa Rica|Коста-Рика
Croatia|克罗地亚|クロアチア|크로아티아|Kroatien|Croatie|Croacia|Croácia|Croazia|Хорватия
Cuba|古巴|キューバ|쿠바|Kuba|Cuba|Cuba|Cuba|Cuba|Куба
Cyprus|塞浦路斯|キプロス|키프로스|Zypern|Chypre|Chipre|Chipre|Cipro|Кипр
Czechia|捷克|チェコ|체코|Tschechien|Tchéquie|Chequia|Tchéquia|Cechia|Чехия
Côte d'Ivoire|科特迪瓦|コートジボワール|코트디부아르|Côte d'Ivoire|Côte d'Ivoire|Côte d'Ivoire|Costa do Marfim|Costa d'Avorio|Кот-д'Ивуар
Denmark|丹麦|デンマーク|덴마크|Dänemark|Danemark|Dinamarca|Dinamarca|Danimarca|Дания
Djibouti|吉布提|ジブチ|지부티|Dschibuti|Djibouti|Yibuti|Djibuti|Gibuti|Джибути
Dominica|多米尼克|ドミニカ国|도미니카|Dominica|Dominique|Dominica|Dominica|Dominica|Доминика
Dominican Republic|多米尼加共和国|ドミニカ共和国|도미니카 공화국|Dominikanische Republik|République dominicaine|República Dominicana|República Dominicana|Repubblica Dominicana|Доминиканская Республика
Ecuador|厄瓜多尔|エクアドル|에콰도르|Ecuador|Équateur|Ecuador|Equador|Ecuador|Эквадор
Egypt|埃及|エジプト|이집트|Ägypten|Égypte|Egipto|Egito|Egitto|Египет
El Salvador|萨尔瓦多|エルサルバドル|엘살바도르|El Salvador|Salvador|El Salvador|El Salvador|El Salvador|Сальвадор
Eritrea|厄立特里亚|エリトリア|에리트리아|Eritrea|Érythrée|Eritrea|Eritreia|Eritrea|Эритрея
Estonia|爱沙尼亚|エストニア|에스토니아|Estland|Estonie|Estonia|Estônia|Estonia|Эстония
Eswatini|斯威士兰|エスワティニ|에스와티니|Eswatini|Eswatini|Esuatini|Essuatíni|Eswatini|Эсватини
Ethiopia|埃塞俄比亚|エチオピア|에티오피아|Äthiopien|Éthiopie|Etiopía|Etiópia|Etiopia|Эфиопия
Fiji|斐济|フィジー|피지|Fidschi|Fidji|Fiyi|Fiji|Figi|Фиджи
Finland|芬兰|フィンランド|핀란드|Finnland|Finlande|Finlandia|Finlândia|Finlandia|Финляндия
France|法国|フランス|프랑스|Frankreich|France|Francia|França|Francia|Франция
Gabon|加蓬|ガボン|가봉|Gabun|Gabon|Gabón|Gabão|Gabon|Габон
Gambia|冈比亚|ガンビア|감비아|Gambia|Gambie|Gambia|Gâmbia|Gambia|Гамбия
Georgia|格鲁吉亚|ジョージア|조지아|Georgien|Géorgie|Georgia|Geórgia|Georgia|Грузия
Germany|德国|ドイツ|독일|Deutschland|Allemagne|Alemania|Alemanha|Germania|Германия
Ghana|加纳|ガーナ|가나|Ghana|Ghana|Ghana|Gana|Ghana|Гана
Greece|希腊|ギリシャ|그리스|Griechenland|Grèce|Grecia|Grécia|Grecia|Греция
Greenland|格陵兰|グリーンランド|그린란드|Grönland|Groenland|Groenlandia|Groenlândia|Groenlandia|Гренландия
Grenada|格林纳达|グレナダ|그레나다|Grenada|Grenade|Granada|Granada|Grenada|Гренада
Guam|关岛|グアム|괌|Guam|Guam|Guam|Guam|Guam|Гуам
Guatemala|危地马拉|グアテマラ|과테말라|Guatemala|Guatemala|Guatemala|Guatemala|Guatemala|Гватемала
Guinea|几内亚|ギニア|기니|Guinea|Guinée|Guinea|Guiné|Guinea|Гвинея
Guyana|圭亚那|ガイアナ|가이아나|Guyana|Guyana|Guyana|Guiana|Guyana|Гайана
Haiti|海地|ハイチ|아이티|Haiti|Haïti|Haití|Haiti|Haiti|Гаити
Honduras|洪都拉斯|ホンジュラス|온두라스|Honduras|Honduras|Honduras|Honduras|Honduras|Гондурас
Hong Kong SAR China|中国香港特别行政区|中華人民共和国香港特別行政区|홍콩|Sonderverwaltungsregion Hongkong|R.A.S. chinoise de Hong Kong|RAE de Hong Kong|Hong Kong, RAE da China|RAS di Hong Kong|Гонконг
Hungary|匈牙利|ハンガリー|헝가리|Ungarn|Hongrie|Hungría|Hungria|Ungheria|Венгрия
Iceland|冰岛|アイスランド|아이슬란드|Island|Islande|Islandia|Islândia|Islanda|Исландия
India|印度|インド|인도|Indien|Inde|India|Índia|India|Индия
Indonesia|印度尼西亚|インドネシア|인도네시아|Indonesien|Indonésie|Indonesia|Indonésia|Indonesia|Индонезия
Iran|伊朗|イラン|이란|Iran|Iran|Irán|Irã|Iran|Иран
Iraq|伊拉克|イラク|이라크|Irak|Irak|Irak|Iraque|Iraq|Ирак
Ireland|爱尔兰|アイルランド|아일랜드|Irland|Irlande|Irlanda|Irlanda|Irlanda|Ирландия
Israel|以色列|イスラエル|이스라엘|Israel|Israël|Israel|Israel|Israele|Израиль
Italy|意大利|イタリア|이탈리아|Italien|Italie|Italia|Itália|Italia|Италия
Jamaica|牙买加|ジャマイカ|자메이카|Jamaika|Jamaïque|Jamaica|Jamaica|Giamaica|Ямайка
Japan|日本|日本|일본|Japan|Japon|Japón|Japão|Giappone|Япония
Jordan|约旦|ヨルダン|요르단|Jordanien|Jordanie|Jordania|Jordânia|Giordania|Иордания
Kazakhstan|哈萨克斯坦|カザフスタン|카자흐스탄|Kasachstan|Kazakhstan|Kazajistán|Cazaquistão|Kazakistan|Казахстан
Kenya|肯尼亚|ケニア|케냐|Kenia|Kenya|Kenia|Quênia|Kenya|Кения
Kosovo|科索沃|コソボ|코소보|Kosovo|Kosovo|Kosovo|Kosovo|Kosovo|Косово
Kuwait|科威特|クウェート|쿠웨이트|Kuwait|Koweït|Kuwait|Kuwait|Kuwait|Кувейт
Kyrgyzstan|吉尔吉斯斯坦|キルギス|키르기스스탄|Kirgisistan|Kirghizstan|Kirguistán|Quirguistão|Kirghizistan|Киргизия
Laos|老挝|ラオス|라오스|Laos|Laos|Laos|Laos|Laos|Лаос
Latvia|拉脱维亚|ラトビア|라트비아|Lettland|Lettonie|Letonia|Letônia|Lettonia|Латвия
Lebanon|黎巴嫩|レバノン|레바논|Libanon|Liban|Líbano|Líbano|Libano|Ливан
Lesotho|莱索托|レソト|레소토|Lesotho|Lesotho|Lesoto|Lesoto|Lesotho|Лесото
Liberia|利比里亚|リベリア|라이베리아|Liberia|Liberia|Liberia|Libéria|Liberia|Либерия
Libya|利比亚|リビア|리비아|Libyen|Libye|Libia|Líbia|Libia|Ливия
Liechtenstein|列支敦士登|リヒテンシュタイン|리히텐슈타인|Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein|Liechtenstein|Лихтенштейн
Lithuania|立陶宛|リトアニア|리투아니아|Litauen|Lituanie|Lituania|Lituânia|Lituania|Литва
Luxembourg|卢森堡|ルクセンブルク|룩셈부르크|Luxemburg|Luxembourg|Luxemburgo|Luxemburgo|Lussemburgo|Люксембург
Macao SAR China|中国澳门特别行政区|中華人民共和国マカオ特別行政区|마카오|Sonderverwaltungsregion Macau|R.A.S. chinoise de Macao|RAE de Macao|Macau, RAE da China|RAS di Macao|Макао
Madagascar|马达加斯加|マダガスカル|마다가스카르|Madagaskar|Madagascar|Madagascar|Madagascar|Madagascar|Мадагаскар
Malawi|马拉维|マラウイ|말라위|Malawi|Malawi|Malaui|Malaui|Malawi|Малави
Malaysia|马来西亚|マレーシア|말레이시아|Malaysia|Malaisie|Malasia|Malásia|Malaysia|Малайзия
Maldives|马尔代夫|モルディブ|몰디브|Malediven|Maldives|Maldivas|Maldivas|Maldive|Мальдивы
Mali|马里|マリ|말리|Mali|Mali|Mali|Mali|Mali|Мали
Malta|马耳他|マルタ|몰타|Malta|Malte|Malta|Malta|Malta|Мальта
Mauritania|毛里塔尼亚|モーリタニア|모리타니|Mauretanien|Mauritanie|Mauritania|Mauritânia|Mauritania|Мавритания
Mauritius|毛里求斯|モーリシャス|모리셔스|Mauritius|Maurice|Mauricio|Maurício|Mauritius|Маврикий
Mexico|墨西哥|メキシコ|멕시코|Mexiko|Mexique|México|México|Messico|Мексика
Moldova|摩尔多瓦|モルドバ|몰도바|Republik Moldau|Moldavie|Moldavia|Moldávia|Moldavia|Молдова
Monaco|摩纳哥|モナコ|모나코|Monaco|Monaco|Mónaco|Mônaco|Monaco|Монако
Mongolia|蒙古|モンゴル|몽골|Mongolei|Mongolie|Mongolia|Mongólia|Mongolia|Монголия
Montenegro|黑山|モンテネグロ|몬테네그로|Montenegro|Monténégro|Montenegro|Montenegro|Montenegro|Черногория
Morocco|摩洛哥|モロッコ|모로코|Marokko|Maroc|Marruecos|Marrocos|Marocco|Марокко
Mozambique|莫桑比克|モザンビーク|모잠비크|Mosambik|Mozambique|Mozambique|Moçambique|Mozambico|Мозамбик
Myanmar|缅甸|ミャンマー|미얀마|Myanmar|Myanmar|Myanmar|Mianmar|Myanmar|Мьянма
Namibia|纳米比亚|ナミビア|나미비아|Namibia|Namibie|Namibia|Namíbia|Namibia|Намибия
Nepal|尼泊尔|ネパール|네팔|Nepal|Népal|Nepal|Nepal|Nepal|Непал
Netherlands|荷兰|オランダ|네덜란드|Niederlande|Pays-Bas|Países Bajos|Países Baixos|Paesi Bassi|Нидерланды
New Zealand|新西兰|ニュージーランド|뉴질랜드|Neuseeland|Nouvelle-Zélande|Nueva Zelanda|Nova Zelândia|Nuova Zelanda|Новая Зеландия
Nicaragua|尼加拉瓜|ニカラグア|니카라과|Nicaragua|Nicaragua|Nicaragua|Nicarágua|Nicaragua|Никарагуа
Niger|尼日尔|ニジェール|니제르|Niger|Niger|Níger|Níger|Niger|Нигер
Nigeria|尼日利亚|ナイジェリア|나이지리아|Nigeria|Nigeria|Nigeria|Nigéria|Nigeria|Нигерия
North Korea|朝鲜|北朝鮮|북한|Nordkorea|Corée du Nord|Corea del Norte|Coreia do Norte|Corea del Nord|КНДР
North Macedonia|北马其顿|北マケドニア|북마케도니아|Nordmazedonien|Macédoine du Nord|Macedonia del Norte|Macedônia do Norte|Macedonia del Nord|Северная Македония
Norway|挪威|ノルウェー|노르웨이|Norwegen|Norvège|Noruega|Noruega|Norvegia|Норвегия
Oman|阿曼|オマーン|오만|Oman|Oman|Omán|Omã|Oman|Оман
Pakistan|巴基斯坦|パキスタン|파키스탄|Pakistan|Pakistan|Pakistán|Paquistão|Pakistan|Пакистан
Palestinian Territories|巴勒斯坦领土|パレスチナ自治区|팔레스타인 지구|Palästinensische Autonomiegebiete|Territoires palestiniens|Territorios Palestinos|Territórios palestinos|Territori Palestinesi|Палестинские территории
Panama|巴拿马|パナマ|파나마|Panama|Panama|Panamá|Panamá|Panama|Панама
Papua New Guinea|巴布亚新几内亚|パプアニューギニア|파푸아뉴기니|Papua-Neuguinea|Papouasie-Nouvelle-Guinée|Papúa Nueva Guinea|Papua-Nova Guiné|Papua Nuova Guinea|Папуа — Новая Гвинея
Paraguay|巴拉圭|パラグアイ|파라과이|Paraguay|Paraguay|Paraguay|Paraguai|Paraguay|Парагвай
Peru|秘鲁|ペルー|페루|Peru|Pérou|Perú|Peru|Perù|Перу
Philippines|菲律宾|フィリピン|필리핀|Philippinen|Philippines|Filipinas|Filipinas|Filippine|Филиппины
Poland|波兰|ポーランド|폴란드|Polen|Pologne|Polonia|Polônia|Polonia|Польша
Portugal|葡萄牙|ポルトガル|포르투갈|Portugal|Portugal|Portugal|Portugal|Portogallo|Португалия
Puerto Rico|波多黎各|プエルトリコ|푸에르토리코|Puerto Rico|Porto Rico|Puerto Rico|Porto Rico|Portorico|Пуэрто-Рико
Qatar|卡塔尔|カタール|카타르|Katar|Qatar|Catar|Catar|Qatar|Катар
Romania|罗马尼亚|ルーマニア|루마니아|Rumänien|Roumanie|Rumanía|Romênia|Romania|Румыния
Russia|俄罗斯|ロシア|러시아|Russland|Russie|Rusia|Rússia|Russia|Россия
Rwanda|卢旺达|ルワンダ|르완다|Ruanda|Rwanda|Ruanda|Ruanda|Ruanda|Руанда
San Marino|圣马力诺|サンマリノ|산마리노|San Marino|Saint-Marin|San Marino|San Marino|San Marino|Сан-Марино
Saudi Arabia|沙特阿拉伯|サウジアラビア|사우디아라비아|Saudi-Arabien|Arabie saoudite|Arabia Saudí|Arábia Saudita|Arabia Saudita|Саудовская Аравия
Senegal|塞内加尔|セネガル|세네갈|Senegal|Sénégal|Senegal|Senegal|Senegal|Сенегал
Serbia|塞尔维亚|セルビア|세르비아|Serbien|Serbie|Serbia|Sérvia|Serbia|Сербия
Sierra Leone|塞拉利昂|シエラレオネ|시에라리온|Sierra Leone|Sierra Leone|Sierra Leona|Serra Leoa|Sierra Leone|Сьерра-Леоне
Singapore|新加坡|シンガポール|싱가포르|Singapur|Singapour|Singapur|Singapura|Singapore|Сингапур
Slovakia|斯洛伐克|スロバキア|슬로바키아|Slowakei|Slovaquie|Eslovaquia|Eslováquia|Slovacchia|Словакия
Slovenia|斯洛文尼亚|スロベニア|슬로베니아|Slowenien|Slovénie|Eslovenia|Eslovênia|Slovenia|Словения
Somalia|索马里|ソマリア|소말리아|Somalia|Somalie|Somalia|Somália|Somalia|Сомали
South Africa|南非|南アフリカ|남아프리카|Südafrika|Afrique du Sud|Sudáfrica|África do Sul|Sudafrica|Южно-Африканская Республика
South Korea|韩国|韓国|대한민국|Südkorea|Corée du Sud|Corea del Sur|Coreia do Sul|Corea del Sud|Республика Корея
South Sudan|南苏丹|南スーダン|남수단|Südsudan|Soudan du Sud|Sudán del Sur|Sudão do Sul|Sud Sudan|Южный Судан
Spain|西班牙|スペイン|스페인|Spanien|Espagne|España|Espanha|Spagna|Испания
Sri Lanka|斯里兰卡|スリランカ|스리랑카|Sri Lanka|Sri Lanka|Sri Lanka|Sri Lanka|Sri Lanka|Шри-Ланка
St. Helena, Ascension & Tristan da Cunha|圣赫勒拿|セントヘレナ|세인트헬레나|St. Helena|Sainte-Hélène|Santa Elena|Santa Helena|Sant'Elena|о-в Св. Елены
St. Kitts & Nevis|圣基茨和尼维斯|セントクリストファー・ネーヴィス|세인트키츠 네비스|St. Kitts und Nevis|Saint-Christophe-et-Niévès|San Cristóbal y Nieves|São Cristóvão e Névis|Saint Kitts e Nevis|Сент-Китс и Невис
St. Lucia|圣卢西亚|セントルシア|세인트루시아|St. Lucia|Sainte-Lucie|Santa Lucía|Santa Lúcia|Saint Lucia|Сент-Люсия
St. Vincent & Grenadines|圣文森特和格林纳丁斯|セントビンセント及びグレナディーン諸島|세인트빈센트그레나딘|St. Vincent und die Grenadinen|Saint-Vincent-et-les Grenadines|San Vicente y las Granadinas|São Vicente e Granadinas|Saint Vincent e Grenadine|Сент-Винсент и Гренадины
Sudan|苏丹|スーダン|수단|Sudan|Soudan|Sudán|Sudão|Sudan|Судан
Suriname|苏里南|スリナム|수리남|Suriname|Suriname|Surinam|Suriname|Suriname|Суринам
Sweden|瑞典|スウェーデン|스웨덴|Schweden|Suède|Suecia|Suécia|Svezia|Швеция
Switzerland|瑞士|スイス|스위스|Schweiz|Suisse|Suiza|Suíça|Svizzera|Швейцария
Syria|叙利亚|シリア|시리아|Syrien|Syrie|Siria|Síria|Siria|Сирия
Taiwan|台湾|台湾|대만|Taiwan|Taïwan|Taiwán|Taiwan|Taiwan|Тайвань
Tajikistan|塔吉克斯坦|タジキスタン|타지키스탄|Tadschikistan|Tadjikistan|Tayikistán|Tadjiquistão|Tagikistan|Таджикистан
Tanzania|坦桑尼亚|タンザニア|탄자니아|Tansania|Tanzanie|Tanzania|Tanzânia|Tanzania|Танзания
Thailand|泰国|タイ|태국|Thailand|Thaïlande|Tailandia|Tailândia|Thailandia|Таиланд
Timor-Leste|东帝汶|東ティモール|동티모르|Timor-Leste|Timor oriental|Timor-Leste|Timor-Leste|Timor Est|Восточный Тимор
Togo|多哥|トーゴ|토고|Togo|Togo|Togo|Togo|Togo|Того
Trinidad & Tobago|特立尼达和多巴哥|トリニダード・トバゴ|트리니다드 토바고|Trinidad und Tobago|Trinité-et-Tobago|Trinidad y Tobago|Trinidad e Tobago|Trinidad e Tobago|Тринидад и Тобаго
Tunisia|突尼斯|チュニジア|튀니지|Tunesien|Tunisie|Túnez|Tunísia|Tunisia|Тунис
Turkmenistan|土库曼斯坦|トルクメニスタン|투르크메니스탄|Turkmenistan|Turkménistan|Turkmenistán|Turcomenistão|Turkmenistan|Туркменистан
Türkiye|土耳其|トルコ|튀르키예|Türkei|Turquie|Turquía|Turquia|Turchia|Турция
Uganda|乌干达|ウガンダ|우간다|Uganda|Ouganda|Uganda|Uganda|Uganda|Уганда
Ukraine|乌克兰|ウクライナ|우크라이나|Ukraine|Ukraine|Ucrania|Ucrânia|Ucraina|Украина
United Arab Emirates|阿拉伯联合酋长国|アラブ首長国連邦|아랍에미리트|Vereinigte Arabische Emirate|Émirats arabes unis|Emiratos Árabes Unidos|Emirados Árabes Unidos|Emirati Arabi Uniti|ОАЭ
United Kingdom/UK/Britain/Great Britain|英国/联合王国|イギリス/英国|영국|Vereinigtes Königreich/Großbritannien|Royaume-Uni/Grande-Bretagne|Reino Unido/Gran Bretaña|Reino Unido/Grã-Bretanha|Regno Unito/Gran Bretagna|Великобритания
Uruguay|乌拉圭|ウルグアイ|우루과이|Uruguay|Uruguay|Uruguay|Uruguai|Uruguay|Уругвай
Uzbekistan|乌兹别克斯坦|ウズベキスタン|우즈베키스탄|Usbekistan|Ouzbékistan|Uzbekistán|Uzbequistão|Uzbekistan|Узбекистан
Vatican City|梵蒂冈|バチカン市国|바티칸 시국|Vatikanstadt|État de la Cité du Vatican|Ciudad del Vaticano|Cidade do Vaticano|Città del Vaticano|Ватикан
Venezuela|委内瑞拉|ベネズエラ|베네수엘라|Venezuela|Venezuela|Venezuela|Venezuela|Venezuela|Венесуэла
Vietnam|越南|ベトナム|베트남|Vietnam|Viêt Nam|Vietnam|Vietnã|Vietnam|Вьетнам
Yemen|也门|イエメン|예멘|Jemen|Yémen|Yemen|Iêmen|Yemen|Йемен
Zambia|赞比亚|ザンビア|잠비아|Sambia|Zambie|Zambia|Zâmbia|Zambia|Замбия
Zimbabwe|津巴布韦|ジンバブエ|짐바브웨|Simbabwe|Zimbabwe|Zimbabue|Zimbábue|Zimbabwe|Зимбабве
"""
