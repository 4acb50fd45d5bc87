import pytest

from recall_sidecar.recall.shapes import says_nothing, shape_of, shape_of_opening


@pytest.mark.parametrize(
    "line",
    [
        "NONE", "none", "None.", "'none'", "“NONE”", "**NONE**", "`none`", "ＮＯＮＥ", "<none>", "[NONE]", "(none)",
        "NONE: the passages are about travel.", "NONE - nothing fits", "NONE.", "NONE!",
        "no_reply", "NO_REPLY", "no reply", "n/a", "N/A", "null", "nil", "empty", "[]", "{}", "[ ]", '""', "-", "—", "…",
        "nothing relevant", "Nothing useful.", "Nothing found", "nothing to recall", "no relevant memory", "No relevant memories found.",
        "There are no relevant memories.", "no memory", "No matches", "I found no relevant information",
        "None of the passages are relevant.", "None of these memories help with this message",
        "The passages do not mention this.", "The provided passages don't contain an answer.", "The search results contain nothing on this.", "The stored memories are not about this.",
        "无", "無", "没有", "无相关记忆", "没有相关记忆。", "没有找到相关信息", "沒有相關記憶",
        "なし", "該当なし", "関連する記憶はありません。", "関連する情報が見つかりませんでした",
        "없음", "관련 기억 없음", "관련된 기억이 없습니다.",
        "keine", "Nichts", "keine relevanten Erinnerungen", "Nichts Relevantes.",
        "aucun", "Rien de pertinent.", "aucun souvenir pertinent", "ninguno", "nada relevante", "Ningún recuerdo relevante",
        "nenhuma", "nenhuma memória relevante", "nessuno", "nessun ricordo rilevante", "Niente di rilevante.",
        "нет", "Ничего", "нет релевантных воспоминаний", "Geen", "Brak.", "Yok", "Không có.", "لا شيء", "कुछ नहीं", "ไม่มี",
        "There are no relevant memories about this topic.", "No related notes for that trip", "There is no mention of a dentist in the notes.",
        "No mention of boats was found", "The memory does not contain the name of the dentist.", "Your memories don't mention it.",
    ],
)  # fmt: skip
def test_a_line_says_nothing(line: str) -> None:
    assert says_nothing(line)


