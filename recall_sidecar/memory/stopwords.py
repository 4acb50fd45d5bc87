"""Words that say little: those that are never searched for, and those that count for little.

Stop words only hold sentences together. Faint words have a meaning, but they stand in every request and every
diary ("tell", "week", "thing"), so sharing one is weak evidence that a note is about the question.
"""

__all__ = ["FAINT", "STOP", "STOP_CHARACTERS"]

_ENGLISH = """
a about after again all also am an and any are aren't as at be because been before being both but by can can't
cannot could couldn't did didn't do does doesn't doing don't down during each either else ever few for from
further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his
how how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just let let's me more most much
must my myself neither no nor not of off on once only or other ought our ours ourselves out over own per please
quite rather s same shall shan't she she'd she'll she's should shouldn't since so some such than that that's the
their theirs them themselves then there there's these they they'd they'll they're they've this those though
through to too under until up upon us very was wasn't we we'd we'll we're we've were weren't what what's when
when's where where's whether which while who who's whom whose why why's will with within without won't would
wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves
"""
_GERMAN = """
aber als am an auch auf aus bei bin bis bist da das dass dein deine dem den denn der des dich die dir doch du
durch ein eine einem einen einer eines er es euch euer fuer für hat hatte habe haben ich ihm ihn ihr ihre im in ist
ja kann kannst kein keine mein meine meinem meinen meiner mich mir mit nach nicht noch nur ob oder schon sein seine
sich sie sind so ueber über um und uns unser vom von vor war waren warum was wem wen wenn wer werden wie wieder
wir wird wo zu zum zur
"""
_FRENCH = """
au aux avec ce ces cet cette c'est comme dans de des du elle elles en est et eux il ils j'ai je la le les leur
leurs lui ma mais mes moi mon ne nos notre nous on ou où par pas pour qu'est que quel quelle quels qui sa sans se
ses son sont sur ta te tes toi ton tu un une vos votre vous
"""
_SPANISH = """
al como con cual cuál cuando cuándo de del donde dónde el él ella ellas ellos en era es esa ese eso esta está este
esto fue ha hay he la las le les lo los me mi mí mis muy más nos nuestra nuestro o para pero por porque que qué
quien quién se sea ser si sí sin sobre son su sus te tiene tu tú tus un una unas uno unos y ya yo
"""

STOP = frozenset(" ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH)).replace("'", "").split())

_FAINT = """
able actually add advice advise answer anyone anything around ask asked away back become best better big bit bring call came
change check come create day days different discuss discussed done easy end enough even every everyone everything
example explain feel felt find first following found gave get gets getting give given gives go goes going gonna
gone good got great guess happen happened happy hard hear heard help hey hi hello idea ideas keep kind knew know known
last later least left less like likely likes list little long look looking lot lots made make makes making many
may maybe mean means mention mentioned might mind month months need needed needs never new next nice now number
old one ones option options part people place point possible probably provide put question read real really recent recently recommend
recommendation recommendations recommended recommends
remember right said saw say saying says see seem seen set show since small someone something sometimes soon sort
start started still stuff suggest suggested suggestion suggestions suggests sure take taken takes talk talked talking tell tells thank thanks thing things think
thinking thought time times tip tips today together told tomorrow took tried true try trying turn two type use used useful
user uses using usually want wanted wants way ways week weeks well went whole word words work works write written
wrong wrote year years yesterday
"""

FAINT = frozenset(_FAINT.strip().split())

# Characters that only hold Chinese and Japanese sentences together; a pair made of them alone is not searched for.
STOP_CHARACTERS = frozenset(
    "的了吗呢吧啊呀嘛么是在我你他她它们您这那哪什怎为和与或就都也还又很把被给让对从到有没不个些请问曾经过はがをにでとのもへやかねよな"
)
