"""What replies look like that are no memory: other spellings of NONE, failures, refusals, small talk, thinking.

The tables match whole sentences from their first word on. A memory that merely mentions such words ("User's
flight timed out …", "prefers hello as greeting") begins differently and is never caught.
"""

import re
from functools import cache
from typing import Literal, TypeAlias

from recall_sidecar.recall.plain import fold

__all__ = ["ShapeKind", "says_nothing", "shape_of", "shape_of_opening"]

ShapeKind: TypeAlias = Literal[
    "timeout", "failure", "refusal", "cut_off", "small_talk", "thinking", "reply_to_user"
]

# No sentence of ours is longer; what is longer is judged by its beginning.
_MAX_SENTENCE_CHARS = 600

_NOTHING_WORDS = frozenset(
    {
        "none", "null", "nil", "nothing", "empty", "n/a", "na", "no", "no reply", "noreply", "undefined", "false",
        "not found", "nothing here", "nothing relevant", "nothing useful", "nothing found", "nothing to recall",
        "nothing to add", "not relevant", "not applicable", "none found", "none relevant", "no match", "no matches",
        "无", "無", "空", "没有", "沒有", "暂无", "暫無", "无结果", "無結果", "无相关", "没有结果", "无可用记忆",
        "なし", "無し", "特になし", "該当なし", "ありません", "関連なし", "関連する情報はありません",
        "없음", "없습니다", "해당 없음", "관련 없음",
        "keine", "keiner", "keines", "nichts", "nichts relevantes", "nichts gefunden", "keine treffer",
        "aucun", "aucune", "rien", "rien de pertinent", "néant",
        "ninguno", "ninguna", "nada", "nada relevante", "sin resultados",
        "nenhum", "nenhuma", "sem resultados",
        "nessuno", "nessuna", "niente", "nulla", "niente di rilevante", "nulla di rilevante",
        "нет", "ничего", "пусто", "ничего релевантного", "ничего не найдено",
        "geen", "niets", "ingen", "inget", "ingenting", "brak", "yok", "hiçbiri", "không có", "لا شيء", "لا يوجد", "कुछ नहीं", "ไม่มี",
    }
)  # fmt: skip

_WHAT_WAS_SHOWN = r"(?:the|these)(?: (?:\w+ )?passages| (?:stored |provided )?memories| (?:provided|given|retrieved|available|search) (?:notes|results))"
_NOTHING_SENTENCES = re.compile(
    "|".join(
        (
            r"(?:there (?:is|are|was|were) |i (?:found|have|see) )?(?:no|not any) (?:\w+ )?(?:memory|memories|information|notes?|results?|passages?|context)(?: (?:is|are|was|were|to|found|available|recall|here|for|this|message))*",
            r"(?:there (?:is|are|was|were) |i (?:found|have|see) )?nothing (?:\w+ ){0,2}(?:found|memory|memories|notes|passages|to recall|relevant|useful)",
            r"(?:there (?:is|are|was|were) |i (?:found|have|see) )?no (?:relevant|matching|related|stored|saved|useful|applicable) (?:memory|memories|information|notes?|results?|passages?|context|entries|records?)(?: (?:about|on|for|regarding|related|concerning|in|that|was|were|found)\b.*)?",
            r"(?:there (?:is|was) )?no mention of .{1,100} (?:in (?:the |these |your )?(?:memory|memories|passages|notes|results)|(?:is |was )?found)",
            r"(?:the |your |these )?(?:stored )?(?:memory|memories|passages?) (?:do|does|did)(?: not|n't) (?:contain|mention|include|provide|cover|address|say)\b.*",
            rf"none of {_WHAT_WAS_SHOWN}\b.*",
            rf"{_WHAT_WAS_SHOWN} (?:(?:do|does|did|are|is) not|don't|didn't|aren't|contain (?:no|nothing))\b.*",
            r"(?:没有|无|未找到|沒有|無|未發現|没找到)(?:任何|找到|可用的|可用)?(?:与.{1,12})?(?:相关|有用|有关|相關|有關)的?(?:记忆|信息|内容|记录|笔记|記憶|資訊|內容|記錄)",
            r"(?:関連する|関連した|該当する)(?:記憶|メモ|情報)(?:は|が)?(?:なし|ありません|見つかりません(?:でした)?|ない)",
            r"관련(?:된|된 ?)? ?(?:기억|정보|메모)(?:이|가|은|는)? ?(?:없음|없습니다|없어요)",
            r"(?:es gibt )?keine? (?:\w+ )?(?:erinnerung|erinnerungen|informationen|notizen|einträge)(?: gefunden| vorhanden)?",
            r"(?:il n'y a )?(?:aucune?|pas de|pas d') ?(?:souvenirs?|mémoires?|informations?|notes?)(?: \w+)?",
            r"(?:no hay )?(?:ningún|ninguna|sin|no hay) (?:recuerdos?|memorias?|información|notas?)(?: \w+)?",
            r"(?:não há )?(?:nenhuma?|sem|não há) (?:lembranças?|memórias?|informaç(?:ão|ões)|notas?)(?: \w+)?",
            r"(?:non ci sono )?(?:nessun|nessuna|non ci sono) (?:ricordi|ricordo|memori[ae]|informazion[ei]|not[ae])(?: \w+)?",
            r"нет (?:релевантных |подходящих |соответствующих )?(?:воспоминаний|данных|записей|информации|заметок)",
        )
    )
)