@pytest.mark.parametrize(
    "line",
    [
        "", "  ", "?", "👍", "{", "[",
        "None of the flights were booked.", "NONE of the flights were booked", "Nonetheless the user flies.",
        "Nothing beats green tea, says the user.", "No sugar in the tea.", "No more meetings before 9, user asked.",
        "Empty the dishwasher on Mondays.", "The notes app of choice is Obsidian.", "没有糖的茶", "无线网络叫 Oslo", "なしの実が好き",
        "No notes in class on Fridays.", "No information about her salary is to be shared.", "No results of the blood test before May.", "Geen suiker in de koffie",
        "No mention of the gift in front of Ana.", "Keine Milch im Kaffee", "Rien ne va plus is her favourite song", "Nada Surf is the user's favourite band",
    ],
)  # fmt: skip
def test_a_line_says_something(line: str) -> None:
    assert not says_nothing(line)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        *(pytest.param("timeout", text, id=text) for text in (
            "Request timed out.", "The request timed out after 15000 ms", "LLM request timed out.", "Timeout", "timed out",
            "litellm.Timeout: APITimeoutError", "The embedded agent run timed out before a reply was produced.",
            "Memory search timed out", "Deadline exceeded", "请求超时", "操作超时。", "リクエストがタイムアウトしました。",
            "요청 시간이 초과되었습니다.", "Zeitüberschreitung der Anfrage", "Le délai d'attente a expiré", "Tiempo de espera agotado",
            "Tempo limite excedido", "Tempo di attesa scaduto", "Время ожидания истекло.",
        )),
        *(pytest.param("failure", text, id=text) for text in (
            "Couldn't generate a response.", "⚠️ Agent couldn't generate a response. Please try again.", "I was unable to access memory.",
            "Failed to generate a response", "Error: connection reset", "litellm.RateLimitError: RateLimitError: too many",
            "Error code: 429 - quota", "503 Service Unavailable", "HTTP 500 Internal Server Error", "Internal server error",
            "Rate limit exceeded", "Too many requests, slow down", "An unexpected error occurred.", "Something went wrong while processing.",
            "Traceback (most recent call last):", "memory_search failed", "Agent failed before reply: no key", "Agent run aborted", "Memory search was disabled for this run", "Oops! Something went wrong", "Memory is currently unavailable.", "The model is overloaded.",
            "抱歉，我无法生成回复", "发生未知错误", "请求失败，请稍后再试", "服务器繁忙", "エラーが発生しました。", "回答を生成できませんでした",
            "오류가 발생했습니다.", "Es ist ein Fehler aufgetreten.", "Une erreur est survenue.", "Se ha producido un error.",
            "You exceeded your current quota, please check your plan.", "Your credit balance is too low to access the API.", "insufficient_quota",
            "Connection error.", "Connection reset by peer", "This model's maximum context length is 8192 tokens.", "prompt is too long: 9 > 8",
            "Invalid API key provided.", "Please try again later.", "Ocorreu um erro.", "Si è verificato un errore.", "Произошла ошибка.",
        )),
        *(pytest.param("refusal", text, id=text) for text in (
            "I'm sorry, but I can't help with that.", "I’m sorry, but I can’t", "Sorry, I do not know.", "I cannot assist with this request.",
            "I don't have access to your files.", "As an AI language model, I have no memory.", "My apologies, something broke",
            "抱歉，我不能这样做", "作为一个人工智能，我没有记忆", "申し訳ありませんが、お答えできません。", "죄송합니다.", "Es tut mir leid, das geht nicht.",
            "Je suis désolé, je ne peux pas.", "Lo siento, no puedo ayudar.", "Desculpe, não posso.", "Mi dispiace, non posso.", "Извините, я не могу.",
            "Het spijt me, dat kan niet.", "Przepraszam, nie wiem.", "Üzgünüm, yapamam.", "Xin lỗi, tôi không biết.", "عذرًا، لا أعرف", "لا أستطيع المساعدة", "क्षमा करें, मुझे नहीं पता", "ขออภัยครับ",
        )),
        *(pytest.param("cut_off", text, id=text) for text in (
            "It looks like your message was cut off.", "Your message seems to be incomplete", "It seems the message got cut off!",
            "您的消息似乎不完整。", "看起来你的消息被截断了", "メッセージが途中で途切れているようです",
            "Deine Nachricht wurde abgeschnitten.", "Votre message semble incomplet.", "Tu mensaje parece incompleto.",
            "Sua mensagem parece incompleta.", "Il tuo messaggio sembra incompleto.", "Ваше сообщение оборвалось.",
        )),
        *(pytest.param("small_talk", text, id=text) for text in (
            "Hello!", "Hi there!", "You're welcome!", "No problem, any time", "Thanks!", "不客气！", "Gern geschehen.", "Hello, how can I help you today?", "How can I assist you?", "What can I help you with?",
            "Let me know if you need anything else!", "Would you like me to search again?", "Is there anything else?", "Feel free to ask.",
            "Please provide more details.", "你好！", "您好，有什么可以帮您的吗？", "有什么我可以帮你的吗", "こんにちは！", "何かお手伝いできることはありますか",
            "안녕하세요!", "무엇을 도와드릴까요?", "Hallo!", "Wie kann ich dir helfen?", "Bonjour !", "Comment puis-je vous aider ?",
            "¡Hola!", "¿En qué puedo ayudarte?", "Olá!", "Como posso ajudar?", "Ciao!", "Come posso aiutarti?", "Привет!", "Чем я могу помочь?",
            "Hoi!", "Hoe kan ik je helpen?", "Hej!", "Hur kan jag hjälpa dig?", "Cześć!", "Jak mogę Ci pomóc?", "Merhaba!", "Size nasıl yardımcı olabilirim?",
            "Xin chào!", "Tôi có thể giúp gì cho bạn?", "مرحبا!", "كيف يمكنني مساعدتك اليوم؟", "नमस्ते!", "मैं आपकी कैसे मदद कर सकता हूँ?", "สวัสดีครับ มีอะไรให้ช่วยไหมครับ",
        )),
        *(pytest.param("thinking", text, id=text) for text in (
            "Let me check the passages.", "Okay, let me think.", "I need to find the flight.", "The user is asking about Oslo.",
            "Okay, the user wants to know the time.", "Reasoning: passage 1 fits", "Looking at the passages, only one fits.",
            "Passage 2 mentions Oslo.", "用户正在询问航班。", "让我先看看这些记忆", "首先，我需要", "ユーザーはフライトを尋ねています", "사용자가 묻고 있다",
        )),
    ],
)  # fmt: skip
def test_a_sentence_is_no_memory(kind: str, sentence: str) -> None:
    assert shape_of(sentence) == kind


