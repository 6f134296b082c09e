from __future__ import annotations

from pandora.programs.inside.text_folding import folded


def test_case_accents_and_blanks_are_folded() -> None:
    assert folded("  Sí,  CLARO ") == "si, claro"
    assert folded("Straße") == "strasse"
    assert folded(None) == ""
    assert sorted(["Zoe", "Álvaro", "bo"], key=folded) == ["Álvaro", "bo", "Zoe"]
