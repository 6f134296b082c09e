from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.errors import UsageError
from pandora.sandbox import tiers
from pandora.sandbox.process import Limits
from pandora.sandbox.tier import Tier
from pandora.sessions.delegation import ChildReply, LeafReply, LeafRequest
from pandora.sessions.session_kernel import Kernel, KernelSettings
from pandora.sessions.snapshots import SnapshotError, parse_manifest
from pandora.sessions.state_view import values_in
from tests.sessions.kernels import Replies, a_kernel, final, ran

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the sandbox of the test is Linux's")


def test_variables_live_on_over_blocks_and_final_has_their_value() -> None:
    """Sessions 1: variables survive, and FINAL publishes a value."""
    with a_kernel() as kernel:
        assert ran(kernel, "rows = [3, 4]", "total = sum(rows)").error is None
        assert final(kernel, "FINAL({'total': total, 'rows': len(rows)})") == '{"total": 7, "rows": 2}'


def test_an_error_ends_a_block_and_what_ran_stays() -> None:
    """Sessions 3: what a block did before its error is kept."""
    with a_kernel() as kernel:
        result = ran(kernel, "a = 1", "b = 2\nc = 1 / 0\nd = 4")
        assert result.error is not None
        assert (result.error.kind, result.error.line) == ("error", 2)
        assert "line 2: c = 1 / 0" in result.error.message
        assert result.changed == ("b",)
        assert set(statuses(kernel)) == {"a", "b"}
        syntax = ran(kernel, "x = = 1").error
        assert syntax is not None
        assert syntax.kind == "syntax"


def test_a_large_value_is_a_stub_that_can_be_paged() -> None:
    """Sessions 4: a large value is shown with kind and size; an endless generator hangs nothing."""
    block = "import itertools\nrows = list(range(10_000))\nendless = itertools.count()\ntext = 'ab' * 5000"
    with a_kernel() as kernel:
        result = ran(kernel, block)
        stubs = {value.name: value for value in values_in(kernel.snapshot.manifest)}
        assert stubs["rows"].stub.startswith("list of 10,000 items: [0, 1, 2")
        assert (stubs["text"].kind, stubs["text"].size) == ("str", 10_000)
        assert max(len(value.stub) for value in stubs.values()) <= 400
        paged = ran(kernel, "print(page(rows, 5000, 2))").output
        assert paged == "5000\n5001\n[5,000 to 5,001 of 10,000; page(…, 5002) goes on]\n"
        assert "count" in result.snapshot.unrestorable["endless"]


def test_the_same_state_has_the_same_digest_and_comes_back_equal() -> None:
    """Sessions 5 and 6: equal states hash alike, and a restored state is equal and hashes alike."""
    block = (
        "import collections, datetime, re\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Row:\n    name: str\n    size: float\n"
        "def double(n, by=2):\n    return n * by\n"
        "rows = [Row('a', 1.5), Row('b', float('inf'))]\n"
        "names = {'x', 'y', 'z'}\nseen = collections.Counter('aab')\nday = datetime.date(2026, 1, 2)\n"
        "pairs = {(1, 2): {'$': 'mark'}}\nlarge = 10 ** 400\npattern = re.compile('a+', re.I)\n"
        "results['one'] = {'deep': [1, None, True]}"
    )
    test = (
        "same = rows == [Row('a', 1.5), Row('b', float('inf'))] and names == {'z', 'y', 'x'} "
        "and double(4) == 8 "
        "and seen == collections.Counter(a=2, b=1) and day.year == 2026 and pairs == {(1, 2): {'$': 'mark'}} "
        "and large == 10 ** 400 and pattern.match('AA') is not None and results['one']['deep'][2] is True"
    )
    with a_kernel() as kernel, a_kernel() as other, a_kernel() as resumed:
        snapshot = ran(kernel, block).snapshot
        assert ran(other, block).snapshot.digest == snapshot.digest
        assert ran(kernel, "None").snapshot.digest == snapshot.digest
        resumed.restore(parse_manifest(snapshot.encoded), snapshot.blobs.__getitem__)
        assert resumed.snapshot.digest == snapshot.digest
        assert ran(resumed, test, "FINAL(same)").final is not None
        assert kernel.run("FINAL(rows)").final == resumed.run("FINAL(rows)").final


