"""Time words of languages that put spaces between words: a block of lines for each language.

Each line is a sense, then the phrases that mean it; `months` and `weekdays` begin with January and Monday, and forms
of one month or weekday are joined by `/`. The senses are explained in `timewords/senses.py`.
"""

__all__ = ["LANGUAGES"]

_ENGLISH = """
day 0: today, tonight, this morning, this afternoon, this evening
day -1: yesterday, last night
day -2: day before yesterday
unit day: day, days
unit week: week, weeks
unit weekend: weekend
unit month: month, months
unit year: year, years
last: last, previous
through: past, in the last, over the last, during the last, within the last
this: this
next: next, coming, every, each
ago: ago
in: in, during, on
since: since, ever since
between: between
and: and
quarter: q
count 1: a, an, one
count 2: two, a couple, couple
count 3: three, a few, few
count 4: four
count 5: five
count 6: six
count 7: seven
count 8: eight
count 9: nine
count 10: ten
months: january/jan, february/feb, march, april/apr, may, june/jun, july/jul, august/aug, september/sept/sep, october/oct, november/nov, december/dec
weekdays: monday, tuesday, wednesday, thursday, friday, saturday, sunday
to: to, until, till, through
skip: the, of, from
"""
_GERMAN = """
day 0: heute
day -1: gestern
day -2: vorgestern
unit day: tag, tage, tagen
unit week: woche, wochen
unit weekend: wochenende
unit month: monat, monate, monaten, monats
unit year: jahr, jahre, jahren, jahres
rel month -1: vormonat
rel year -1: vorjahr
last: letzte, letzten, letzter, letztes, letztem, vergangene, vergangenen, vergangener, vergangenes, vorige, vorigen, voriger, voriges
this: diese, diesen, dieser, dieses, diesem
next: nächste, nächsten, nächster, nächstes, kommende, kommenden, jeden, jede, jedes
back: vor
in: im
count 1: ein, eine, einem, einen, einer
count 2: zwei
count 3: drei, ein paar, einigen
count 4: vier
count 5: fünf, fuenf
count 6: sechs
count 7: sieben
count 8: acht
count 9: neun
count 10: zehn
months: januar/jänner, februar, märz/maerz, april, mai, juni, juli, august, september, oktober, november, dezember
weekdays: montag, dienstag, mittwoch, donnerstag, freitag, samstag/sonnabend, sonntag
to: bis
since: seit
between: zwischen
and: und
skip: der, den, dem, am, des, zum
"""
_FRENCH = """
day 0: aujourd hui, ce matin, ce soir
day -1: hier
day -2: avant hier
unit day: jour, jours
unit week: semaine, semaines
unit weekend: week end, weekend
unit month: mois
unit year: an, ans, année, années
rel year -1: an dernier, an passé, il y a un an
last: dernier, dernière, derniers, dernières, passé, passée
this: ce, cette
next: prochain, prochaine, chaque
back: il y a
in: en, au mois de
since: depuis
between: entre
and: et
count 1: un, une
count 2: deux
count 3: trois, quelques
count 4: quatre
count 5: cinq
count 8: huit
count 9: neuf
count 10: dix
months: janvier, février, mars, avril, mai, juin, juillet, août/aout, septembre, octobre, novembre, décembre
weekdays: lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche
to: à, au, jusqu au, jusqu à
skip: le, la, les, de, du
"""
_SPANISH = """
day 0: hoy
day -1: ayer, anoche
day -2: anteayer, antes de ayer, antier
unit day: día, días, dia, dias
unit week: semana, semanas
unit weekend: fin de semana
unit month: mes, meses
unit year: año, años
last: pasado, pasada, último, última, últimos, últimas, pasados, pasadas
this: este, esta
next: próximo, próxima, cada
back: hace
in: en
count 1: un, una
count 2: dos
count 3: tres, unos, unas
count 4: cuatro
count 5: cinco
count 6: seis
count 7: siete
count 8: ocho
count 9: nueve
count 10: diez
months: enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre
weekdays: lunes, martes, miércoles, jueves, viernes, sábado, domingo
to: al, hasta
since: desde
and: y
skip: el, los, las, del
"""
_PORTUGUESE = """
day 0: hoje
day -1: ontem
day -2: anteontem, antes de ontem
unit weekend: fim de semana
unit month: mês
unit year: ano, anos
last: passado, passada, últimos, últimas
next: próximo, próxima
back: há, faz
in: em
count 1: um, uma
count 2: dois, duas
count 3: três, uns, umas, alguns, algumas
count 4: quatro
count 7: sete
count 8: oito
count 9: nove
count 10: dez
ago: atrás
months: janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro
weekdays: segunda feira, terça feira/terça, quarta feira, quinta feira, sexta feira/sexta, sábado, domingo
to: até
skip: do, da, dos, das, o, na, no
"""
_ITALIAN = """
day 0: oggi
day -1: ieri
day -2: altro ieri, avantieri
unit day: giorno, giorni
unit week: settimana, settimane
unit weekend: fine settimana
unit year: anno, anni
last: scorso, scorsa, scorsi, scorse, ultimi, ultime
this: questo, questa
next: prossimo, prossima, ogni
ago: fa
in: nel, nello
count 2: due
count 3: tre, qualche, alcuni, alcune
count 4: quattro
count 5: cinque
count 6: sei
count 7: sette
count 8: otto
count 10: dieci
unit month: mese, mesi
months: gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre
weekdays: lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica
to: fino al
skip: il, lo, di, del
"""
_RUSSIAN = """
day 0: сегодня
day -1: вчера
day -2: позавчера
unit day: день, дня, дней
unit week: неделю, недели, недель, неделе, неделя
unit weekend: выходные, выходных
unit month: месяц, месяца, месяцев, месяце
unit year: год, года, лет, году
last: прошлый, прошлая, прошлую, прошлой, прошлом, прошлого, прошлые, последние, последних
this: этот, эту, этой, этом
next: следующий, следующую, следующей, следующем, каждый, каждую
ago: назад
in: в, во
count 1: один, одну
count 2: два, две
count 3: три, несколько, пару
count 4: четыре
count 5: пять
count 6: шесть
count 7: семь
count 8: восемь
count 9: девять
count 10: десять
months: январь/января/январе, февраль/февраля/феврале, март/марта/марте, апрель/апреля/апреле, май/мая/мае, июнь/июня/июне, июль/июля/июле, август/августа/августе, сентябрь/сентября/сентябре, октябрь/октября/октябре, ноябрь/ноября/ноябре, декабрь/декабря/декабре
to: по, до
weekdays: понедельник, вторник, среду/среда, четверг, пятницу/пятница, субботу/суббота, воскресенье
"""

LANGUAGES = (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE, _ITALIAN, _RUSSIAN)
