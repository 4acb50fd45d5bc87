"""Small phrase tables: messages that need no memory, and messages that ask about the past.

Text is compared in one letter case with plain widths and quotes (`plain.lowered`). Languages: English, Chinese,
Japanese, Korean, German, French, Spanish, Portuguese, Italian, Russian; thanks in some more.
"""

import re
from functools import cache

import regex

from recall_sidecar.recall.plain import fold

__all__ = ["is_small_talk", "mentions_the_past", "wants_reminding"]

# Acknowledgements, thanks, greetings, farewells and pings. Plain yes and no are left out: they answer a question,
# and what was asked may need memory.
_TRIVIAL_WORDS = """
ok|okay|k|kk|okey|okey dokey|oki|alright|all right|right|sure|fine|good|great|nice|cool|perfect|awesome|excellent|lovely|super
|got it|understood|noted|makes sense|sounds good|will do|no problem|no worries|np|never mind|nevermind|nvm|done|agreed|roger
|thanks|thank you|thank u|thx|ty|tysm|cheers|much appreciated|thanks a lot|thanks so much|thank you so much|thank you very much|many thanks
|very much|so much|a lot|you're welcome|yw|hi|hello|hey|hiya|yo|hi there|hey there|hello there|there|good morning|good afternoon|good evening|good night|morning
|bye|goodbye|bye bye|see you|see ya|later|cya|ping|pong|test|testing|hm|hmm|mhm|uh huh|ah|oh|wow|lol|haha|hahaha|lmao|yay
|danke|danke schön|danke dir|vielen dank|dankeschön|alles klar|gut|super danke|passt|verstanden|hallo|guten morgen|guten tag|guten abend|gute nacht|tschüss|moin|bitte
|merci|merci beaucoup|merci bien|d'accord|parfait|très bien|compris|bonjour|bonsoir|salut|coucou|bonne nuit|au revoir|de rien
|gracias|muchas gracias|vale|de acuerdo|perfecto|entendido|genial|hola|buenos días|buenas tardes|buenas noches|adiós|de nada
|obrigado|obrigada|muito obrigado|muito obrigada|valeu|perfeito|entendi|beleza|olá|oi|bom dia|boa tarde|boa noite|tchau
|grazie|grazie mille|va bene|perfetto|capito|ciao|buongiorno|buonasera|buonanotte|prego
|bedankt|dank je|dank je wel|tack|tack så mycket|dziękuję|dzięki|teşekkürler|teşekkür ederim|tamam|cảm ơn|cảm ơn bạn|شكرا|شكرًا|شكراً|شكرا لك|धन्यवाद|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ
|спасибо|большое спасибо|спасибо большое|хорошо|ок|окей|понятно|ясно|отлично|привет|здравствуйте|доброе утро|добрый день|добрый вечер|пока|пожалуйста
"""
_TRIVIAL_CJK = """
嗯|嗯嗯|哦|噢|喔|好|好的|好吧|好呀|好滴|行|可以|没问题|沒問題|知道了|明白|明白了|了解|收到|谢谢|謝謝|谢谢你|谢谢您|多谢|感谢|辛苦了|不客气|你好|您好|早|早上好|早安|晚安|晚上好|下午好|再见|拜拜|哈哈|哈哈哈|在吗|在嗎
|ありがとう|ありがとうございます|ありがとうございました|どうも|了解|了解です|了解しました|わかりました|分かりました|わかった|はーい|おはよう|おはようございます|こんにちは|こんばんは|おやすみ|おやすみなさい|さようなら|なるほど|お疲れ様です|お疲れさま
|감사합니다|고마워|고마워요|고맙습니다|알겠습니다|알겠어|알겠어요|알았어|네|넵|넹|응|좋아|좋아요|안녕|안녕하세요|ㅇㅋ|오케이|ㅋㅋ|ㅋㅋㅋ|ㅎㅎ
"""


def _rows(table: str) -> str:
    """Return an alternation of the table's rows, folded as the text they are compared with, longest first."""
    rows = (regex.escape(fold(row)) for row in table.split("|"))
    return "|".join(sorted(rows, key=len, reverse=True))