@pytest.mark.parametrize(
    ("block", "name", "reason"),
    [
        ("g = (n for n in range(3))", "g", "generator"),
        ("import threading\nlock = threading.Lock()", "lock", "lock"),
        ("loop = []\nloop.append(loop)", "loop", "contains itself"),
        ("f = open('/dev/null')", "f", "TextIOWrapper"),
        ("results['a'] = iter([1])", "results['a']", "iterator"),
        ("def make():\n    n = 1\n    return lambda: n\ninner = make()", "inner", "function"),
    ],
)
def test_what_cannot_be_stored_is_listed_and_comes_back_as_missing(block: str, name: str, reason: str) -> None:
    """Sessions 5: a variable that cannot be stored is listed with its reason."""
    with a_kernel() as kernel:
        snapshot = ran(kernel, f"kept = 1\n{block}").snapshot
        assert reason in snapshot.unrestorable[name]
        with a_kernel() as resumed:
            resumed.restore(snapshot.manifest, snapshot.blobs.__getitem__)
            assert ran(resumed, "print(kept)").output == "1\n"
            if name.isidentifier():
                assert ran(resumed, f"print(type({name}).__name__)").output == "Missing\n"


def test_nothing_of_this_machine_is_in_a_state() -> None:
    """Sessions S7: no path, host or user in a manifest or in what it refers to."""
    with a_kernel() as kernel:
        kernel.load_texts({"notes/a.txt": b"one\ntwo"})
        snapshot = ran(kernel, "n = len(text.lines)\ndef f():\n    return n").snapshot
    everything = snapshot.encoded + b"".join(snapshot.blobs.values())
    for local in (os.uname().nodename, os.path.expanduser("~"), sys.prefix, "pandora-scratch"):
        assert local.encode() not in everything


def test_a_state_of_another_version_and_one_without_its_bytes_are_refused() -> None:
    """Sessions 6: what cannot be restored is a typed error, and the state stays as it was."""
    with a_kernel() as kernel:
        snapshot = ran(kernel, "n = 1").snapshot
        with pytest.raises(SnapshotError, match="session state 9"):
            kernel.restore({**snapshot.manifest, "pandora": "session state 9"}, snapshot.blobs.__getitem__)
        with pytest.raises(SnapshotError, match="blobs/"):
            kernel.restore(snapshot.manifest, dict[str, bytes]().__getitem__)
        with pytest.raises(SnapshotError, match="not what its name says"):
            kernel.restore(snapshot.manifest, lambda name: b"2")
        with pytest.raises(SnapshotError, match="no state"):
            parse_manifest(b"{}")
        assert ran(kernel, "print(n)").output == "1\n"


def test_code_that_never_ends_is_stopped_and_the_turn_lives() -> None:
    """Sessions 16: at the deadline the block ends, and what it had bound before stays."""
    with a_kernel(seconds=0.3) as kernel:
        result = ran(kernel, "n = 1\nwhile True:\n    n += 1")
        assert result.error is not None
        assert (result.error.kind, result.error.line) == ("deadline", 0)
        assert final(kernel, "more = n > 1", "FINAL(more)") == "true"


