"""Words of which one is never another: seasons, colours, directions. A line is one meaning, as in `lexicon/doings.py`."""

__all__ = ["EXCLUSIVE"]

EXCLUSIVE = """
spring springtime|春天 春季|春|봄|frühling frühjahr|printemps|primavera|primavera|primavera|весна весной
summer|夏天 夏季 暑假|夏|여름|sommer|été|verano|verão|estate|лето летом
autumn fall|秋天 秋季|秋|가을|herbst|automne|otoño|outono|autunno|осень осенью
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
"""