# One or more of them and nothing else; one of a script with words ends where the word does. Never looks back, so that
# a long row of the same syllable costs no more than its length. Every turn needs it, so it is compiled at once.
_TRIVIAL = regex.compile(
    rf"(?:(?>(?:{_rows(_TRIVIAL_WORDS)})(?![\p{{Latin}}\p{{Cyrillic}}\p{{Arabic}}\p{{Devanagari}}\p{{Thai}}\p{{N}}'])|(?:{_rows(_TRIVIAL_CJK)}))\s*+)++"
)

_EN = (
    r"(?<!how )\b(?:do|did|don't|can|could|would) (?:you|u) (?:still |happen to )?(?:remember|recall)\b",
    r"\b(?:remember|recall) (?:what|which|who|where|why|how|when (?:we|i|you))\b|^(?:remember|recall) .*\?$",
    r"\b(?:previously|last time|the other day|back then|in the past|yesterday)\b|\bi used to\b",
    r"\blast (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    r"\b(?:\d+|a|a few|a couple of|some|two|three|four|five|six|seven|eight|nine|ten) (?:hours?|days?|weeks?|months?|years?) (?:ago|back)\b",
    r"\b(?:we|you|i)(?:'ve| have| had)? (?:already |once )?(?:discussed|decided|agreed|said|talked about|chose|told|mentioned|settled on)\b",
    r"\b(?:previous|earlier|past|last|old) (?:decision|conversation|chat|discussion|session|meeting|trip|order)s?\b",
    r"\b(?:what|which|when|where|why|how|who)(?:'d)?(?: \w+){0,3} (?:did|had|was|were) (?:we|you|i|my|our)\b",
    r"\bdid (?:i|we)\b|\bdid you (?:say|tell|mention|promise|find|decide|suggest|recommend|note)\b|\bhave (?:i|we) (?:ever|already)\b",
    r"\b(?:what|who|where|when|which|how old)(?:'s| is| are| was| were|'re) (?:my|our)\b",
    r"\b(?:what|which|how)(?: \w+){0,2} do i (?:usually|normally|always|typically|like|prefer)\b|\bmy (?:usual|favou?rite)\b|\bas usual\b",
    r"\b(?:did|have|had)(?:n't)? (?:we|i) (?:already|ever)\b|\b(?:i|we) (?:told|gave|sent|showed|asked) (?:you|u)\b|\b(?:you|u) (?:told|gave|sent|showed|recommended|suggested to) (?:me|us)\b|\bhave i told you\b",
)
_DE = (
    r"\berinnerst du dich\b|\berinnern sie sich\b|\b(?:weisst du|wissen sie) noch\b",
    r"\bletzte[nsm]? (?:mal|woche|monat|jahr|nacht|sommer|winter)\b|\bneulich\b|\bdamals\b|\bgestern\b|\bvorgestern\b|\bvor \w+ (?:tagen|wochen|monaten|jahren)\b",
    r"\b(?:habe ich|hatte ich|haben wir|hatten wir|hast du)\b.*\b(?:gesagt|besprochen|beschlossen|entschieden|vereinbart|erzählt|erwähnt|gewählt|ausgemacht)\b",
    r"\b(?:was|wer|wo|wann|wie|welche[rsnm]?)(?: \w+)? (?:ist|sind|war|waren|heisst|heissen) (?:mein|unser)\w*|\bwie immer\b|\bmein\w* (?:übliche\w*|lieblings\w+)",
    r"\b(?:habe|hatte|haben|hatten|hast|hattest)\b(?: \w+){0,8} (?:aus)?(?:gesucht|gewählt|gemacht|empfohlen|genannt|erzählt|erwähnt|gesagt|besprochen|vorgeschlagen|gegeben)\b|\b(?:dir|mir)(?: \w+){0,4} (?:empfohlen|erzählt|genannt|gesagt|vorgeschlagen) (?:hast|habe|hatte|hattest)\b",
    r"\b(?:was|wer|wo|wann|wie|welche[rsnm]?)(?: \w+)? (?:war|waren|hiess|hiessen)(?: doch)? (?:noch ?mal|gleich)\b|\bwas wollten wir\b|\bauf die sprünge\b",
)
_FR = (
    r"\bte souviens|\btu te rappelles\b|\bvous (?:souvenez|rappelez)\b|\bte rappelles-tu\b",
    r"\b(?:la dernière fois|la semaine dernière|le mois dernier|l'année dernière|l'autre jour|avant-hier|hier (?:soir|matin)|précédemment)\b|\bil y a \w+ (?:jours|semaines|mois|ans)\b",
    r"\b(?:avons-nous|ai-je|as-tu|on a|j'ai|j'avais|nous avons|nous avions) (?:déjà )?(?:dit|décidé|parlé|discuté|choisi|convenu|mentionné)\b",
    r"\b(?:quel(?:le)?s?|qui|où|quand|comment) (?:est|sont|était|étaient|s'appelle) (?:mon|ma|mes|notre|nos)\b|\bcomme d'habitude\b",
    r"\bl'(?:été|automne|hiver) dernier\b|\b(?:je t'|tu m'|je vous |vous m')(?:ai|as|avais|avait|avez|aviez) (?:déjà )?(?:dit|parlé|raconté|conseillé|recommandé|donné|suggéré)\b|\bc'était \w+,? déjà\b",
    r"\b(?:avons|avions|as|avais|ai)-(?:nous|tu|je) (?:déjà )?(?:dit|décidé|parlé|discuté|choisi|convenu|mentionné|prévu)\b|\b(?:que|ce que) je t'ai dit\b",
)
_ES = (
    r"\b(?:te acuerdas|se acuerda|recuerdas|recuerda usted)\b",
    r"\b(?:la última vez|la semana pasada|el mes pasado|el año pasado|el otro día|ayer|anteriormente)\b|\bhace \w+ (?:días|semanas|meses|años)\b",
    r"\b(?:te dije|dije|dijimos|decidimos|hablamos de|acordamos|elegimos|te conté|mencioné|quedamos)\b",
    r"\b(?:qué|cuál|cuáles|quién|dónde|cuándo|cómo) (?:es|era|está|son|eran|fue|se llama) (?:mis?|nuestr[oa]s?)\b|\bcomo siempre\b",
    r"\bdónde están (?:mis|nuestr[oa]s)\b|\bel (?:verano|invierno|otoño) pasado\b|\b(?:te|me|le|nos) (?:hablé|dijiste|recomendaste|contaste|diste|sugeriste|conté)\b|\b(?:habíamos|había|hemos|he) (?:elegido|dicho|decidido|hablado|quedado|mencionado)\b",
)
_PT = (
    r"\b(?:você (?:se |ainda )?lembra|lembras-te|se lembra|lembra (?:quando|do que|de quando))\b",
    r"\b(?:[dn]?a última vez|semana passada|mês passado|ano passado|outro dia|ontem|anteriormente)\b|\bhá \w+ (?:dias|semanas|meses|anos)\b",
    r"\b(?:eu disse|dissemos|decidimos|falamos sobre|combinamos|escolhemos|te contei|mencionei)\b",
    r"\b(?:qual|quais|quem|onde|quando|como) (?:é|era|está|são|foi|se chama) (?:[oa]s? )?(?:meus?|minhas?|nossos?|nossas?)\b|\bcomo sempre\b",
    r"\b(?:onde|quais|quando) (?:estão|estava|eram) (?:[oa]s? )?(?:meus?|minhas?|noss[oa]s?)\b|\bno (?:verão|inverno|outono) passado\b|\b(?:te|lhe|me) (?:disse|falei|contei|disseste|recomendaste|recomendou)\b|\b(?:falei|contei|disse)-(?:te|lhe)\b",
    r"\b(?:tínhamos|tinha|temos) (?:escolhido|dito|decidido|falado|combinado)\b|\bvocê me (?:disse|recomendou|contou|falou)\b|\bcombinámos\b",
)
_IT = (
    r"\b(?:ti ricordi|si ricorda|vi ricordate|ricordi (?:quando|cosa|che|quale|chi|dove))\b",
    r"\bl'ultima volta\b|\b(?:la settimana scorsa|il mese scorso|l'anno scorso|l'altro giorno|ieri|in precedenza)\b|\b\w+ (?:giorni|settimane|mesi|anni) fa\b",
    r"\b(?:ho|abbiamo|avevo|avevamo|hai) (?:già )?(?:detto|deciso|parlato|scelto|concordato|menzionato)\b",
    r"\b(?:qual è|quali sono|chi è|dov'è|quando è|qual era|chi era|come si chiama)(?: stat[oa])? (?:(?:il|la|lo|i|le) )?(?:mi[oae]|miei|nostr[oaie])\b|\bcome al solito\b",
    r"\bdove (?:sono|erano) (?:(?:i|le|gli) )?(?:mie|miei|nostr[ie])\b|\b(?:l'estate|l'inverno|l'autunno) scors[oa]\b|\b(?:mi|ti|vi) (?:hai|ho|avevo|avevi|avete) (?:già )?(?:detto|consigliato|raccontato|parlato|dato|suggerito)\b|\bcom'era rimast[oa]\b",
)
_RU = (
    r"\b(?:помнишь|помните|припоминаешь)\b",
    r"\b(?:в прошлый раз|на прошлой неделе|в прошлом (?:месяце|году)|прошлым летом|вчера|позавчера)\b|\b(?:дня|дней|недели|недель|месяца|месяцев|года|лет) назад\b",
    r"\b(?:я|мы|ты) (?:уже )?(?:говорил|говорила|говорили|сказал|сказала|решили|обсуждали|выбрали|договорились|упоминал|упоминала)\b",
    r"\b(?:какой|какая|какое|какие|кто|где|когда|как зовут)(?: у меня| был[аои]?)? (?:мо[йяёеи]|моего|мою|наш[аеи]?)\b|\bкак обычно\b",
    r"\b(?:я|мы|ты|вы)(?: \w+){0,3} (?:говорил|рассказывал|советовал|называл|упоминал|обещал|рекомендовал|сказал)[аи]?\b|\bкак зовут (?:мо|наш)\w+\b|\bпрошл(?:ым|ой) (?:летом|зимой|осенью|весной)\b",
)
_ZH = (
    r"[还還][记記]得|[记記]得.{0,24}(?:[吗嗎么麼]|\?$)",
    r"(?:之前|以前|上次|上回|曾[经經]|昨天|前天|昨晚|上[个個]?(?:周|週|星期|月)|去年|那次|那天).{0,16}(?:[说說]|聊|[谈談]|[讨討][论論]|提|[决決]定|告[诉訴]|[选選]|[买買]|去|做|用|住|吃).{0,4}(?:[过過了的]|什[么麼]|哪|[吗嗎谁誰])",
    r"我(?:们|們)?(?:[跟和对對](?:你|您))?(?:[说說聊提][过過]|告[诉訴][过過]|[说說]好)|我(?:们|們)?(?:平[时時]|通常|一般|最)喜[欢歡]",
    r"我的.{0,12}(?:是什[么麼]|是[谁誰]|是哪|叫什[么麼]|在哪|是多少|是几|是幾)|[老照]样子|老規矩|老规矩",
    r"[来來]着|(?:上次|上回|之前|以前|刚才|剛才|前几天|前幾天).{0,16}(?:[说說]|推[荐薦]|提|聊|定|[讨討][论論]|建[议議])|我(?:[说說]|提到|告[诉訴])[过過]|(?:有没有|有沒有)[跟和对對]你[说說][过過]|你(?:曾[经經]|之前|以前|上次).{0,8}(?:建[议議]|推[荐薦]|[说說])",
)
_JA = (
    r"覚えて(?:る|ます|い(?:る|ます))(?:か|よね|の|\?|$)",
    r"(?:前回|この前|この間|以前|先日|昨日|先週|先月|去年|昨年).{0,24}(?:話し|話した|言っ|伝え|相談し|決め|教え|選ん|買っ|行っ|食べ)|っけ\??$",
    r"(?:私|僕|俺|うち)の.{0,16}(?:何|なん|いつ|どこ|誰|だれ|どれ|どう).{0,8}|いつもの",
    r"(?:前|さっき|先ほど|この間)に?(?:言っ|話し|頼ん|伝え)た|(?:だった|でした)(?:かな|かしら)|(?:頼んだ|約束した|言った)の(?:は|が)|(?:いつ|何|誰|どこ|どれ)だったか",
)
_KO = (
    r"기억(?:나|하|해|하고)(?:니|요|나요|세요|십니까|지|죠|$)|기억(?:나|해)(?! ?(?:둬|두|줘))",
    r"(?:지난 ?번|저번|예전|전에|어제|그저께|지난 ?(?:주|달|해)|작년).{0,24}(?:했|말한|얘기|이야기|정한|결정|샀|갔|먹)",
    r"(?:^| )(?:내|제|우리) .{0,16}(?:뭐|언제|어디|누구|무엇|몇)|늘 하던|평소처럼",
    r"(?:였|었|았|했|었었|렸)(?:지|더라|죠)\?*$|(?:아까|저번에|작년에|지난주에).{0,16}(?:말한|추천|간|산)|내가 .{0,12}(?:했던|한다고 했)|(?:우리가|내가) (?:간|산|정한|말한)",
)
_REMIND = (
    r"\bremind (?:me|us) (?:again )?(?:what|which|who|where|why|how|of (?:what|the|my|our)|when (?:did|was|is my|is our|we (?:last|first)|i (?:last|first)))\b",
    r"\berinner(?:e|n sie)? mich (?:noch ?mal,? )?(?:daran,? )?(?:was|wer|wo|wie|warum|welche\w?)\b",
    r"\brappelle(?:z)?-(?:moi|nous) (?:ce qu|quel|qui|où|pourquoi|comment)",
    r"\brecuérdame (?:qué|cuál|quién|dónde|por qué|cómo)\b",
    r"\bme lembr[ae] (?:o que|qual|quem|onde|como|por que)\b",
    r"\bricordami (?:cosa|chi|dove|quale|perché|come)\b",
    r"\bнапомни(?:те)?,? (?:мне,? )?(?:что|кто|где|как|какой|какая|какие|почему)\b",
)
_FUTURE = (
    r"\b(?:tomorrow|tonight|later|next (?:week|month|year|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b",
    r"\bmorgen\b|\bheute abend\b|\bnächste\w? |\bspäter\b|\bdemain\b|\bce soir\b|\bprochaine?\b|\bmañana\b|\bmás tarde\b|\bpróxim[oa]\b",
    r"\bamanhã\b|\bmais tarde\b|\bdomani\b|\bstasera\b|\bprossim[oa]\b|\bзавтра\b|\bпозже\b|\bследующ\w+",
)


# Compiled when they are first used: most settings never ask about the past, and the daemon would listen later for them.
@cache
def _any(*tables: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{row})" for table in tables for row in table))


# Each with the letters without which none of its rows can match.
@cache
def _past() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return (
        (re.compile("[a-z]"), _any(_EN, _DE, _FR, _ES, _PT, _IT)),
        (re.compile("[а-я]"), _any(_RU)),
        (re.compile("[\u3040-\u30ff\u3400-\u9fff]"), _any(_ZH, _JA)),
        (re.compile("[\uac00-\ud7af]"), _any(_KO)),
    )


def mentions_the_past(text: str) -> bool:
    """Tell whether `text`, lowered, speaks of something done, said or told before, or of what is usual."""
    return any(script.search(text) and past.search(text) for script, past in _past())


def wants_reminding(text: str) -> bool:
    """Tell whether `text`, lowered, says "remind me what …", and not for later."""
    return _any(_REMIND).search(text) is not None and _any(_FUTURE).search(text) is None


def is_small_talk(text: str) -> bool:
    """Tell whether `text`, lowered and without punctuation, is acknowledgements, thanks and greetings alone."""
    return _TRIVIAL.fullmatch(text) is not None
