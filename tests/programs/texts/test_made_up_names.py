"""Names that an answer has from nowhere."""

from __future__ import annotations

import pytest

from pandora.programs.texts.made_up_names import made_up_names

NOTES = "The tools are kept by Maria Lund in the shed, and Tom Ferris looks after the drinks on the garden day."
NOTIZ = (
    "Die Listen führt Herr Özdemir, und Herr Lang mäht den Rasen. Die Termine gibt Frau Lindner bekannt, die "
    "Kasse hat Frau Alt. Die Wege werden im Herbst gemeinsam gekehrt."
)
NOTATKA = "Kurs prowadzi pani Ewa Nowicka, a w razie choroby zastępuje ją pan Marek Zając z naszej szkoły."


@pytest.mark.parametrize(
    ("text", "asked", "answer", "names"),
    [
        (NOTES, "Who keeps the tools?", "It is Mrs Harper who keeps them.", ["Mrs", "Harper"]),
        (NOTES, "Who keeps the tools?", "They are with Mrs Lund, not with Mr Ferris.", []),
        (NOTES, "Who keeps the tools?", "They are with Maria Hull.", ["Hull"]),
        (NOTES, "Who keeps the tools, Mrs Harper?", "It is Maria Lund, Mrs Harper.", []),
        (NOTES, "Who keeps the tools?", "On Monday Maria keeps them, as TF says.", []),
        (f"{NOTES} Germany pays.", "Who pays?", "The German side pays, say the Lunds, on Mondays.", []),
        (NOTES, "Wer hat das Werkzeug im Schuppen?", "Das Werkzeug hat im Schuppen Frau Lund.", []),
        (NOTIZ, "Wer führt die Listen?", "Herr Weber führt die Listen.", ["Weber"]),
        (NOTIZ, "Wer führt die Listen?", "Die Führung der Listen hat Herr Özdemir.", []),
        (NOTATKA, "Kto prowadzi kurs?", "Kurs jest prowadzony przez panią Ewę Nowicką.", []),
    ],
)
def test_a_name_stands_somewhere(text: str, asked: str, answer: str, names: list[str]) -> None:
    assert made_up_names(answer, asked, [text]) == names