@pytest.mark.parametrize(
    "sentence",
    [
        "Sure!", "Sure, here is what I know", "Of course.", "Yes, you fly at nine.", "No, you never said so.", "Here's what I found",
        "Here is the summary", "I found two notes.", "I remember you like tea.", "Based on your notes, you like tea.",
        "According to your memory you fly", "As you mentioned, tea.", "好的，你喜欢茶", "当然！", "根据您的记忆，航班九点",
        "はい、9時です", "물론입니다!", "Natürlich, gerne.", "Bien sûr, voici", "Claro, aquí está", "Certo, ecco", "Конечно, вот",
    ],
)  # fmt: skip
def test_a_sentence_opens_an_answer_to_the_user(sentence: str) -> None:
    assert shape_of_opening(sentence) == "reply_to_user"
    assert shape_of(sentence) is None


def test_an_opening_that_is_a_failure_is_called_a_failure() -> None:
    assert shape_of_opening("Request timed out.") == "timeout"


@pytest.mark.parametrize(
    "sentence",
    [
        "User's flight search timed out twice on the KLM site; books by phone since.",
        "User says the timeout of the gateway is 30 s.",
        "Prefers hello as greeting.",
        "Hello Kitty is the daughter's favourite.",
        "User dislikes the phrase 'I'm sorry, but I can't help with that'.",
        "Error pages of the shop are to be in German.",
        "User's message was cut off by the night nurse's call in March.",
        "Yes is the user's favourite band.",
        "No. 5 is the perfume to buy for Ana.",
        "No peanuts: allergic.",
        "Claro is the phone provider.",
        "Hi-fi equipment was bought in 2024.",
        "The user wants to move to Lisbon in May.",
        "The user just moved to Berlin.",
        "Connection to the NAS is by cable.",
        "Invalid parking tickets are to be contested.",
        "Merhaba Kebap is the favourite snack bar.",
        "Please retry the boiler reset twice, says the plumber.",
        "The user asks that replies be short.",
        "User failed to complete the request form for the visa.",
        "Model railway timed for Christmas.",
        "Based in Oslo since 2021.",
        "Great Expectations is the book she is reading.",
        "Sorry! is the family's favourite board game.",
        "Thanks to Ana the permit was filed.",
        "The notes do not belong on GitHub.",
        "The results are not to be shared with Tom.",
        "Memory failed on the old laptop, which was replaced in May.",
        "The agent failed to book the Hilton on 3 May.",
        "Something went wrong with the boiler in May.",
        "Anything else goes to Ana.",
        "用户喜欢说你好作为问候。",
        "超时加班费在三月发放。",
        "用户的航班因超时被取消。",
        "好的咖啡豆在冰箱里。",
        "Bonjour Tristesse is his favourite novel.",
        "Hallo-Wach tablets are not to be bought.",
    ],
)  # fmt: skip
def test_a_memory_that_mentions_such_words_survives(sentence: str) -> None:
    assert shape_of_opening(sentence) is None
    assert not says_nothing(sentence)
