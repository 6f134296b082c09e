from __future__ import annotations

from pandora.research.report_part import Claim, Part, part_text, read_part


def test_a_part_reads_back_with_its_parts() -> None:
    inner = Part("inner?", (Claim("It is so.", ("fact-1234", "fact-5678")),), missing=("why?",))
    outer = Part(
        "outer?",
        (Claim("All of it [sic].", ("fact-9999",)),),
        (Claim("odd", ("fact-9999",)),),
        (),
        (),
        (inner, inner),
    )
    whole = Part("top", parts=(outer, Part("other?", missing=("other?",))))
    assert read_part("top", part_text(whole)) == whole
    assert whole.not_found == ("why?", "other?")
    assert [claim.text for claim in whole.everything][:2] == ["All of it [sic].", "odd"]


def test_notes_of_a_person_are_no_claims() -> None:
    part = read_part("q", "my note\nClaims:\n- It is so. [fact-1234]\nanother note\n")
    assert [claim.text for claim in part.claims] == ["It is so."]