@pytest.mark.parametrize(
    "block",
    [
        "lost = 1\nimport time\nwhile True:\n    try: time.sleep(60)\n    except BaseException: pass",
        "lost = 1\nimport signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass",
        "lost = 10 ** 10 ** 10",
    ],
    ids=["swallowed", "disarmed", "in C"],
)
def test_code_that_swallows_its_deadline_is_killed_and_the_state_is_as_before(block: str) -> None:
    """Sessions 16: code that never ends is killed, and the turn goes on from before the block."""
    with a_kernel(seconds=0.3, grace_seconds=0.7) as kernel:
        result = ran(kernel, "kept = [1, 2]", block)
        assert result.error is not None
        assert result.error.kind == "deadline"
        assert set(statuses(kernel)) == {"kept"}
        assert final(kernel, "FINAL(kept)") == "[1, 2]"


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("import os\nos.fork()", "error"),
        ("import subprocess\nsubprocess.run(['true'])", "error"),
        ("open('/etc/passwd').read()", "error"),
        ("import socket\nsocket.create_connection(('127.0.0.1', 22), 1)", "error"),
        ("open('/proc/self/environ').read()", "error"),
        ("open('/usr/new', 'w')", "error"),
        ("raise SystemExit", "error"),
        ("input()", "error"),
        ("hog = bytearray(8 << 30)", "memory"),
        ("import os\nos._exit(0)", "killed"),
        ("import ctypes\nctypes.string_at(0)", "killed"),
        ("import os\nos.write(4, b'x' * 100)\nwhile True: pass", "killed"),
        ("import ctypes\nctypes.CDLL(None).fork()\nlonger = 1", ""),
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(9,)).start()", ""),
        ("for _ in range(50_000): print('x' * 50)", ""),
    ],
)
def test_a_hostile_block_reaches_nothing_and_harms_nothing(block: str, kind: str) -> None:
    """Sessions 3 and 16: forks, protected files, sockets, exits, memory, floods; the state stays whole."""
    with a_kernel(seconds=5.0) as kernel:
        result = ran(kernel, "kept = {'a': 1}", block)
        assert (result.error.kind if result.error else "") == kind, result.error
        assert len(result.output) < 10_000
        assert final(kernel, "FINAL(kept)") == '{"a": 1}'


def test_a_file_of_the_workspace_is_no_business_of_a_block(tmp_path: Path) -> None:
    """Sessions 12: a kernel reads what it was given, and no file beside it."""
    secret = tmp_path / ".env"
    secret.write_text("TOKEN=abc")
    with a_kernel(workspace=tmp_path) as kernel:
        error = ran(kernel, f"open({str(secret)!r}).read()").error
        assert error is not None
        assert "PermissionError" in error.message or "FileNotFoundError" in error.message


def test_a_lane_that_failed_is_failed_also_where_another_value_stood() -> None:
    """A fault that was mended: the place of a value that a weak statement replaced was called weak at most."""
    with a_kernel(Replies(lambda text: ValueError("no reply"))) as kernel:
        ran(
            kernel,
            "results['a'], row = [1], [2]",
            "results['a'] = map_lm('Which?', ['x'])[0]",
            "def ask():\n    global row\n    row = map_lm('Which?', ['x'])[0]\nask()",
        )
        assert (statuses(kernel)["results['a']"], statuses(kernel)["row"]) == ("failed", "failed")


def test_final_takes_values_and_names_numbers_that_stand_in_no_variable() -> None:
    """Sessions S2: a number in FINAL that stands in no variable is named, and the turn goes on."""
    with a_kernel() as kernel:
        kernel.run("rows = [{'n': 3}, {'n': 4}]\nshare, words = 2 / 3, '{} of {}'")
        for expression in (
            "42",
            "'there are 42 rows'",
            "{'n': 42, 'rows': rows}",
            "40 + 2",
            "f'{rows} and 42'",
            "'{} of {}'.format(len(rows), 42)",
            "words.format(len(rows), 42)",
            "max(len(rows), 42)",
            "next((row for row in rows if not row), 42)",
        ):
            error = ran(kernel, f"FINAL({expression})").error
            assert error is not None, expression
            assert (error.kind, "42" in error.message) == ("final-refused", True)
        for expression in (
            "len(rows)",
            "rows[0]",
            "round(share, 2)",
            "f'{len(rows)} rows'",
            "3 + len(rows)",
            "list(enumerate(rows, 1))",
        ):
            assert ran(kernel, f"FINAL({expression})").final is not None, expression
        error = ran(kernel, "FINAL(rows, 1)").error
        assert error is not None
        assert error.kind == "final-refused"


