"""Numbers in words: a line for each number; languages stand in the order of `LANGUAGES`. "One" is left out: it is mostly an article.

Ordinals stand with their numbers, "first" with none, since much is a first time.
"""

__all__ = ["LANGUAGES", "NUMERALS"]

LANGUAGES = ("en", "de", "fr", "es", "pt", "it", "ru", "ko")
NUMERALS = """
2: two second twice couple pair|zwei zweite zweiten zweiter zweimal paar|deux deuxième second seconde|dos segundo segunda|dois duas segundo segunda|due secondo seconda|два две двух вторая второй второго дважды|둘 두
3: three third thrice|drei dritte dritten dritter dreimal|trois troisième|tres tercero tercera tercer|três terceiro terceira|tre terzo terza|три трех третий третья трёх трое|셋 세
4: four fourth|vier vierte vierten vierter|quatre quatrième|cuatro cuarto cuarta|quatro|quattro quarto quarta|четыре четырех четвертый четвертая четырёх|넷 네
5: five fifth|fünf fünfte fünften fünfter|cinq cinquième|cinco quinto quinta|cinco quinto quinta|cinque quinto quinta|пять пяти пятый пятая|다섯
6: six sixth|sechs sechste sechsten|six sixième|seis sexto sexta|seis sexto|sei sesto|шесть шести шестой|여섯
7: seven seventh|sieben siebte siebten|sept septième|siete séptimo|sete sétimo|sette settimo|семь семи седьмой|일곱
8: eight eighth|acht achte achten|huit huitième|ocho octavo|oito oitavo|otto ottavo|восемь восьми восьмой|여덟
9: nine ninth|neun neunte neunten|neuf neuvième|nueve noveno|nove nono|nove nono|девять девяти девятый|아홉
10: ten tenth|zehn zehnte zehnten|dix dixième|diez décimo|dez décimo|dieci decimo|десять десяти десятый|열
11: eleven eleventh|elf elfte|onze|once|onze|undici|одиннадцать одиннадцати|
12: twelve twelfth dozen|zwölf zwölfte dutzend|douze douzaine|doce docena|doze dúzia|dodici dozzina|двенадцать двенадцати дюжина|
13: thirteen thirteenth|dreizehn|treize|trece|treze|tredici|тринадцать тринадцати|
14: fourteen fourteenth|vierzehn|quatorze|catorce|catorze quatorze|quattordici|четырнадцать|
15: fifteen fifteenth|fünfzehn|quinze|quince|quinze|quindici|пятнадцать пятнадцати|
16: sixteen sixteenth|sechzehn|seize|dieciséis|dezesseis|sedici|шестнадцать|
17: seventeen seventeenth|siebzehn||diecisiete|dezessete|diciassette|семнадцать|
18: eighteen eighteenth|achtzehn||dieciocho|dezoito|diciotto|восемнадцать|
19: nineteen|neunzehn||diecinueve|dezenove|diciannove|девятнадцать|
20: twenty twentieth|zwanzig|vingt|veinte|vinte|venti|двадцать двадцати|스물 스무
30: thirty thirtieth|dreißig|trente|treinta|trinta|trenta|тридцать тридцати|서른
40: forty|vierzig|quarante|cuarenta|quarenta|quaranta|сорок|마흔
50: fifty|fünfzig|cinquante|cincuenta|cinquenta|cinquanta|пятьдесят|쉰
60: sixty|sechzig|soixante|sesenta|sessenta|sessanta|шестьдесят|
70: seventy|siebzig||setenta|setenta|settanta|семьдесят|
80: eighty|achtzig|quatre-vingts|ochenta|oitenta|ottanta|восемьдесят|
90: ninety|neunzig||noventa|noventa|novanta|девяносто|
100: hundred|hundert|cent|cien|cem|cento|сто|
1000: thousand|tausend|mille|mil|mil|mila mille|тысяча тысячи тысяч|
1000000: million|million millionen|million millions|millón millones|milhão milhões|milione milioni|миллион миллиона|
"""