_MOMENT = r"(?: (?:after|before|while|waiting|because|due|at|in|\().*)?"
_CALL = r"(?:request|call|run|recall|search|operation|response|reply|turn|sub-?agent|agent|model|gateway|query|tool|memory|upstream|provider)"
_TIMEOUT = (
    rf"(?:(?:the|your|this|my|active|memory|model|llm|embedded|agent|tool|recall|search|upstream|provider) ){{0,4}}{_CALL}(?: has| have)? (?:timed out|timeout|time-out){_MOMENT}",
    rf"(?:\w+\.){{0,3}}(?:api)?time(?:d[ -]?| |-)?out(?: ?error)?(?:[ :].*)?{_MOMENT}",
    r"(?:deadline|time limit|timeout)(?: was| has been)? (?:exceeded|reached|expired).*",
    r"(?:(?:请求|操作|搜索|回忆|检索|记忆检索|响应|模型|请求处理|請求|搜尋)(?:已经|已)?)?超时(?:了|错误)?|(?:請求|操作|回應)?(?:已)?逾時",
    r"(?:リクエスト|処理|応答|検索)?(?:が)?タイムアウト(?:しました|になりました|です)?",
    r"(?:요청|응답|작업|검색)?(?:이|가)? ?시간 ?(?:이)? ?초과(?:되었습니다|됐습니다|됨)?",
    r"zeitüberschreitung(?: (?:bei )?der anfrage)?|die anfrage (?:hat die zeit überschritten|ist abgelaufen)",
    r"(?:la (?:requête|demande)|le délai)(?: d'attente)? (?:a|est) (?:expiré|dépassé|été dépassé)",
    r"(?:la (?:solicitud|petición)|el tiempo de espera|tiempo de espera) ?(?:ha |se )?(?:agotado|agotó|expirado|expiró)",
    r"(?:a solicitação|o tempo limite|tempo limite|tempo de espera) ?(?:foi )?(?:esgotado|expirou|excedido|esgotou)",
    r"(?:la richiesta|il tempo|tempo di attesa) ?(?:è )?(?:scadut[oa]|esaurito)",
    r"(?:время ожидания|время ожидания ответа|запрос)(?: запроса)? (?:истекло|истёк|истек|превышено)",
)

