from __future__ import annotations

from pandora.programs.metamorphic.altered_copies import data_file
from pandora.programs.metamorphic.experiment_subject import Subject
from pandora.programs.metamorphic.meaning import categories
from pandora.programs.printed_values import Run


def test_the_words_of_the_line_that_heads_a_text_are_no_values() -> None:
    lines = [
        "Datum Uhrzeit  Name  Tür",
        *(f"03.03.2025 06:{minute}  Kessler  Werkstatt" for minute in range(10, 30)),
    ]
    request = "Wie oft hat Kessler eine Tür geöffnet?"

    def named(content: str) -> list[str]:
        file = data_file("doors.txt", content.encode())
        assert file is not None
        return sorted(word for one in Subject(request, "", (file,), Run(True, "")).named for word in one.words)

    assert named("\n".join(lines)) == ["kessler"]
    doors = [line.replace("Werkstatt", "Labor") if "5 " in line else line for line in lines]
    file = data_file("doors.txt", "\n".join(doors).encode())
    assert file is not None
    found = categories(Subject("Wie oft ging eine Tür auf?", "", (file,), Run(True, "")))
    assert all("Tür" not in category.values for category in found)