def test_a_declared_check_that_fails_or_was_not_made_refuses_final() -> None:
    """Sessions S1: a declared check that fails makes FINAL a typed, recoverable refusal."""
    with a_kernel() as kernel:
        kernel.declare(["all rows counted"])
        kernel.run("rows = [1, 2, 3]\nn = 2")
        unmade = ran(kernel, "FINAL(n)").error
        assert unmade is not None
        assert (unmade.kind, "all rows counted" in unmade.message) == ("final-refused", True)
        failing = ran(kernel, "check('all rows counted', lambda: n == len(rows))", "FINAL(n)").error
        assert failing is not None
        assert "fails" in failing.message
        done = ran(kernel, "n = 3", "FINAL(n)").final
        assert done is not None
        assert [(check.name, check.holds, check.declared) for check in done.checks] == [
            ("all rows counted", True, True)
        ]
        kernel.declare([])
        assert ran(kernel, "FINAL(n)").final is not None


def statuses(kernel: Kernel) -> dict[str, str]:
    return {value.name: value.status for value in values_in(kernel.snapshot.manifest)}


def test_every_value_says_how_it_stands() -> None:
    """Sessions S3: verified, assumed, weak, missing or failed; nothing gets better by being passed on."""
    replies = Replies(leaf=lambda text: ValueError("no answer") if "bad" in text else "Ann")
    with a_kernel(replies) as kernel:
        kernel.load_texts({"mail.txt": b"Ann wrote.\nBen replied.\n"})
        ran(
            kernel,
            "lines = text.lines\nn = 0\nfor line in lines:\n    n += 1\nguess = 42\nlater = guess + 1",
            "assume('year', 2026, 'the mail has none')\nage = year - n\nmissing('sender', 'no header')",
            "who = lm('Who wrote?', text)\nshout = who.upper()\nresults['who'] = who",
            "found = map_lm('Who?', ['a', 'bad'])\nresults['second'] = found[1]",
        )
        assert statuses(kernel) == {
            "text": "verified", "mail": "verified", "inputs['mail.txt']": "verified", "lines": "verified",
            "n": "verified", "line": "verified", "guess": "assumed", "later": "assumed", "year": "assumed",
            "age": "assumed", "sender": "missing", "who": "weak", "shout": "weak", "results['who']": "weak",
            "found": "weak", "results['second']": "failed", "assumptions['year']": "assumed",
            "failures['sender']": "missing", "failures['map_lm 4.1 lane 1']": "failed",
        }  # fmt: skip
        weak = ran(kernel, "FINAL(who)").final
        assert weak is not None
        assert (weak.status, weak.names) == ("weak", ("who",))


@pytest.mark.parametrize(
    "code",
    [
        "n = len(lines)\ndef ask():\n    global n\n    n = lm('Who?', text)\nask()\nFINAL(n)",
        "rows = list(lines)\nalias = rows\nalias.append(lm('Who?', text))\nFINAL(rows)",
        "kept = {'rows': list(lines)}\nrows = kept['rows']\nrows.append(lm('Who?', text))\nFINAL(kept)",
        "rows = list(lines)\nlist(map(rows.append, map_lm('Who?', lines)))\nFINAL(rows)",
        "results['rows'] = list(lines)\nresults['rows'].append(lm('Who?', text))\nFINAL(results['rows'])",
        "asked = [(who := lm('Who?', line)) for line in lines]\nFINAL(who)",
        "mood = 'yes' if lm('Who?', text) else 'no'\nreground('mood', text)\nFINAL(mood)",
    ],
    ids=["global", "alias", "part of another", "by reference", "in an entry", "within", "yes"],
)
def test_what_a_leaf_said_is_not_verified_whatever_way_it_came_into_a_value(code: str) -> None:
    """Sessions S3: nothing turns verified without evidence that code saw."""
    with a_kernel(Replies(leaf=lambda text: "Ann")) as kernel:
        kernel.load_texts({"mail.txt": b"Ann wrote: yes.\nBen replied.\n"})
        done = ran(kernel, "lines = text.lines\nother = list(lines)", code).final
        assert done is not None
        assert done.status == "weak"
        known = statuses(kernel)
        assert (known["lines"], known["other"]) == ("verified", "verified")


