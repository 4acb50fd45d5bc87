"""Names of countries and continents: what somebody lives in beside a town of it.

In English, and of those where most of this program's languages are spoken in these languages.
"""

from collections.abc import Set
from functools import cache
from typing import Final

from recall_sidecar.memory.terms import query_terms

__all__ = ["is_country"]

_NAMES: Final = (
    "Africa, Asia, Australia, Europe, North America, South America, Scandinavia, Middle East, Afghanistan, Albania, Algeria, "
    "Andorra, Angola, Argentina, Armenia, Austria, Azerbaijan, Bahamas, Bahrain, Bangladesh, Barbados, Belarus, Belgium, Belize, "
    "Benin, Bhutan, Bolivia, Bosnia, Botswana, Brazil, Bulgaria, Burkina Faso, Burundi, Cambodia, Cameroon, Canada, Cape Verde, "
    "Chad, Chile, China, Colombia, Congo, Costa Rica, Croatia, Cuba, Cyprus, Czech Republic, Czechia, Denmark, Dominican Republic, "
    "Ecuador, Egypt, El Salvador, England, Eritrea, Estonia, Ethiopia, Fiji, Finland, France, Gabon, Gambia, Georgia, Germany, "
    "Ghana, Great Britain, Greece, Greenland, Guatemala, Guinea, Guyana, Haiti, Honduras, Hungary, Iceland, India, Indonesia, "
    "Iran, Iraq, Ireland, Israel, Italy, Ivory Coast, Jamaica, Japan, Jordan, Kazakhstan, Kenya, Korea, Kosovo, Kuwait, "
    "Kyrgyzstan, Laos, Latvia, Lebanon, Lesotho, Liberia, Libya, Liechtenstein, Lithuania, Madagascar, Malawi, Malaysia, "
    "Maldives, Mali, Malta, Mauritania, Mauritius, Mexico, Moldova, Mongolia, Montenegro, Morocco, Mozambique, Myanmar, Namibia, "
    "Nepal, Netherlands, New Zealand, Nicaragua, Niger, Nigeria, North Korea, North Macedonia, Northern Ireland, Norway, Oman, "
    "Pakistan, Palestine, Panama, Papua New Guinea, Paraguay, Peru, Philippines, Poland, Portugal, Puerto Rico, Qatar, Romania, "
    "Russia, Rwanda, Saudi Arabia, Scotland, Senegal, Serbia, Sierra Leone, Slovakia, Slovenia, Somalia, South Africa, "
    "South Korea, Spain, Sri Lanka, Sudan, Suriname, Sweden, Switzerland, Syria, Taiwan, Tajikistan, Tanzania, Thailand, "
    "Tibet, Togo, Trinidad, Tunisia, Turkey, Turkmenistan, Uganda, Ukraine, United Arab Emirates, United Kingdom, United States, "
    "Uruguay, USA, Uzbekistan, Venezuela, Vietnam, Wales, Yemen, Zambia, Zimbabwe, "
    "Deutschland, Österreich, Schweiz, Frankreich, Italien, Spanien, Portugal, Polen, Niederlande, Belgien, Großbritannien, Türkei, "
    "Europa, Allemagne, Autriche, Suisse, Italie, Espagne, Belgique, Angleterre, Royaume-Uni, États-Unis, Alemania, España, Francia, "
    "Italia, Suiza, Reino Unido, Estados Unidos, México, Brasil, Germania, Svizzera, Spagna, Alemanha, Espanha, França, Suíça, "
    "中国, 德国, 法国, 英国, 美国, 日本, 韩国, 西班牙, 意大利, 瑞士, 奥地利, 加拿大, 澳大利亚, 台湾, Германия, Россия, Франция, Испания, Италия"
)
_TELLING: Final = 0.3


def is_country(words: Set[str]) -> bool:
    """Return whether `words`, in the form that a search looks for, name a country or a continent."""
    return words in _in_terms()


@cache
def _in_terms() -> frozenset[frozenset[str]]:
    return frozenset(_terms(name) for name in _NAMES.split(", "))


def _terms(name: str) -> frozenset[str]:
    found = [term.text for term in query_terms(name) if term.weight >= _TELLING]
    # Of Chinese its characters, as facts take values apart.
    return frozenset(name) if name[0] >= "\u3400" else frozenset(found)
