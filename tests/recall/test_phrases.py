import pytest

from recall_sidecar.recall.phrases import is_small_talk, mentions_the_past, wants_reminding
from recall_sidecar.recall.plain import lowered

ABOUT_THE_PAST = {
    "English": [
        "do you remember my flight?", "Can you recall what I ordered", "Remember when we went to Oslo?", "remember my wifi name?",
        "what did I say about Oslo?", "which hotel did we pick?", "When was my last dentist visit?", "did I mention the allergy?",
        "have I ever told you about Ana?", "last time you suggested a book", "we talked about this yesterday", "as we discussed",
        "the trip three months ago", "what's my favourite tea?", "who is my doctor?", "where are our keys?", "book my usual table",
        "what do I usually order?", "Let's go on with our previous conversation", "how old is my dog", "remind me who Ana is",
    ],
    "Chinese": [
        "你还记得我喜欢什么吗？", "你還記得嗎", "记得我的生日吗？", "上次我们聊了什么？", "我之前说过的方案是什么", "昨天我买了哪本书？", "上週決定了什麼",
        "我的医生是谁？", "我的wifi密码是什么", "我平时喜欢喝什么", "老样子", "我跟你说过的那家店",
    ],
    "Japanese": [
        "私の誕生日を覚えてる？", "覚えていますか", "前回話した件はどうなった？", "先週買った本の名前は？", "私の好きなお茶は何？", "会議は何時だっけ？", "いつものお願い",
    ],
    "Korean": ["내가 한 말 기억나?", "기억하세요?", "지난번에 얘기한 거 뭐였지", "어제 결정한 거 알려줘", "내 생일이 언제야?", "평소처럼 주문해줘"],
    "German": [
        "Erinnerst du dich an meinen Flug?", "Weißt du noch, was ich wollte?", "Was haben wir letztes Mal beschlossen?", "Was habe ich dir gesagt?",
        "Wer ist mein Zahnarzt?", "Was war neulich mit dem Auto?", "vor drei Wochen", "Meine Lieblingsfarbe?", "Erinnere mich daran, wer Ana ist",
    ],
    "French": [
        "Tu te souviens de mon vol ?", "Vous rappelez-vous ?", "La dernière fois, c'était où ?", "Qu'est-ce qu'on a décidé ?", "Quel est mon thé préféré ?",
        "il y a deux mois", "comme d'habitude", "Rappelle-moi quel hôtel",
    ],
    "Spanish": [
        "¿Te acuerdas de mi vuelo?", "¿Recuerdas qué dije?", "la última vez", "¿Cuál es mi té favorito?", "¿Qué decidimos?", "hace tres meses", "Recuérdame qué hotel era",
    ],
    "Portuguese": [
        "Você se lembra do meu voo?", "Da última vez foi onde?", "Qual é o meu chá favorito?", "O que combinamos?", "há dois meses", "Me lembra qual era o hotel",
    ],
    "Italian": ["Ti ricordi il mio volo?", "L'ultima volta dov'era?", "Qual è il mio tè preferito?", "Cosa abbiamo deciso?", "due mesi fa", "Ricordami quale hotel"],
    "Russian": ["Помнишь мой рейс?", "Что мы решили?", "В прошлый раз было иначе", "Какой мой любимый чай?", "два месяца назад", "Напомни, какой отель"],
}  # fmt: skip
ABOUT_SOMETHING_ELSE = {
    "English": [
        "remind me to buy milk", "remind me tomorrow to call Ana", "remind me when I get home to water the plants", "remember that I like tea",
        "write a poem about rain", "what is the capital of France?", "how do I sort a list?", "when was the war of 1812?", "translate this into French",
        "can you come earlier?", "what's the weather", "who is the president?", "recalls of the 2019 model",
    ],
    "Chinese": ["记得明天买牛奶", "明天提醒我开会", "请用中文写一首诗", "今天天气怎么样", "下次再说", "猫喜欢吃什么"],
    "Japanese": ["明日の会議を覚えておいて", "詩を書いて", "今日の天気は？", "明日リマインドして"],
    "Korean": ["내일 알려줘", "시를 써줘", "오늘 날씨 어때?"],
    "German": ["Wie spät ist es hier?", "Erinnere mich morgen daran, anzurufen", "Schreib ein Gedicht", "Welche Farbe hat der Himmel?"],
    "French": ["Rappelle-moi demain d'appeler", "Écris un poème", "Il est ici depuis hier", "Quelle est la capitale ?"],
    "Spanish": ["Recuérdame mañana llamar a Ana", "Escribe un poema", "¿Cuál es la capital?"],
    "Portuguese": ["Me lembre amanhã de ligar", "Escreva um poema", "Qual é a capital?"],
    "Italian": ["Ricordami domani di chiamare", "Scrivi una poesia", "Qual è la capitale?"],
    "Russian": ["Напомни завтра позвонить", "Напиши стихи", "Какая сегодня погода?"],
}  # fmt: skip


def asks(message: str) -> bool:
    return mentions_the_past(lowered(message)) or wants_reminding(lowered(message))


def rows(table: dict[str, list[str]]) -> list[object]:
    return [
        pytest.param(text, id=f"{language}: {text}") for language, texts in table.items() for text in texts
    ]


@pytest.mark.parametrize("message", rows(ABOUT_THE_PAST))
def test_a_message_asks_about_the_past(message: str) -> None:
    assert asks(message)


@pytest.mark.parametrize("message", rows(ABOUT_SOMETHING_ELSE))
def test_a_message_asks_about_something_else(message: str) -> None:
    assert not asks(message)


@pytest.mark.parametrize(
    ("words", "small"),
    [
        pytest.param("ok thanks", True, id="several of them"),
        pytest.param("好的谢谢", True, id="without a space between"),
        pytest.param("oktober", False, id="the beginning of another word"),
        pytest.param("thanks and hers", False, id="with something else"),
        pytest.param("yes", False, id="yes is an answer, not small talk"),
    ],
)
def test_small_talk_is_the_whole_message(words: str, small: bool) -> None:
    assert is_small_talk(words) is small