_CANNOT = r"(?:could ?n[o']t|could not|cannot|can't|can not|was unable to|were unable to|am unable to|failed to|unable to)"
_MADE = r"(?:response|reply|answer|summary|request|memory|memories|results?|model|tools?|information)"
_FAILURE = (
    r"(?:\w{1,40}\.){0,4}\w{0,40}(?:error|exception)(?: code)?(?: \d{3})? ?[:(].*",
    r"(?:http )?(?:status(?: code)? )?(?:error )?[45]\d\d[ :,-]+(?:[a-z]+ ){0,2}(?:error|gateway|unavailable|timeout|requests|unauthorized|forbidden|request|overloaded)\b.*",
    r"(?:internal server error|bad gateway|service (?:temporarily )?unavailable|too many requests|rate limit(?:ed)?(?: exceeded| reached)?|quota exceeded|overloaded|overloaded_error)(?:[ :,;.-].*)?",
    rf"(?:(?:i|we|it|the (?:ai |main )?(?:agent|model|assistant)|agent) )?{_CANNOT} (?:generate|produce|create|complete|process|get|fetch|retrieve|access|search|load|read|reach|form) (?:(?:a|an|the|any|your|my|this) )?{_MADE}(?:$|[,.;:]| (?:for|from|because|at this|due|right now|please|in time|store|index|tool|search).*).*",
    r"(?:the )?(?:agent|model|tool|sub-?agent|embedded agent)(?:(?: run| call) (?:failed|crashed|aborted|was aborted|was cancelled)| failed before| returned an error| is (?:currently |temporarily )?(?:overloaded|unavailable))\b.*",
    r"(?:oops[,!. ]*)?something went wrong(?:[.,;:!].*| (?:while|when|on (?:my|our)|please|with (?:the|your|this) (?:request|search|model|response)).*)?",
    r"(?:an )?(?:unexpected |internal |unknown )?error (?:has )?occurred.*",
    r"traceback \(most recent call last.*",
    r"you (?:have )?exceeded your (?:current |monthly |daily )?(?:quota|rate limit|limit)\b.*|(?:your )?credit balance is too low\b.*|insufficient[ _](?:quota|credits?)\b.*",
    r"(?:api )?connection (?:error|refused|reset|aborted)(?:[.,;:(].*| by peer.*)?|(?:this|the) model's (?:maximum )?context (?:length|window)\b.*|context (?:length|window) exceeded\b.*|prompt is too long\b.*",
    r"(?:invalid|incorrect|missing) (?:x-)?(?:api[ -]?key|authentication|credentials?)(?: (?:was |were )?(?:provided|supplied|given))?(?:[.,;:].*)?|please (?:try again|retry)(?: (?:later|in|after)\b.*)?",
    r"memory(?:[_ ](?:search|get|index|store) (?:failed|returned an error).*|(?:[_ ](?:search|get|index|store))? (?:is|was) (?:currently |temporarily )?(?:unavailable|disabled)(?:[.,;:].*| (?:right now|at this|for|because|due).*)?)",
    r"(?:抱歉|对不起|很抱歉|非常抱歉|對不起)?[, ]*我?(?:无法|不能|未能|無法)(?:生成|提供|完成|处理|访问|获取|處理|存取).{0,12}(?:回复|响应|回答|请求|记忆|信息|内容|回覆|請求|記憶)",
    r"(?:发生|出现|遇到|發生|出現)了?(?:一个|一個)?(?:未知|内部|內部|意外)?(?:的)?(?:错误|錯誤|异常).*|(?:请求|請求|调用)失败.*|(?:服务器?|系统|模型|伺服器)(?:暂时|当前|目前)?(?:不可用|繁忙|错误|过载).*",
    r"エラーが発生しました.*|(?:応答|回答|返答)を生成できません.*",
    r"(?:알 수 없는 |내부 )?오류가 발생했습니다.*|(?:응답|답변)을 생성할 수 없습니다.*",
    r"(?:es ist )?(?:ein (?:interner |unbekannter |unerwarteter )?)?fehler (?:ist )?aufgetreten.*|(?:die |eine )?antwort konnte nicht .*",
    r"(?:une )?erreur (?:interne |inattendue |inconnue )?(?:s'est produite|est survenue).*|impossible de générer .*",
    r"(?:se )?(?:ha producido|produjo|ha ocurrido|ocurrió) un error.*|no se pudo (?:generar|completar|procesar) .*",
    r"ocorreu um erro.*|não foi possível (?:gerar|concluir|processar) .*",
    r"si è verificato un errore.*|impossibile generare .*",
    r"произошла (?:внутренняя |неизвестная )?ошибка.*|не удалось (?:сгенерировать|получить|создать) .*",
)

