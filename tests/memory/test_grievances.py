"""What complains, how much of it does, and what that costs."""

import pytest

from recall_sidecar.memory.grievances import complaint_part, complaint_share


@pytest.mark.parametrize(
    "text",
    [
        "You forgot my dentist again!",
        "you've completely forgotten the dentist",
        "You keep forgetting where my dentist is.",
        "You never remember my dentist.",
        "Why can't you remember the dentist?",
        "That is wrong, I told you.",
        "I already told you about the dentist!",
        "I've said this before.",
        "How many times do I have to say it?",
        "No, that's not what I said.",
        "You got that wrong.",
        "I'm sorry that I forgot your dentist!",
        "I apologize for the confusion.",
        "Du hast den Zahnarzt schon wieder vergessen!",
        "Das habe ich dir doch gesagt.",
        "Wie oft soll ich das noch sagen?",
        "Tu as encore oublié le dentiste !",
        "Je te l'ai déjà dit.",
        "¡Olvidaste al dentista otra vez!",
        "Ya te lo dije.",
        "Você esqueceu o dentista de novo!",
        "Hai dimenticato di nuovo il dentista!",
        "Ты опять забыл про врача!",
        "Я уже говорил.",
        "你又忘了我的牙医！",
        "我说过多少次了",
        "また忘れたの？",
        "또 잊었어!",
    ],
)
def test_it_complains(text: str) -> None:
    assert complaint_share(text) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "My dentist is Dr. Aksoy.",
        "Don't forget the milk.",
        "I forgot my umbrella in the dentist's waiting room.",
        "Anna told me that the dentist moved.",
        "Anna never listens to music.",
        "Remember to call the dentist.",
        "Jonas said that the road was closed, and often it is.",
        "The doctor was wrong about the knee.",
        "It's wrong to skip the second dose.",
        "Vergiss nicht, den Zahnarzt anzurufen.",
        "他忘了带伞。",
        "听歌可以让你忘却烦恼。",
        "Do you remember the lake?",
        "",
        "!!!",
        "You forgot my dentist again! " + "He moved to the harbour. " * 30,
    ],
)
def test_it_says_something(text: str) -> None:
    assert complaint_share(text) == 0.0
    assert complaint_part(0.8, text) == ()


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        pytest.param("You forgot my dentist again!", -0.4, -0.4, id="nothing else"),
        pytest.param("You forgot my dentist again! He is in Linz.", -0.2, -0.05, id="little else"),
        pytest.param(
            "You forgot it again! My dentist is Dr. Aksoy in Harbour Street 9.", 0.0, 0.0, id="a fact"
        ),
    ],
)
def test_what_mostly_complains_loses_up_to_half(text: str, least: float, most: float) -> None:
    lost = sum(part.value for part in complaint_part(0.8, text) if part.name == "complaint")

    assert least - 1e-9 <= lost <= most + 1e-9