def test_an_input_that_could_not_be_had_is_missing_and_not_left_out() -> None:
    """Sessions S3: a missing input is represented as missing."""
    with a_kernel() as kernel:
        kernel.load_texts({"a.txt": b"one\ntwo"}, {"b.jpg": "it is no text"})
        known = statuses(kernel)
        assert (known["inputs['a.txt']"], known["inputs['b.jpg']"]) == ("verified", "missing")
        block = "read = [name for name, given in inputs.items() if isinstance(given, str)]"
        assert final(kernel, block, "FINAL([read, inputs['b.jpg'].why])") == '[["a.txt"], "it is no text"]'


def test_a_weak_value_is_verified_by_a_quote_that_code_finds() -> None:
    """Sessions S3: `reground(claim, source)` is done by quote in code."""
    with a_kernel(Replies(leaf=lambda text: "Ann Lee")) as kernel:
        kernel.load_texts({"mail.txt": b"On Monday Ann\nLee wrote.\n"})
        kernel.run("who = lm('Who wrote?', text)\nother = lm('Who?', text) + 'x'\nresults['w'] = who")
        ran(
            kernel,
            "one = reground('who', text)\ntwo = reground('other', 'mail.txt')",
            "reground(\"results['w']\", text)",
        )
        known = statuses(kernel)
        assert (known["who"], known["other"], known["results['w']"]) == ("verified", "weak", "verified")
        assert ran(kernel, "print(evidence['who'])").output == (
            "{'source': 'mail.txt', 'line': 1, 'quote': 'Ann Lee'}\n"
        )
        error = ran(kernel, "reground('other', 'Ann Leex')").error
        assert error is not None
        assert "that was given" in error.message
        assert "False" in ran(kernel, "reground('who', text, quote='Ann wrote')").output


def test_leaves_come_in_order_and_failed_lanes_alone_are_asked_again() -> None:
    """Sessions 9 and 10: order, sentinels with their index, and failed lanes alone a second time."""
    replies = Replies(leaf=lambda text: ValueError("too long") if int(text) % 4 else "yes")
    with a_kernel(replies, fanout=200) as kernel:
        kernel.run(
            "items = [str(n) for n in range(200)]\nfirst = map_lm('Good?', items, choices=['yes', 'no'])"
        )
        kernel.run("bad = [r.index for r in first if isinstance(r, Failed)]")
        assert final(kernel, "FINAL([len(bad), bad[0], first[1].error, first[1].child, len(failures)])") == (
            '[150, 1, "too long", "op-leaf-aaaaaa-1", 150]'
        )
        replies.leaf = lambda text: "no"
        kernel.run("second = map_lm('Good?', items, choices=['yes', 'no'], again=first)")
        assert len(replies.leaves[-1].texts) == 150
        assert replies.leaves[-1].lanes[:2] == (1, 2)
        assert final(kernel, "FINAL([second[0], second[1], len(failures)])") == '["yes", "no", 0]'


def test_a_leaf_says_how_likely_each_choice_is_where_that_is_asked() -> None:
    class Weighing(Replies):
        def _leaf(self, text: str) -> LeafReply:
            return replace(super()._leaf(text), shares={"a": 0.5, "b": 0.25, "c": 0.25})

    judge = Weighing(lambda text: ValueError("no reply") if text == "bad" else "a")
    with a_kernel(judge) as kernel:
        block = "given = map_lm('Which?', ['good', 'bad'], choices=['a', 'b', 'c'], shares=True)"
        assert final(kernel, block, "FINAL(str(given[0]))") == "('a', {'a': 0.5, 'b': 0.25, 'c': 0.25})"
        assert ran(kernel, "print(bool(given[1]))").output.strip() == "False"
        refused = ran(kernel, "map_lm('Which?', ['good'], choices=['a', 'b'], shares=True)").error
        assert refused is not None
        assert "three choices or more" in refused.message
        assert len(judge.leaves) == 1