_REFUSAL = (
    r"(?:i'm|i am|we're|we are) (?:so |very |truly |really )?(?:sorry|afraid|unable|not able)\b.*|sorry[,;] .*|(?:my )?apologies[,;. ].*|i apologi[sz]e\b.*",
    r"i (?:cannot|can't|can not|won't|will not|am not able to|do not|don't|didn't|couldn't|could not) (?:help|assist|provide|comply|answer|share|fulfill|discuss|access|recall|see|find|have|know|remember)\b.*",
    r"as an? (?:ai|artificial intelligence|language model|large language model|assistant)\b.*",
    r"(?:抱歉|对不起|很抱歉|非常抱歉|對不起)[,! ].*|(?:抱歉|对不起|很抱歉|對不起)|我(?:无法|不能|没法|沒辦法|無法)(?:帮|協助|协助|提供|回答|访问|获取|查|回忆|記得).*|作为(?:一个|一名)?(?:ai|人工智能|语言模型).*",
    r"(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい)(?:[、,。 が].*)?",
    r"(?:죄송합니다|죄송하지만|미안합니다|미안하지만)(?:[,. ].*)?",
    r"(?:es )?tut mir (?:sehr )?leid.*|entschuldigung[,.! ].*|(?:dabei |das )?kann ich (?:dir |ihnen )?(?:leider )?nicht .*|ich kann (?:dir |ihnen )?(?:dabei |das |leider )?nicht .*",
    r"(?:je suis )?(?:vraiment )?désolée?(?:[,. ].*)?|je ne peux pas .*",
    r"lo siento.*|lo lamento.*|no puedo (?:ayudar|responder|acceder|proporcionar).*",
    r"desculpe[,. ].*|sinto muito.*|lamento[,. ].*|não posso (?:ajudar|responder|acessar|fornecer).*",
    r"mi dispiace.*|spiacente[,. ].*|non posso (?:aiutar|rispondere|accedere|fornire).*",
    r"извините[,. ].*|простите[,. ].*|к сожалению,? я .*|я не могу .*",
    r"sorry ik .*|het spijt me.*|przepraszam[,. ].*|niestety,? nie mogę .*|üzgünüm[,. ].*|özür dilerim.*|xin lỗi[,. ].*|عذر[اًا]{1,3}[،, ].*|لا (?:أستطيع|يمكنني) .*|क्षमा करें.*|ขออภัย.*|ขอโทษ.*",
)

_CUT_OFF = (
    r"(?:(?:it )?(?:looks|seems|appears)(?: like| as if| as though| that)? )?(?:your|the) (?:last |latest )?(?:message|question|request|text|prompt|input) (?:was|is|got|has|seems|appears|may|might)(?: to| have| been| be)* (?:cut off|cut short|incomplete|truncated|empty|blank|unclear|missing)\b.*",
    r"(?:看起来|看來|看起來|似乎|好像)?[, ]?(?:你|您)的(?:消息|信息|问题|訊息|問題|输入)(?:似乎|好像|可能)?(?:被截断|被截斷|不完整|没有发完|没发完|为空|中断).*",
    r"(?:メッセージ|ご質問|入力)が(?:途中で)?(?:途切れ|切れ|空).*|메시지가 (?:중간에 )?(?:잘|끊|비어).*",
    r"(?:es sieht so aus, als (?:ob|wäre|sei) )?(?:deine|ihre) (?:nachricht|frage) (?:.{0,20} )?(?:abgeschnitten|unvollständig|leer)\b.*",
    r"(?:il semble que )?votre (?:message|question) (?:.{0,20} )?(?:coupée?|incompl(?:et|ète)|tronquée?|vide)\b.*",
    r"(?:parece que )?(?:tu|su) (?:mensaje|pregunta) (?:.{0,20} )?(?:cortad[oa]|cortó|incomplet[oa]|vací[oa])\b.*",
    r"(?:parece que )?(?:a )?sua (?:mensagem|pergunta) (?:.{0,20} )?(?:cortada|incompleta|vazia)\b.*",
    r"(?:sembra che )?il (?:tuo|suo) messaggio (?:.{0,20} )?(?:tagliato|incompleto|troncato|vuoto)\b.*",
    r"(?:похоже,? )?(?:что )?ваше сообщение (?:.{0,20} )?(?:обрезано|оборвалось|неполное|пустое)\b.*",
)

