"""Words of which one is never another: seasons, colours, directions, sports. A line is one meaning, as in `lexicon/doings.py`."""

__all__ = ["EXCLUSIVE"]

EXCLUSIVE = """
spring springtime|春天 春季|春|봄|frühling frühjahr|printemps|primavera|primavera|primavera|весна весной
summer|夏天 夏季 暑假|夏|여름|sommer|été|verano|verão|estate|лето летом
autumn|秋天 秋季|秋|가을|herbst|automne|otoño|outono|autunno|осень осенью
winter|冬天 冬季 寒假|冬|겨울|winter|hiver|invierno|inverno|inverno|зима зимой
red|红色|赤い 赤色|빨간|rot rote roten rotes|rouge|rojo roja|vermelho vermelha|rosso rossa|красный красная
blue|蓝色|青い 青色|파란|blau blaue blauen blaues|bleu bleue|azul|azul|blu|синий синяя голубой
green|绿色|緑色|초록|grün grüne grünen grünes|vert verte|verde|verde|verde|зеленый зеленая зелёный
black|黑色|黒い 黒色|검은|schwarz schwarze schwarzen|noir noire|negro negra|preto preta|nero nera|черный черная чёрный
white|白色|白い 白色|흰|weiß weiße weißen|blanc blanche|blanco blanca|branco branca|bianco bianca|белый белая
yellow|黄色|黄色|노란|gelb gelbe gelben|jaune|amarillo amarilla|amarelo amarela|giallo gialla|желтый жёлтый
north northern|北方 北部|北部|북쪽|norden nördlich|nord|norte|norte|nord|север
south southern|南方 南部|南部|남쪽|süden südlich|sud|sur|sul|sud|юг
piano|钢琴|ピアノ|피아노|klavier|piano|piano|piano|pianoforte|пианино фортепиано
guitar|吉他|ギター|기타|gitarre|guitare|guitarra|guitarra violão|chitarra|гитара
violin|小提琴|バイオリン|바이올린|geige violine|violon|violín|violino|violino|скрипка
english england british|英语 英文 英国 英格兰|英語 イギリス 英国 イングランド|영어 영국|englisch englische england|anglais anglaise angleterre|inglés inglesa inglaterra|inglês inglesa inglaterra|inglese inghilterra|английский англия английском
french france|法语 法国 法文|フランス語 フランス|프랑스어 프랑스|französisch französische französischen frankreich|français française france|francés francesa francia|francês francesa frança|francese francia|французский франция французском
german germany|德语 德国 德文|ドイツ語 ドイツ|독일어 독일|deutsch deutsche deutschen deutschland|allemand allemande allemagne|alemán alemana alemania|alemão alemã alemanha|tedesco tedesca germania|немецкий германия немецком
spanish spain|西班牙语 西班牙 西班牙文|スペイン語 スペイン|스페인어 스페인|spanisch spanische spanischen spanien|espagnol espagnole espagne|español española españa|espanhol espanhola espanha|spagnolo spagnola spagna|испанский испания испанском
portuguese portugal|葡萄牙语 葡萄牙|ポルトガル語 ポルトガル|포르투갈어 포르투갈|portugiesisch portugiesische portugal|portugais portugaise portugal|portugués portuguesa portugal|português portuguesa portugal|portoghese portogallo|португальский португалия
italian italy|意大利语 意大利|イタリア語 イタリア|이탈리아어 이탈리아|italienisch italienische italienischen italien|italien italienne italie|italiano italiana italia|italiano italiana itália|italiano italiana italia|итальянский италия итальянском итальянская
russian russia|俄语 俄罗斯 俄国|ロシア語 ロシア|러시아어 러시아|russisch russische russland|russe russie|ruso rusa rusia|russo russa rússia|russo russa russia|русский россия русском
chinese china|中文 汉语 中国 中国菜 华语|中国語 中国 中華|중국어 중국|chinesisch chinesische chinesisches chinesischen china|chinois chinoise chine|chino china|chinês chinesa china|cinese cina|китайский китай китайская китайском
japanese japan|日语 日本 日文 日本料理|日本語 日本 和食|일본어 일본|japanisch japanische japanisches japanischen japan|japonais japonaise japon|japonés japonesa japón|japonês japonesa japão|giapponese giappone|японский япония японская японском
korean korea|韩语 韩国 韩文|韓国語 韓国|한국어 한국|koreanisch koreanische korea|coréen coréenne corée|coreano coreana corea|coreano coreana coreia|coreano coreana corea|корейский корея корейском
mexican mexico|墨西哥|メキシコ|멕시코|mexikanisch mexikanische mexiko|mexicain mexicaine mexique|mexicano mexicana méxico|mexicano mexicana méxico|messicano messicana messico|мексиканский мексика
indian india|印度|インド|인도|indisch indische indien|indien indienne inde|indio india|indiano indiana índia|indiano indiana india|индийский индия
thai thailand|泰国 泰国菜|タイ料理 タイ|태국|thailändisch thailändische thailand|thaïlandais thaïlandaise thaïlande|tailandés tailandia|tailandês tailândia|tailandese thailandia|тайский таиланд
tennis|网球|テニス|테니스|tennis|tennis|tenis|tênis|tennis|теннис теннисом теннису тенниса теннисе
yoga|瑜伽|ヨガ|요가|yoga|yoga|yoga|yoga ioga|yoga|йога йогой йоги йогу йоге
basketball|篮球|バスケ バスケットボール|농구|basketball|basket basketball|baloncesto|basquete|basket pallacanestro|баскетбол баскетболом баскетболе
volleyball|排球|バレーボール|배구|volleyball|volley volleyball|voleibol|vôlei voleibol|pallavolo|волейбол волейболом волейболе
golf|高尔夫|ゴルフ|골프|golf|golf|golf|golfe|golf|гольф гольфом гольфе
jazz|爵士|ジャズ|재즈|jazz|jazz|jazz|jazz|jazz|джаз джазом джаза джазе
beer beers|啤酒|ビール|맥주|bier biere|bière bières|cerveza cervezas|cerveja cervejas|birra birre|пиво пива пивом
pizza pizzas|披萨 比萨|ピザ|피자|pizza pizzas|pizza pizzas|pizza pizzas|pizza pizzas|pizza pizze|пицца пиццу пиццы
sushi|寿司|寿司|초밥 스시|sushi|sushi|sushi|sushi|sushi|суши
library libraries|图书馆|図書館|도서관|bibliothek bibliotheken|bibliothèque bibliothèques|biblioteca bibliotecas|biblioteca bibliotecas|biblioteca biblioteche|библиотека библиотеке библиотеки библиотеку
"""