def test_of_two_hundred_lanes_a_hundred_and_fifty_fail_and_the_rest_stays() -> None:
    """Sessions 9: each failed lane is a sentinel in its place, and those alone are asked again."""
    replies = Replies(lambda text: text if int(text) % 4 == 0 else ValueError("no"))
    with a_kernel(replies) as kernel:
        batches = "batches = [[str(n) for n in range(at, min(at + 32, 200))] for at in range(0, 200, 32)]"
        asked = "lanes = [map_lm('Which?', batch) for batch in batches]"
        last = "lanes[0][1].index, lanes[-1][7].kind"
        told = f"[len(failures), [n for lane in lanes for n in lane if n][:3], {last}]"
        assert (
            final(kernel, batches, asked, f"told = {told}", "FINAL(told)")
            == '[150, ["0", "4", "8"], 1, "error"]'
        )
        replies.leaf = str
        again = "lanes = [map_lm('Which?', b, again=lane) for b, lane in zip(batches, lanes)]"
        whole = "[len(failures), [n for lane in lanes for n in lane] == [str(n) for n in range(200)]]"
        assert final(kernel, again, f"told = {whole}", "FINAL(told)") == "[0, true]"
    assert sum(len(request.texts) for request in replies.leaves) == 200 + 150


def test_over_the_fanout_cap_nothing_is_asked() -> None:
    """Sessions 9: over the fan-out cap is a recoverable error with no calls made."""
    replies = Replies()
    with a_kernel(replies, fanout=3) as kernel:
        for items in ("list('abcd')", "iter(int, 1)"):
            error = ran(kernel, f"map_lm('Good?', {items})").error
            assert error is not None
            assert error.kind == "fanout"
        assert replies.leaves == []
        assert final(kernel, "three = map_lm('Good?', list('abc'))", "FINAL(three)") == '["a", "b", "c"]'


def test_a_child_gets_its_values_alone_and_its_parent_the_envelope() -> None:
    """Sessions 11: what goes to a child is what was named, and an envelope comes back."""
    reply = ChildReply("final", b'{"n":3}', "abc123", "h1")
    replies = Replies(child=lambda values: reply)
    with a_kernel(replies) as kernel:
        kernel.load_texts({"a.txt": b"one two"})
        kernel.run("secret = 7\nok = rlm('Count', boundary='b', shape={'n': int}, missing='m', part=text)")
        assert dict(replies.children[0].values[0]) == {"part": b'"one two"'}
        assert (replies.children[0].shape, replies.children[0].key) == ({"n": "integer"}, "1.1")
        assert (
            final(kernel, "FINAL([ok.status, ok.value['n'], ok.session, ok.head])")
            == '["final", 3, "abc123", "h1"]'
        )
        assert statuses(kernel)["ok"] == "weak"
        replies.child = lambda values: ChildReply("failed", head="w1", error="no FINAL", kind="no-final")
        contract = "boundary='b', shape='any', missing='m'"
        error = ran(kernel, f"rlm('Count', {contract})").error
        assert error is not None
        assert (error.kind, "no-final: no FINAL; its head w1" in error.message) == ("child", True)
        lanes = final(kernel, f"lanes = map_rlm('Count', [1, 2], {contract})", "FINAL([r.kind for r in lanes])")
        assert lanes == '["no-final", "no-final"]'
        error = ran(kernel, f"attach_rlm('nowhere', 'Go on', {contract})").error
        assert error is not None
        assert replies.children[-1].source == "nowhere"


@pytest.mark.parametrize(
    "call",
    [
        "rlm('Count')",
        "rlm('Count', boundary='b', shape='any')",
        "map_rlm('Count', [1], boundary='b', missing='m')",
        "rlm('Count', boundary='b', shape='nonsense', missing='m')",
        "rlm('Count', boundary='b', shape='any', missing='m', gen=(n for n in [1]))",
        "lm('')",
        "lm('Good?', choices=['yes'])",
        "map_lm('Good?', 'a text')",
    ],
)
def test_without_its_contract_nothing_is_asked(call: str) -> None:
    """Sessions S5: boundary, shape and a rule for what is missing; without them a typed error, no call."""
    replies = Replies()
    with a_kernel(replies) as kernel:
        error = ran(kernel, call).error
        assert error is not None
        assert error.kind == "contract"
    assert not replies.leaves
    assert not replies.children