_SMALL_TALK = (
    r"(?:you're (?:very |most )?welcome|no problem|my pleasure|any ?time|thank you|thanks)(?:[,.!] ?.*| so much| a lot)?|不客气|不客氣|どういたしまして|천만에요|gern geschehen|de rien|de nada|prego|не за что",
    r"(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening))(?: there| again| everyone)?(?:[!.,]? (?:how|what|i|i'm|nice|welcome)\b.*)?",
    r"(?:how (?:can|may) i (?:help|assist)|what can i (?:do|help)|is there anything (?:else|specific|i can)|let me know (?:if|what|how|when|whether)|feel free to (?:ask|let|reach|share)|i'm here to|i am here to|would you like (?:me|to)|do you want me|shall i|can i help|(?:i'd be |i'm )?(?:happy|glad) to (?:help|assist)|please (?:let me know|provide|clarify|specify)|what would you like|anything else (?:i can|you))\b.*",
    r"(?:你好|您好|嗨|哈喽|哈囉|早上好|晚上好|下午好|早安)(?:[!,。 ].*)?|(?:请问)?(?:有什么|有什麼|还有什么|還有什麼).{0,6}(?:可以|能|需要)?.{0,4}(?:帮|幫|协助|協助).*|我(?:可以|能)(?:怎么|如何|怎麼|为您|为你|幫|帮).*|(?:需要|要)我(?:帮|幫|协助).*|很高兴(?:为|能).*",
    r"(?:こんにちは|おはようございます|こんばんは|はじめまして)(?:[!、,。 ].*)?|(?:何か|なにか|どのように|どう).{0,12}お(?:手伝い|役に立て).*",
    r"(?:안녕하세요|안녕)(?:[!,. ].*)?|(?:무엇을|어떻게|제가) (?:.{0,8} )?도와.*",
    r"(?:hallo|guten (?:tag|morgen|abend)|servus)(?: zusammen)?(?:[!.,] .*)?|(?:wie|womit|wobei) kann ich .{0,20}helfen.*|sag (?:mir )?(?:einfach )?bescheid.*",
    r"(?:bonjour|salut|bonsoir)(?: ?[!.,] .*)?|(?:comment|en quoi) puis-je .{0,12}aider.*|n'hésitez pas.*",
    r"¡?(?:hola|buenos días|buenas (?:tardes|noches))(?:[!.,] .*)?|¿?(?:en qué|cómo) (?:te |le )?puedo ayudar.*",
    r"(?:olá|oi|bom dia|boa (?:tarde|noite))(?:[!.,] .*)?|(?:como|em que) posso (?:te |lhe )?ajudar.*",
    r"(?:ciao|buongiorno|buonasera)(?:[!.,] .*)?|(?:come|in cosa) posso (?:essere|aiutar).*",
    r"(?:hoi|hej|cześć|dzień dobry|merhaba|xin chào|नमस्ते|สวัสดี(?:ครับ|ค่ะ)?|مرحب[اًا]{1,3})(?:[!.,،।] ?.*)?|hoe kan ik .{0,20}helpen.*|(?:hur|vad) kan jag .{0,20}hjälpa.*|(?:w czym|jak) mogę .{0,20}pomóc.*",
    r"(?:size |sana )?nasıl yardımcı olabilirim.*|tôi có thể giúp .*|كيف يمكنني مساعدت.*|(?:मैं )?आपकी (?:कैसे|क्या) .{0,20}मदद.*|(?:สวัสดี(?:ครับ|ค่ะ)? )?มีอะไรให้.{0,10}ช่วย.*",
    r"(?:здравствуйте|привет|добрый (?:день|вечер)|доброе утро)(?:[!.,] .*)?|(?:чем|как) (?:я )?могу (?:вам |тебе )?помочь.*",
)

_THINKING = (
    r"(?:(?:okay|ok|alright|hmm|so|first|now|wait)[,. ]+)?(?:let me|let's|i need to|i should|i must|i have to|we need to|we should|we have to) (?:see|look|check|think|search|analy[sz]e|review|find|answer|decide|determine|produce|output|write|summari[sz]e|start|figure)\b.*",
    r"(?:(?:okay|ok|alright|hmm|so|first)[,. ]+)?the (?:user|human) (?:is asking|is greeting|asks (?:about|what|which|who|when|where|why|how|whether|if|me)|wants me|wants to know|is saying|just (?:asks|asked|wants|says|said|greets|greeted|sent))\b.*",
    r"(?:thinking|thought process|reasoning|analysis|thought) ?[:].*|looking at (?:the|these) (?:passages|memories|notes|results)\b.*|passages? \[?\d{1,3}\]? (?:says?|mentions?|states?|is|are|talks?)\b.*",
    r"(?:让我|我需要|我应该|讓我|我需要先)(?:想|看|分析|检查|查|先|思考|檢查).*|用户(?:正在|在)?(?:询问|问的是|想知道|问我).*|首先[,]我.*",
    r"ユーザー(?:は|が)(?:.{0,20}を)?(?:尋ねて|聞いて|質問して)い(?:る|ます)|사용자가 (?:묻고|질문하고).*|der (?:nutzer|benutzer) (?:fragt|möchte wissen).*|l'utilisateur (?:demande si|demande ce|veut savoir).*",
)

