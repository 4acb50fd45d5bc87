"""Words that ask what was, and say nothing of what it was about: "what did we talk about yesterday".

A question of such words and a time alone asks for everything of that time.
"""

from typing import Final

from recall_sidecar.memory.stopwords import STOP_CHARACTERS
from recall_sidecar.memory.terms import QueryTerm, tokens

__all__ = ["is_idle"]

_WORDS: Final = frozenset(
    tokens(
        """
        write wrote note noted notes agree agreed decide decided plan planned conversation summary summarise summarize recap
        worked visited met meeting chat chatted
        gemacht getan gesagt besprochen geredet gesprochen passiert geschehen los notiert hatten haben habt waren
        fait dit passé parlé discuté était avons avez
        hicimos hice hizo hiciste dije dijimos dijiste hablamos hablé pasó ocurrió fuimos
        fizemos fiz fez disse dissemos falamos conversamos aconteceu foi
        fatto detto parlato successo discusso abbiamo cosa che
        что мы я делали делал делала говорили говорил обсуждали произошло случилось было о чём чем
        """
    )
)
_CHARACTERS: Final = STOP_CHARACTERS | frozenset(
    "聊麼说說讲講谈談话話题題做干幹发發生事情件见見面问問记記录錄過话何話しまたてす했지뭐일이을를"
)


def is_idle(term: QueryTerm) -> bool:
    """Whether `term` says nothing of what is asked about."""
    return term.weight < 1 or term.text in _WORDS or _CHARACTERS.issuperset(term.text)
