from __future__ import annotations

import pytest

from pandora.errors import DiskError
from pandora.programs.language import text_language
from pandora.programs.language.text_language import (
    LANGUAGES,
    OTHER,
    code_of,
    language_of,
    languages_for,
    name_of,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Leider muss ich den Termin am Donnerstag absagen, weil ich an diesem Tag auf einer Reise bin.", "de"),
        ("I am sorry that I cannot come on Thursday, since I am away on a journey that day.", "en"),
        (
            "Je ne peux malheureusement pas venir jeudi, parce que je serai en voyage ce jour-là.",
            "fr",
        ),
        ("Lamentablemente no puedo venir el jueves, porque ese día estoy de viaje con mi familia.", "es"),
        ("HP Victus 729", None),
        ("12 kg", None),
        ("", None),
    ],
)
def test_the_language_of_a_text_is_told_where_it_is_sure(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_languages_have_a_name_and_a_code() -> None:
    assert code_of("german") == "de"
    assert code_of("other") is None
    assert [name_of(code) for code in LANGUAGES.values()] == list(LANGUAGES)


GERMAN = "Schreib der Praxis eine kurze höfliche Mail und bitte um einen neuen Termin in der nächsten Woche."


@pytest.mark.parametrize(
    ("request_", "sources", "languages"),
    [
        (GERMAN, [], ("German",)),
        (f"{GERMAN} Die Mail soll auf Englisch sein.", [], ("German", "English")),
        (f"{GERMAN} Übersetze sie in gutes Französisch.", [], ("German", "French")),
        (
            "Please answer this letter politely and say that we can come on the second weekend in March.",
            ["Chère Madame, pourriez-vous nous dire quel week-end vous préférez pour votre visite chez nous ?"],
            ("English", "French"),
        ),
        (
            "Skriv ett kort och vänligt brev till grannarna om att vi har fest på lördag kväll i trädgården.",
            [],
            (*LANGUAGES, OTHER),
        ),
        ("Hola!", [], (*LANGUAGES, OTHER)),
        (
            "Escribe una nota corta para los vecinos: el sábado 14 de junio celebro mi cumpleaños en casa.",
            [],
            ("Spanish",),
        ),
        ("Schreib bitte eine Einladung zum Sommerfest der Schule", [], ("German",)),
    ],
)
def test_a_text_is_in_the_language_of_its_request_or_of_what_the_request_names(
    request_: str, sources: list[str], languages: tuple[str, ...]
) -> None:
    assert languages_for(request_, sources) == languages


def test_a_full_folder_for_temporary_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(DiskError, match=r"No space left on device; free .* TMPDIR"):
        text_language._identifier.__wrapped__()
