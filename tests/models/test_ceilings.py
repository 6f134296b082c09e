from __future__ import annotations

from pandora.budget import Budget
from pandora.document.fill import ReplyLimits
from pandora.models.ceilings import Ceilings, GivenCeilings, ceilings_for

SMALL, LARGE = 1_540_000_000, 30_500_000_000


def test_the_default_model_has_the_ceilings_that_were_measured() -> None:
    measured = Ceilings(ReplyLimits(line=96, code=400, text=300), thought=512, work=3000)
    assert ceilings_for(SMALL, 8192) == ceilings_for(SMALL, 131_072) == measured
    assert ceilings_for(None, 32_768) == measured, "of an unknown model nothing more is expected"


def test_a_model_of_30b_writes_and_reads_as_much_as_its_context_allows() -> None:
    expected = Ceilings(ReplyLimits(line=240, code=8192, text=4096), thought=4096, work=10_922)
    assert ceilings_for(LARGE, 32_768) == expected
    assert ceilings_for(LARGE, 262_144) == Ceilings(expected.reply, thought=4096, work=24_000)


def test_a_large_model_in_a_small_context_has_no_less_than_a_small_one() -> None:
    ceilings = ceilings_for(LARGE, 2048)
    assert (ceilings.reply.code, ceilings.reply.text, ceilings.thought, ceilings.work) == (512, 300, 512, 3000)


def test_a_person_has_the_last_word() -> None:
    given = GivenCeilings(code=1000, text=50, thought=64)
    ceilings = ceilings_for(SMALL, 8192, given)
    assert (ceilings.reply.code, ceilings.reply.text, ceilings.thought) == (1000, 50, 64)


def test_children_get_their_share_of_a_larger_work_context() -> None:
    assert Budget().child(100, "tool").context == 2000
    assert Budget(context=24_000).child(100, "tool").context == 16_000
    assert Budget(context=24_000).child(100, "tool").child(100, "operation").context == 10_666