def test_a_value_of_another_shape_is_a_failure_of_its_lane() -> None:
    """Sessions S5: a lane that returns another shape is a sentinel."""
    values = iter([b'{"n":1}', b'"one"', b'{"n":true}', b"nonsense"])
    replies = Replies(child=lambda given: ChildReply("final", next(values), "s", "h"))
    with a_kernel(replies) as kernel:
        call = "r = map_rlm('Count', [1, 2, 3, 4], boundary='b', shape={'n': int}, missing='m')"
        assert final(kernel, call, "FINAL([bool(x) for x in r])") == "[true, false, false, false]"
        assert final(kernel, "FINAL([x.kind for x in r if not x])") == '["shape", "shape", "error"]'


@pytest.mark.parametrize(
    ("question", "text", "reply", "warned"),
    [
        ("How many are good?", "good\nbad\ngood", 2, True),
        ("What is the sum?", "1 and 2", "3", True),
        ("Which is the largest?", "4, 9 and 5", 9, True),
        ("Sort them", "pear\napple\nfig", "apple\nfig\npear", True),
        ("Is it good? Is it long?", "good", "yes", True),
        ("What did it cost?", "It cost 12 on day 3.", 12, False),
        ("Who wrote?", "Ann wrote 12 mails", "Ann", False),
    ],
)
def test_a_leaf_that_did_exact_work_is_answered_with_a_warning(
    question: str, text: str, reply: Any, warned: bool
) -> None:
    """Sessions S6: exact work, and more than one judgment, are warned about; the kernel is named."""
    with a_kernel(Replies(leaf=lambda given: reply)) as kernel:
        shape = "integer" if isinstance(reply, int) else "text"
        result = ran(kernel, f"answer = lm({question!r}, {text!r}, shape={shape!r})")
        assert result.error is None
        assert bool(result.warnings) is warned
        if warned:
            assert "kernel" in result.warnings[0] or "one judgment" in result.warnings[0]


def test_what_the_delegate_raises_passes_and_the_state_is_whole() -> None:
    """Sessions 14: a ceiling of the whole tree ends the block, and the state is that of before."""

    class Broke(Replies):
        def ask(self, request: LeafRequest) -> list[LeafReply]:
            raise UsageError("nothing left")

    with a_kernel(Broke()) as kernel:
        kernel.run("kept = 1")
        with pytest.raises(UsageError, match="nothing left"):
            kernel.run("lost = 2\nlm('Good?', 'x')")
        assert set(statuses(kernel)) == {"kept"}


def test_time_in_a_leaf_is_not_time_of_the_block() -> None:
    """Sessions 16: the deadline is for code; what a model takes does not count."""
    import time

    class Slow(Replies):
        def ask(self, request: LeafRequest) -> list[LeafReply]:
            begun = time.monotonic()
            while time.monotonic() < begun + 1.0:
                pass
            return [LeafReply("ok")]

    with a_kernel(Slow(), seconds=0.9, grace_seconds=0.1) as kernel:
        assert final(kernel, "a = lm('Good?', 'x')", "FINAL(a)") == "ok"


def test_a_confinement_that_is_required_and_not_there_starts_nothing() -> None:
    from pandora.errors import RefusedError

    kernel = Kernel(KernelSettings(limits=Limits(processes=16), required=("magic",)), Replies())
    with kernel, pytest.raises(RefusedError):
        kernel.run("a = 1")


@pytest.mark.parametrize(
    "tier", [tier for tier in tiers.TIERS if not tier.absent()], ids=lambda tier: tier.name
)
def test_a_kernel_runs_and_is_confined_in_every_tier(tier: Tier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "best", lambda: tier)
    with a_kernel() as kernel:
        assert final(kernel, "x = 1", "FINAL(x)") == "1"
        error = ran(kernel, "open('/etc/passwd').read()").error
        assert error is not None
        assert "passwd" in error.message
