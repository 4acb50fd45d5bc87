"""Words that say the opposite of each other: two lines a pair, each one meaning in ten languages, as in `lexicon/doings.py`.

Of a pair one word is never the other, and what is both in one place is left alone.
"""

__all__ = ["OPPOSITES"]

OPPOSITES = """
fast faster quick quickly quicker rapid rapidly|很快 更快 太快 飞快 快速 迅速|速い 早い 急速|빠르게 빨리 빠른|schnell schnelle schnellen schneller rasch|rapide rapides rapidement vite|rápido rápida rápidos rápidas rápidamente|rápido rápida rapidamente depressa|veloce veloci rapido rapida rapidi rapidamente|быстро быстрый быстрая быстрые быстрее
slow slower slowly gradual gradually sluggish|很慢 更慢 太慢 缓慢 慢慢 慢|遅い ゆっくり|느리 느린 천천히|langsam langsame langsamen langsamer|lent lente lents lentes lentement|lento lenta lentos lentas lentamente|lento lenta lentos devagar lentamente|lento lenta lenti lentamente|медленно медленный медленная медленные медленнее
indoor indoors inside|室内 屋内|室内 屋内|실내|drinnen innen|intérieur|interior adentro|interior dentro|interno chiuso|помещении внутри
outdoor outdoors outside|户外 室外 屋外 露天|屋外 野外|야외 실외|draußen freien|extérieur dehors|exterior afuera libre|exterior fora livre|esterno aperto|улице снаружи
easy easier easily simple effortless|容易 简单 轻松|簡単 易し 容易|쉬운 쉽게 쉬웠 간단|leicht leichte einfach einfache|facile faciles simple facilement|fácil fáciles sencillo sencilla fácilmente|fácil fáceis simples facilmente|facile facili semplice facilmente|легко легкий легкая простой просто
difficult difficulty difficulties hard harder tough challenging challenge tricky|吃力 费劲 费力 困难 很难 太难 最难 难以 艰难 不容易|難し 困難 大変|어려 힘들 힘든|schwierig schwierige schwer schwere anspruchsvoll|difficile difficiles dur ardu compliqué|difícil difíciles complicado duro|difícil difíceis complicado duro|difficile difficili complicato duro|трудно трудный сложно сложный тяжело
cheap cheaper inexpensive affordable|便宜 廉价 实惠|安い 安価 格安|저렴 값싼|billig billige günstig günstige preiswert|abordable économique|barato barata asequible económico|barato barata acessível|economico economica conveniente|дешево дешевый дешевая недорого недорогой
expensive pricey costly overpriced|昂贵 很贵 太贵 更贵|高価|비싸 비싼|teuer teure teuren|cher chère chers chères coûteux|caro cara caros caras costoso|caro cara caros caras|caro cara costoso costosa|дорого дорогой дорогая дорогие
benign harmless|良性 无害|良性|양성|gutartig gutartige|bénin bénigne|benigno benigna|benigno benigna|benigno benigna|доброкачественный доброкачественная
malignant cancerous|恶性|悪性|악성|bösartig bösartige|malin maligne cancéreux|maligno maligna|maligno maligna|maligno maligna|злокачественный злокачественная
same identical|同一 相同 一样|同じ|같은 똑같|gleichen gleiche selben selbe derselben|même identique|mismo misma|mesmo mesma|stesso stessa|самом одинаковый
another different other elsewhere|另一个 另外 别的 不同 其他|別の 違う 異なる 他の|다른|anderen andere anderer anderes andern|autre autres différent différente|otro otra otros distinto distinta|outro outra outros diferente|altro altra altri diverso diversa|другой другом другая другие другого иной
light bright pale|浅色 明亮 淡色|明るい 薄い 淡い|밝은 연한|hell helle hellen heller|clair claire clairs claires|claro clara claros claras|claro clara claros claras|chiaro chiara chiari chiare|светлый светлая светлые
dark darker dim|深色 暗色 昏暗|暗い 濃い|어두운 진한|dunkel dunkle dunklen|foncé foncée sombre sombres|oscuro oscura oscuros oscuras|escuro escura escuros escuras|scuro scura scuri scure|темный темная темные
introverted introvert shy reserved|内向 害羞|内向 内気|내성|introvertiert schüchtern|introverti introvertie timide|introvertido introvertida tímido|introvertido introvertida tímido|introverso introversa timido|интроверт застенчивый
extroverted extrovert outgoing sociable|外向 开朗|外向 社交的|외향|extrovertiert kontaktfreudig|extraverti extravertie|extrovertido extrovertida sociable|extrovertido extrovertida sociável|estroverso estroversa|экстраверт общительный
start starts started starting begin begins began beginning begun launch launched|开始 着手|始め 始ま 開始|시작|beginnt begann begonnen anfangen angefangen fing gestartet|commence commencé commencer débute débuté|empieza empezó empezar comienza comenzó inicia inició|começa começou começar inicia iniciou|inizia iniziato iniziare comincia cominciato|начал начала начало начинает начать
stop stops stopped stopping quit quits ended ends finish finished completed complete|停止 结束 不再 放弃|やめ 止め 終わ 終了|그만 중단 끝났 끝냈|aufgehört aufhören beendet beendete|arrête arrêté arrêter cesse cessé fini|dejó deja terminó termina paró|parou para terminou termina deixou|smesso smette finito finisce terminato|перестал перестала закончил закончила бросил бросила
plant plants planted planting sow sowed|种植 播种 种下|植え 蒔い|심었 심는|gepflanzt pflanzt pflanzte gesät|planté plante semé|plantó planta sembró|plantou planta semeou|piantato pianta seminato|посадил посадила сажает
harvest harvested harvesting|收获 采摘 收割|収穫|수확|geerntet erntet erntete|récolté récolte|cosechó cosecha|colheu colhe colheita|raccolto raccoglie|собрал собрала урожай
buy buys bought buying purchase purchased got gotten received|购买 购入 买了 买下|買っ 買い 購入|샀다 사다 구입 구매|kauft kaufte gekauft kaufen|achète acheté acheter|compra compró comprar comprado|compra comprou comprar comprado|compra comprato comprare|купил купила покупает купить
sell sells sold selling|出售 卖掉 卖了 售出|売っ 売り 販売|팔았 판매 팔다|verkauft verkaufte verkaufen|vend vendu vendre|vende vendió vender vendido|vende vendeu vender vendido|vende venduto vendere|продал продала продает продать
win wins won winning beat beats|赢了 赢得 获胜 战胜 击败|勝っ 勝利 勝つ|이겼 승리|gewinnt gewann gewonnen besiegt|gagne gagné battu|gana ganó ganado venció|ganha ganhou venceu|vince vinto battuto|выиграл выиграла победил победила
lose loses losing lost defeated|输了 输给 输掉 失去 丢失 落败 丢了|負け 失っ 失く 失う|패배 잃어 잃었|verliert verlor verloren|perd perdu|pierde perdió perdido|perde perdeu perdido|perde perso perduto|проиграл проиграла потерял потеряла
increase increases increased increasing raise raises raised raising rise rose grow grew gain gained|增加 上升 提高 增长 上涨|増え 増加 上が 上げ|증가 늘었 늘어 올랐|steigt gestiegen erhöht erhöhen zugenommen|augmente augmenté hausse|aumenta aumentó aumentar sube subió|aumenta aumentou aumentar sobe subiu|aumenta aumentato aumentare sale salito|увеличил увеличила вырос выросла повысил растет
decrease decreases decreased reduce reduces reduced reducing lower lowered lowering drop drops dropped fall fell decline declined shrink|减少 下降 降低 下跌|減っ 減少 減ら 下が 下げ|감소 줄었 줄어 내렸|sinkt gesunken gesenkt senken verringert abgenommen|diminue diminué baisse baissé réduit|disminuye disminuyó reduce redujo baja bajó|diminui diminuiu reduz reduziu cai caiu|diminuisce diminuito ridotto scende sceso|уменьшил уменьшила снизил снизила упал сократил
accept accepts accepted accepting agree agreed approve approved|接受 同意 答应 批准|受け入れ 引き受け 承諾|받아들 수락 동의|angenommen annehmen akzeptiert zugestimmt|accepte accepté accepter|acepta aceptó aceptar|aceita aceitou aceitar|accetta accettato accettare|принял приняла согласился согласилась
reject rejects rejected refuse refuses refused decline declined deny denied|拒绝 回绝 推辞|断っ 断り 拒否|거절 거부|abgelehnt ablehnen lehnt|refuse refusé refuser rejette|rechaza rechazó rechazar|recusa recusou rejeita rejeitou|rifiuta rifiutato respinto|отказался отказалась отклонил отклонила
remember remembers remembered remembering recall|记得 想起|覚えて 思い出|기억하 기억한|erinnert erinnern|souvient rappelle|recuerda recordó acuerda|lembra lembrou|ricorda ricordato|помнит вспомнил вспомнила
forget forgets forgot forgotten|忘记 忘了|忘れ|잊었 잊어 까먹|vergisst vergaß vergessen|oublie oublié|olvida olvidó olvidado|esquece esqueceu|dimentica dimenticato|забыл забыла забывает
like likes liked love loves loved enjoy enjoys enjoyed adore fond|喜欢 喜爱 热爱|好き 愛し|좋아 사랑|mag liebt gern gerne|aime adore|gusta gustan encanta|gosta adora|piace piacciono ama adora|любит нравится обожает
dislike dislikes disliked hate hates hated detest loathe|讨厌 厌恶 反感|嫌い 嫌っ|싫어 싫은|hasst verabscheut|déteste hait|odia detesta|odeia detesta|odia detesta|ненавидит терпеть
succeed succeeds succeeded success successful passed|成功 通过|成功 合格|성공 합격|erfolgreich bestanden gelungen|réussi réussit succès|éxito logró aprobó|sucesso conseguiu passou|successo riuscito superato|успешно сдал сдала удалось
fail fails failed failing failure unsuccessful|失败 不及格 没通过|失敗 不合格|실패 불합격|gescheitert scheiterte durchgefallen misslungen|échoué échoue échec|fracasó falló suspendió fracaso|falhou fracassou reprovou|fallito fallisce bocciato|провалил провалила неудача
hire hires hired hiring recruited employed|雇用 录用 聘请|雇用 採用|고용 채용|eingestellt angestellt|embauché engagé|contrató contratado contratada|contratou contratado contratada|assunto assunta|нанял наняла нанят
fire fired fires dismissed laid|解雇 开除 辞退|解雇 クビ|해고|gefeuert entlassen gekündigt|licencié licenciée viré|despidió despedido despedida|demitiu demitido demitida|licenziato licenziata|уволил уволила уволен
safe safely safety secure|安全|安全|안전|sicher sichere|sûr sûre sécurité|seguro segura|seguro segura|sicuro sicura|безопасно безопасный
dangerous unsafe risky danger|危险|危険|위험|gefährlich gefährliche|dangereux dangereuse|peligroso peligrosa|perigoso perigosa|pericoloso pericolosa|опасно опасный опасная
healthy healthier|健康|健康|건강|gesund gesunde gesunden|sain saine|sano sana saludable|saudável saudáveis|sano sana|здоровый здоровая здоров
unhealthy sick ill|不健康 生病 有病|不健康 病気|아프 아픈|ungesund krank kranke|malsain malade|insalubre enfermo enferma|doente|malsano malato malata|больной больная болен нездоровый
comfortable comfy cozy|舒服 舒适|快適 心地よ|편안 편한|bequem angenehm|confortable|cómodo cómoda|confortável|comodo comoda|удобно удобный удобная
uncomfortable painful|不舒服 难受 不适|不快|불편|unbequem unangenehm|inconfortable|incómodo incómoda|desconfortável|scomodo scomoda|неудобно неудобный
sure certain confident convinced|确定 肯定 确信|確信|확신|sicher überzeugt|certain certaine sûr sûre|seguro segura convencido|certo certa convencido|sicuro sicura certo convinto|уверен уверена
unsure uncertain doubtful doubts doubt hesitant undecided|不确定 犹豫 怀疑|迷って 不確か|불확실 망설|unsicher zweifelt|incertain hésite doute|inseguro duda dudas|inseguro dúvida incerto|incerto dubbio dubbi|неуверен сомневается
interesting fascinating exciting engaging|有趣 精彩|面白い 興味深い|재미있 흥미|interessant spannend|intéressant intéressante passionnant|interesante fascinante|interessante fascinante|interessante avvincente|интересно интересный увлекательно
boring dull tedious|无聊 乏味 枯燥|退屈 つまらない|지루|langweilig|ennuyeux ennuyeuse|aburrido aburrida|chato chata entediante|noioso noiosa|скучно скучный
always constantly|总是 一直 始终|いつも 常に|항상 늘|immer stets|toujours|siempre|sempre|sempre|всегда постоянно
rarely seldom occasionally sometimes|很少 偶尔 难得|めったに たまに|드물게 가끔|selten manchmal|rarement parfois|raramente ocasionalmente|raramente ocasionalmente|raramente occasionalmente|редко иногда изредка
early earlier|提前 早起|早く 早め|일찍|früh früher|tôt|temprano|cedo|presto|рано раньше
late later delayed|推迟 晚点 迟到 延误|遅く 遅れ 遅刻|늦게 늦었|spät später verspätet|tard retard|tarde retrasado|tarde atrasado|tardi ritardo|поздно опоздал
private privately secret|私人 私下 秘密|個人的 内緒|비공개 비밀|privat private geheim|privé privée secret|privado privada secreto|privado privada secreto|privato privata segreto|частный частная секрет
public publicly open|公开 公共|公開 公共|공개 공공|öffentlich öffentliche|public publique|público pública|público pública|pubblico pubblica|публичный общественный открытый
beginner novice amateur|初学者 新手 业余|初心者|초보|anfänger anfängerin|débutant débutante|principiante|iniciante|principiante|новичок начинающий
expert advanced professional|专家 高级 专业|上級 プロ 専門家|전문가 고급|experte fortgeschritten profi|expert expérimenté|experto avanzado|especialista avançado|esperto avanzato|эксперт опытный профессионал
happy glad pleased cheerful delighted|开心 高兴 快乐|嬉し 幸せ|기쁘 행복|glücklich froh zufrieden|heureux heureuse content|feliz contento contenta|feliz contente|felice contento contenta|счастлив счастлива рад рада доволен
sad unhappy upset miserable disappointed|难过 伤心 失望 不开心|悲し がっかり|슬프 실망|traurig unglücklich enttäuscht|triste déçu malheureux|triste decepcionado|triste decepcionado|triste deluso|грустно грустит расстроен разочарован
full crowded packed busy|满 拥挤 忙碌 繁忙|満員 混ん 忙し|가득 붐비 바쁘|voll überfüllt beschäftigt|plein bondé occupé|lleno llena ocupado|cheio cheia ocupado|pieno piena occupato affollato|полный занят переполнен
empty vacant quiet idle|空 空闲 清闲|空っぽ 空い 暇|비어 한가|leer leere|vide libre|vacío vacía|vazio vazia|vuoto vuota|пустой пустая свободен
temporary temporarily|临时 暂时|一時的 臨時|임시 일시|vorübergehend befristet|temporaire|temporal|temporário temporária|temporaneo temporanea|временный временно
permanent permanently|永久 长期 固定|永久 恒久|영구|dauerhaft unbefristet|permanent définitif|permanente|permanente|permanente|постоянный навсегда
better improve improved improving improvement|改善 好转 进步 变好|改善 良く 上達|나아 개선 향상|besser verbessert|mieux amélioré améliore|mejor mejoró mejora|melhor melhorou melhora|meglio migliorato migliora|лучше улучшил улучшилось
worse worsen worsened deteriorated|恶化 变差 更糟|悪化|나빠 악화|schlechter verschlechtert|pire empiré|peor empeoró|pior piorou|peggio peggiorato|хуже ухудшил ухудшилось
morning mornings|早上 早晨 上午 清晨|朝 午前|아침 오전|morgens vormittags|matin matins|mañanas|manhã|mattina mattino|утро утром
evening evenings night nights|晚上 夜晚 夜里|夜 夕方|저녁 밤|abend abends nachts|soir soirée nuit|noche noches|noite|sera notte|вечер вечером ночь ночью
hot warm warmer|炎热 温暖 热的|暑い 暖か 熱い|더운 따뜻 뜨거|heiß warm warme|chaud chaude|caliente cálido caluroso|quente|caldo calda|жарко теплый горячий
cold cool chilly freezing|寒冷 冰冷 冷的|寒い 冷た 涼し|추운 차가|kalt kalte kühl|froid froide frais|frío fría fresco|frio fria|freddo fredda|холодно холодный
married|已婚 结婚|結婚 既婚|결혼|verheiratet|marié mariée|casado casada|casado casada|sposato sposata|женат замужем
divorced single unmarried|离婚 单身 未婚|離婚 独身 未婚|이혼 미혼|geschieden ledig|divorcé divorcée célibataire|divorciado divorciada soltero soltera|divorciado divorciada solteiro solteira|divorziato divorziata single|разведен разведена холост
free|免费|無料|무료|kostenlos gratis|gratuit gratuite|gratis gratuito|grátis gratuito|gratis gratuito|бесплатно бесплатный
paid fee|付费 收费|有料|유료|kostenpflichtig|payant payante|pago|pago|pagamento|платный платно
alone solo|独自 一个人|一人で 独り|혼자|allein alleine|seul seule|solo sola|sozinho sozinha|solo sola|один одна
together|一起 一同|一緒|함께 같이|zusammen gemeinsam|ensemble|juntos juntas|juntos juntas|insieme|вместе
clean spotless tidy|干净 整洁|きれい 清潔|깨끗|sauber saubere|propre propres|limpio limpia limpios|limpo limpa|pulito pulita|чистый чистая чисто
dirty messy filthy|肮脏 很脏 太脏|汚れ 汚い|더러|schmutzig dreckig|sale sales|sucio sucia sucios|sujo suja|sporco sporca|грязный грязная грязно
calm relaxed composed unworried carefree|平静 淡定 不紧张|落ち着い 平静|차분 침착|ruhig entspannt gelassen|calme détendu détendue|tranquilo tranquila relajado|calmo tranquilo relaxado|calmo calma tranquillo rilassato|спокоен спокойна спокойно
nervous anxious stressed tense worried scared afraid|紧张 焦虑 害怕 担心|緊張 不安 心配|긴장 불안 걱정|nervös ängstlich angespannt besorgt|nerveux nerveuse anxieux stressé inquiet|nervioso nerviosa ansioso preocupado|nervoso nervosa ansioso preocupado|nervoso nervosa ansioso preoccupato|нервничает волнуется тревожно боится
heavy heavier|沉重 厚重|重い|무거운 무겁|schwer schwere|lourd lourde|pesado pesada|pesado pesada|pesante|тяжелый тяжелая
lightweight light lighter|轻便 轻盈 轻松|軽い|가벼운 가볍|leicht leichte|léger légère|ligero ligera|leve|leggero leggera|легкий легкая
smooth smoothly|顺利 顺畅|順調|순조로|reibungslos glatt|fluide|fluido|tranquilamente|liscio|гладко
problems problem trouble troubles issue issues setback|差错 问题 麻烦 不顺|問題 トラブル|문제|probleme problem schwierigkeiten|problème problèmes|problemas problema|problemas problema|problemi problema|проблемы проблема
amazing wonderful fantastic awesome delicious lovely loving loved excellent great|很棒 太棒 精彩 很好 不错 美味|素晴らしい 最高|훌륭 멋진 최고|großartig toll hervorragend lecker wunderbar|génial magnifique merveilleux excellent délicieux|increíble maravilloso excelente delicioso|incrível maravilhoso excelente delicioso|fantastico meraviglioso eccellente delizioso|замечательно прекрасно отлично отличный вкусный
terrible awful horrible disappointing disappointed failure disaster disgusting exhausting boring|糟糕 很差 差劲 难吃 失败|ひどい 最悪|끔찍 최악|schrecklich furchtbar enttäuschend enttäuscht|terrible affreux décevant horrible|terrible horrible decepcionante|terrível horrível decepcionante|terribile orribile deludente|ужасно ужасный плохой разочарование
many lots plenty numerous lot|很多 许多 不少 大量|たくさん 多く|많은 많이|viele vieles|beaucoup nombreux nombreuses|muchos muchas mucho|muitos muitas muito|molti molte molto|много многие
few fewer hardly|很少 不多 少量|少ない わずか|적은 거의|wenige wenig kaum|peu|pocos pocas poco|poucos poucas pouco|pochi poche poco|мало немного
regularly regular|定期 经常 规律|定期的 規則的|규칙적 정기|regelmäßig|régulièrement régulier|regularmente|regularmente|regolarmente|регулярно
irregularly irregular rarely never|不定期 不规律|不規則|불규칙|unregelmäßig selten|irrégulièrement rarement|irregularmente raramente|irregularmente raramente|irregolarmente raramente|нерегулярно редко
alone solo myself oneself|独自 一个人 单独|一人で 独りで|혼자|allein alleine|seul seule|solo sola|sozinho sozinha|solo sola|один одна
friends group together family colleagues|朋友 一起 团队 家人|友達 一緒 グループ|친구 함께|freunden gruppe zusammen|amis groupe ensemble|amigos grupo juntos|amigos grupo juntos|amici gruppo insieme|друзьями группой вместе
big bigger large huge|很大 更大 巨大|大きい 大きな|커다란 큰|groß große großen großer|grand grande grands grandes|grande grandes|grande grandes|grande grandi|большой большая большие
small smaller tiny little|很小 更小 微小|小さい 小さな|작은|klein kleine kleinen kleiner|petit petite petits petites|pequeño pequeña pequeños|pequeno pequena pequenos|piccolo piccola piccoli|маленький маленькая маленькие
new newer brand-new|崭新 全新|新しい|새로운|neu neue neuen neuer|nouveau nouvelle neuf|nuevo nueva nuevos|novo nova novos|nuovo nuova nuovi|новый новая новые
old older used second-hand|陈旧 老旧 二手|古い 中古|오래된 중고|alt alte alten alter gebraucht|vieux vieille ancien usagé|viejo vieja antiguo usado|velho velha antigo usado|vecchio vecchia usato|старый старая старые подержанный
young younger|年轻|若い|젊은|jung junge jungen|jeune jeunes|joven jóvenes|jovem jovens|giovane giovani|молодой молодая
elderly aged|年老 年迈|老いた 高齢|늙은|alt alte ältere|âgé âgée|anciano anciana mayor|idoso idosa|anziano anziana|пожилой пожилая
strong stronger|强壮 强大|強い|강한|stark starke|fort forte|fuerte|forte|forte|сильный сильная
weak weaker|虚弱 薄弱|弱い|약한|schwach schwache|faible|débil|fraco fraca|debole|слабый слабая
long longer|很长 更长|長い|긴|lang lange langen|long longue longs|largo larga|longo longa|lungo lunga|длинный долгий долго
short shorter brief|很短 更短|短い|짧은|kurz kurze kurzen|court courte bref|corto corta breve|curto curta breve|corto corta breve|короткий короткая
pleasant enjoyable enchanting charming lovely fun richer rich good great well forward enjoyed eager|惬意 有意思 有趣 迷人 优美 很美 好看 开心 愉快 舒服 舒畅 放松 高兴 自信 乐观 心情好 心情很好 晴|楽しい 楽し 嬉し 素敵|즐거 좋은 행복|schön angenehm toll|agréable charmant utile réussi|agradable encantador gusta gustó útil|agradável encantador gostou útil|incantevole piacevole bello|прекрасном прекрасный отличном отличное хорошем
unpleasant disappointing dull dreary dread dreads dreaded useless bland blander poor bad badly dismay stagnating burden tired|扫兴 没意思 无趣 无聊 乏味 难看 沉闷 郁闷 消沉 难过 难受 疲惫 烦躁 低落 心情差 糟 阴冷 阴天 不开心 沮丧|退屈 悲し 不快|지루 우울 슬프|langweilig enttäuschend unangenehm nutzlos|décevant ennuyeux inutile|decepcionante inútil aburrido|decepcionante inútil inúteis chato|deludente noioso peggiorato|подавлен подавлена ужасном плохом грустно
busy hectic|忙碌 忙了 很忙 太忙 繁忙 忙|忙し|바쁘 바쁜|beschäftigt|occupé chargé|ocupado ocupada|ocupado ocupada|impegnato impegnata|занят занята
idle unoccupied|闲了 清闲 空闲 悠闲|暇|한가|untätig|oisif|desocupado|desocupado|libero|свободен свободна
private secluded quiet|私密 安静 幽静 清静|静か|조용|ruhig abgeschieden|calme intime|tranquilo íntimo|tranquilo íntimo|tranquillo intimo|тихий тихое
lively noisy bustling|热闹 喧闹 吵闹 开放|にぎやか|시끄러 붐비|laut belebt|animé bruyant|animado ruidoso|animado barulhento|vivace rumoroso|шумный шумное
"""
