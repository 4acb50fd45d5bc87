import pytest

from recall_sidecar.recall.phrases import is_small_talk, mentions_the_past, wants_reminding
from recall_sidecar.recall.plain import lowered

ABOUT_THE_PAST = {
    "English": [
        "Remember when we went to Oslo?", "remember my wifi name?", "When was my last dentist visit?", "did I mention the allergy?",
        "as we discussed", "the trip three months ago", "what's my favourite tea?", "book my usual table",
        "Let's go on with our previous conversation", "how old is my dog", "do you remember my flight?", "Can you recall what I ordered",
        "what did I say about Oslo?", "which hotel did we pick?", "have I ever told you about Ana?", "last time you suggested a book",
        "we talked about this yesterday", "who is my doctor?", "where are our keys?", "what do I usually order?", "remind me who Ana is",
        "Remind me what we settled on for the deck", "remind me again which train I take", "what was the name of that plumber I told you about?",
        "the other day I mentioned a recipe", "who did I lend the drill to?", "didn't we already agree on the price?",
        "what's the wifi password I gave you?", "you told me about a podcast, which one was it?", "as I said before, I want the window seat",
        "I told you my shoe size, right?", "earlier you said the deadline had moved", "what have I told you about my back?",
    ],
    "Chinese": [
        "你还记得我喜欢什么吗？", "你還記得嗎", "记得我的生日吗？", "上次我们聊了什么？", "我之前说过的方案是什么", "昨天我买了哪本书？", "上週決定了什麼", "我的医生是谁？", "我的wifi密码是什么", "我平时喜欢喝什么", "老样子",
        "我跟你说过的那家店", "提醒我一下我们上次定的价格是多少", "我以前告诉过你我的鞋码吧", "你上回推荐的那本书叫什么来着", "我们之前讨论过预算，结论是什么？", "我提到过的那家餐厅在哪", "前几天我说要带什么来着", "去年我们去哪儿玩了",
        "我有没有跟你说过小王的事？", "你曾经建议我怎么做？", "刚才我说的那个时间是几点",
    ],
    "Japanese": [
        "私の誕生日を覚えてる？", "覚えていますか", "前回話した件はどうなった？", "先週買った本の名前は？", "私の好きなお茶は何？", "会議は何時だっけ？", "いつものお願い", "この前教えたレシピを見せて", "以前お伝えした住所はどこでしたか",
        "昨日決めた予算を教えて", "去年行ったホテルの名前は何だった？", "前に言った靴のサイズ、わかる？", "うちの犬の名前は何でしょう？", "私が頼んだのはどれだったかな", "先日相談した件ですが", "前に勧めてくれた本、なんだっけ", "私の主治医は誰ですか",
        "約束したのはいつだったか思い出させて", "前回何を注文したか教えて", "僕の好きな色、覚えてる?", "さっき言った時間は何時だった？",
    ],
    "Korean": [
        "내가 한 말 기억나?", "기억하세요?", "지난번에 얘기한 거 뭐였지", "어제 결정한 거 알려줘", "내 생일이 언제야?", "평소처럼 주문해줘", "저번에 추천해 준 책 이름이 뭐였지?", "우리 강아지 이름이 뭐야?",
        "내가 전에 말한 식당 어디였지?", "작년에 우리가 간 호텔 어디야?", "지난주에 산 책 제목이 뭐였더라", "내 주치의가 누구였지?", "전에 정한 예산이 얼마였어?", "내가 말했던 신발 사이즈 기억해?", "우리가 약속한 날이 언제였지?",
        "아까 말한 시간이 몇 시였지?", "예전에 얘기했던 여행 계획 알려 줘", "늘 하던 대로 해 줘", "내가 좋아한다고 했던 차가 뭐였지?", "지난달에 결정했던 거 다시 알려줘", "제가 뭐라고 했었죠?",
    ],
    "German": [
        "Erinnerst du dich an meinen Flug?", "Weißt du noch, was ich wollte?", "Was haben wir letztes Mal beschlossen?", "Was habe ich dir gesagt?",
        "Wer ist mein Zahnarzt?", "Was war neulich mit dem Auto?", "vor drei Wochen", "Meine Lieblingsfarbe?", "Erinnere mich daran, wer Ana ist",
        "Wo waren wir letzten Sommer?", "Welches Hotel hatten wir ausgesucht?", "Wie hieß das Buch, das du mir empfohlen hast?",
        "Ich hatte dir doch von der Wohnung erzählt, oder?", "Was hatten wir über den Preis gesagt?", "Was war noch mal meine Schuhgröße?",
        "Wie heißt unser Nachbar?", "Erinnere mich noch mal, welche Farbe es war", "Hatte ich erwähnt, dass ich umziehe?", "Wie letztes Mal, bitte",
        "Du hast mir früher mal einen Podcast genannt, welcher war das?", "Hilf mir auf die Sprünge: was wollten wir Oma schenken?",
    ],
    "French": [
        "Tu te souviens de mon vol ?", "Vous rappelez-vous ?", "La dernière fois, c'était où ?", "Qu'est-ce qu'on a décidé ?",
        "Quel est mon thé préféré ?", "il y a deux mois", "comme d'habitude", "Rappelle-moi quel hôtel", "Où sont mes clés ?",
        "Qu'est-ce que je t'ai dit sur Oslo ?", "Je t'avais parlé d'un plombier, c'était qui ?",
        "Le livre que tu m'as conseillé, c'était quoi déjà ?", "Comment s'appelle notre voisin ?", "L'été dernier on est allés où ?",
        "Qui est mon médecin ?", "C'était quoi déjà, ma pointure ?", "Nous avons discuté du budget, quelle était la conclusion ?",
        "L'autre jour j'ai mentionné une recette", "Rappelez-moi ce que nous avons choisi", "Je t'ai déjà raconté l'histoire du chat ?",
        "Quel restaurant avions-nous choisi ?",
    ],
    "Spanish": [
        "¿Te acuerdas de mi vuelo?", "¿Recuerdas qué dije?", "la última vez", "¿Cuál es mi té favorito?", "¿Qué decidimos?", "hace tres meses",
        "Recuérdame qué hotel era", "¿Dónde están mis llaves?", "¿Qué te dije de Oslo?", "¿Quién es mi médico?",
        "Te hablé de un fontanero, ¿cómo se llamaba?", "¿Qué libro me recomendaste?", "¿Cómo se llama nuestro vecino?",
        "El verano pasado, ¿adónde fuimos?", "¿Qué hotel habíamos elegido?", "Ya te conté lo del gato, ¿no?", "Como siempre, por favor",
        "¿En qué quedamos con Lucía?", "El otro día mencioné una receta", "Recuérdame cuál era mi talla", "Antes me dijiste una fecha, ¿cuál era?",
    ],
    "Portuguese": [
        "Você se lembra do meu voo?", "Da última vez foi onde?", "Qual é o meu chá favorito?", "O que combinamos?", "há dois meses",
        "Me lembra qual era o hotel", "Onde estão as minhas chaves?", "O que é que eu te disse sobre Oslo?", "Quem é o meu médico?",
        "Falei-te de um canalizador, como se chamava?", "Que livro me recomendaste?", "Como se chama o nosso vizinho?",
        "No verão passado fomos aonde?", "Que hotel tínhamos escolhido?", "Já te contei a história do gato?", "Como sempre, por favor",
        "No outro dia mencionei uma receita", "Lembra-me qual era o meu número de sapato", "Lembras-te do que eu pedi?",
        "Antes você me disse uma data, qual era?", "O que nós combinámos com o Tiago?",
    ],
    "Italian": [
        "Ti ricordi il mio volo?", "L'ultima volta dov'era?", "Qual è il mio tè preferito?", "Cosa abbiamo deciso?", "due mesi fa",
        "Ricordami quale hotel", "Dove sono le mie chiavi?", "Cosa ti ho detto di Oslo?", "Chi è il mio medico?",
        "Ti avevo parlato di un idraulico, come si chiamava?", "Che libro mi hai consigliato?", "Come si chiama il nostro vicino?",
        "L'estate scorsa dove siamo andati?", "Quale albergo avevamo scelto?", "Ti ho già raccontato del gatto?", "Come al solito, grazie",
        "L'altro giorno ho menzionato una ricetta", "Ricordami qual era la mia taglia", "Vi ricordate cosa avevo ordinato?",
        "Prima mi hai detto una data, qual era?", "Com'era rimasta la faccenda con Sara?",
    ],
    "Russian": [
        "Помнишь мой рейс?", "Что мы решили?", "В прошлый раз было иначе", "Какой мой любимый чай?", "два месяца назад", "Напомни, какой отель",
        "Где мои ключи?", "Что я тебе говорила про Осло?", "Кто мой врач?", "Я тебе рассказывал про сантехника, как его звали?",
        "Какую книгу ты мне советовал?", "Как зовут нашего соседа?", "Куда мы ездили прошлым летом?", "Какую гостиницу мы выбрали?",
        "Я уже рассказывала тебе про кота?", "Как обычно, пожалуйста", "На днях я упоминал рецепт", "Напомни мне, какой у меня размер обуви",
        "Вы помните, что я заказывал?", "Раньше ты называл мне дату, какую?", "О чём мы договорились с Игорем?",
    ],
}  # fmt: skip
ABOUT_SOMETHING_ELSE = {
    "English": [
        "remind me to buy milk", "remind me tomorrow to call Ana", "remind me when I get home to water the plants", "remember that I like tea",
        "write a poem about rain", "what is the capital of France?", "how do I sort a list?", "when was the war of 1812?",
        "translate this into French", "can you come earlier?", "what's the weather", "who is the president?", "recalls of the 2019 model",
        "remind me what to pack tomorrow", "set a reminder for six", "remind us next week about the rent", "who won the last election in Peru?",
        "how do you remember long numbers?",
    ],
    "Chinese": [
        "记得明天买牛奶", "明天提醒我开会", "请用中文写一首诗", "今天天气怎么样", "下次再说", "猫喜欢吃什么", "提醒我下午三点打电话", "记得提醒我带伞", "帮我设一个七点的闹钟", "下周提醒我交房租", "到家后提醒我浇花", "法国的首都在哪",
        "请记住我喜欢喝茶", "怎么才能记得更牢", "以前的人怎么写字",
    ],
    "Japanese": [
        "明日の会議を覚えておいて", "詩を書いて", "今日の天気は？", "明日リマインドして", "三時に電話するのを思い出させて", "来週家賃のことを知らせて", "家に着いたら水やりを教えて", "私はお茶が好きだと覚えておいて", "フランスの首都はどこ？",
        "傘を持っていくように言って", "七時に起こして", "江戸時代の食事について説明して",
    ],
    "Korean": [
        "내일 알려줘", "시를 써줘", "오늘 날씨 어때?", "내일 회의 있다고 알려줘", "세 시에 전화하라고 알려 줘", "다음 주에 월세 내라고 말해 줘", "집에 가면 화분에 물 주라고 알려줘", "내가 차를 좋아한다는 걸 기억해 둬",
        "프랑스의 수도는 어디야?", "일곱 시에 깨워 줘", "우산 챙기라고 해 줘",
    ],
    "German": [
        "Wie spät ist es hier?", "Erinnere mich morgen daran, anzurufen", "Schreib ein Gedicht", "Welche Farbe hat der Himmel?",
        "Erinnere mich daran, Milch zu kaufen", "Erinnere mich um drei an den Anruf", "Erinnere mich nächste Woche an die Miete",
        "Merk dir, dass ich Tee mag", "Stell einen Wecker auf sieben", "Wer war der erste Kanzler?",
        "Erinnere mich später daran, was ich packen muss", "Erinner mich zu Hause ans Gießen",
    ],
    "French": [
        "Rappelle-moi demain d'appeler", "Écris un poème", "Il est ici depuis hier", "Quelle est la capitale ?", "Rappelle-moi d'acheter du lait",
        "Rappelle-moi à trois heures d'appeler", "Rappelle-moi la semaine prochaine pour le loyer", "Retiens que j'aime le thé",
        "Mets un réveil à sept heures", "Qui était Napoléon ?", "Rappelle-moi ce soir ce que je dois prendre",
        "Rappelle-moi d'arroser les plantes en rentrant",
    ],
    "Spanish": [
        "Recuérdame mañana llamar a Ana", "Escribe un poema", "¿Cuál es la capital?", "Recuérdame comprar leche", "Recuérdame a las tres que llame",
        "Recuérdame la próxima semana lo del alquiler", "Recuerda que me gusta el té", "Pon una alarma a las siete", "¿Quién fue Napoleón?",
        "Recuérdame más tarde qué llevar", "Recuérdame regar las plantas cuando llegue",
    ],
    "Portuguese": [
        "Me lembre amanhã de ligar", "Escreva um poema", "Qual é a capital?", "Lembra-me de comprar leite", "Lembra-me às três de telefonar",
        "Me lembra na próxima semana do aluguel", "Lembre-se de que gosto de chá", "Põe um alarme para as sete", "Quem foi Napoleão?",
        "Me lembra mais tarde o que levar", "Lembra-me de regar as plantas quando chegar",
    ],
    "Italian": [
        "Ricordami domani di chiamare", "Scrivi una poesia", "Qual è la capitale?", "Ricordami di comprare il latte",
        "Ricordami alle tre di telefonare", "Ricordami la prossima settimana dell'affitto", "Ricorda che mi piace il tè",
        "Metti una sveglia alle sette", "Chi era Napoleone?", "Ricordami più tardi cosa portare", "Ricordami di innaffiare le piante quando torno",
    ],
    "Russian": [
        "Напомни завтра позвонить", "Напиши стихи", "Какая сегодня погода?", "Напомни купить молоко", "Напомни в три позвонить",
        "Напомни на следующей неделе про аренду", "Запомни, что я люблю чай", "Поставь будильник на семь", "Кто такой Наполеон?",
        "Напомни позже, что взять с собой", "Напомни полить цветы, когда приду",
    ],
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