_OPENING = (
    r"(?:sure(?: thing)?|certainly|of course|absolutely|definitely|yes|yep|yeah|okay|ok|alright|great|got it|understood|great question|good question)(?:[,.!:;] ?.*)?|no(?:pe)?[,!] .*",
    r"here(?:'s| is| are) (?:the|a|my|your|what|some)\b.*|i(?:'ve| have)? (?:found|remember|recall|checked|searched|looked|see that|think|believe)\b.*|i(?:'ll| will) .*",
    r"(?:based on|according to|from) (?:the|your|my|our) (?:passages?|memor(?:y|ies)|notes?|search|past|previous|earlier|conversations?)\b.*|as (?:you|we) (?:mentioned|said|told|discussed|asked)\b.*",
    r"(?:好的|当然|當然|没问题|沒問題|是的|好啊)(?:[,。! ].*)?|根据(?:你|您|我)的(?:记忆|笔记|记录).*",
    r"(?:はい|もちろんです|承知しました|かしこまりました|わかりました)(?:[、。,! ].*)?|(?:네|예|물론입니다|물론이죠|알겠습니다)(?:[,.! ].*)?",
    r"(?:natürlich|klar|gerne|selbstverständlich|ja)(?:[,.!] .*)?|(?:bien sûr|certainement|d'accord|oui)(?: ?[,.!] .*)?|(?:claro|por supuesto|sí|de acuerdo|com certeza|sim)(?:[,.!] .*)?|(?:certo|certamente|va bene)(?:[,.!] .*)?|(?:конечно|да|хорошо)(?:[,.!] .*)?",
)

# Words that speak to the user, where a note speaks of them. In scripts with capitals a small letter must follow:
# "Your Name" is a film. What other languages use for "she" as well, such as "Sie", is left alone.
_ADDRESS = re.compile(
    r"(?:[Yy]ou(?:['’](?:re|ve|ll|d))?|[Yy]ours?|Du|Tu|Tú|Te|Vous|Votre|Vos|Usted(?:es)?|Vocês?|Ты|Тебе|Твой|Твоя|Вы|Вам|Ваш|Ваша)"
    r"\s+(?:[a-zà-öø-ÿа-яё]|\d)|Dein(?:e[mnrs]?)?\s|[你您]|あなた|당신"
)


@cache
def _whole(table: tuple[str, ...]) -> re.Pattern[str]:
    """Return the table as one pattern; compiled when first used, since the daemon would listen 20 ms later for them."""
    return re.compile("|".join(f"(?:{row})" for row in table), re.DOTALL)


# In this order: a sentence that fits several is called by the first.
_SHAPES: tuple[tuple[ShapeKind, tuple[str, ...]], ...] = (
    ("timeout", _TIMEOUT),
    ("failure", _FAILURE),
    ("refusal", _REFUSAL),
    ("cut_off", _CUT_OFF),
    ("small_talk", _SMALL_TALK),
    ("thinking", _THINKING),
)
_EMPTY = re.compile(r"\[\s*\]|\{\s*\}|\(\s*\)|\"\"|''|[-–—.…∅]{1,4}")
_SPELLED_NONE = re.compile(r"NONE(?:\s*[.,:;!)—–-].*)?", re.DOTALL)


def says_nothing(text: str) -> bool:
    """Tell whether a line is NONE: spelled so and perhaps explained, or another way to say that nothing helps.

    Blank text says nothing at all, which is not the same: it is no answer, and this returns False.
    """
    stripped = text.strip()
    if _EMPTY.fullmatch(stripped) or _SPELLED_NONE.fullmatch(stripped):
        return True
    words = fold(stripped[:_MAX_SENTENCE_CHARS]).replace("_", " ")
    return words in _NOTHING_WORDS or _NOTHING_SENTENCES.fullmatch(words) is not None


def shape_of(sentence: str) -> ShapeKind | None:
    """Return the kind of failure, small talk or thinking that `sentence` is; None when it may be a memory."""
    words = fold(sentence[:_MAX_SENTENCE_CHARS])
    return next((kind for kind, table in _SHAPES if _whole(table).fullmatch(words)), None)


def shape_of_opening(sentence: str) -> ShapeKind | None:
    """Return the kind of a reply's first sentence, which may also be the opening of an answer to the user."""
    if kind := shape_of(sentence):
        return kind
    answers = _ADDRESS.match(sentence) or _whole(_OPENING).fullmatch(fold(sentence[:_MAX_SENTENCE_CHARS]))
    return "reply_to_user" if answers else None
