from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.sessions.inside.frames import Frame, FrameError, FrameReader

frames = st.lists(
    st.builds(
        Frame,
        st.text(max_size=5),
        st.dictionaries(st.text(max_size=5), st.one_of(st.integers(), st.text(max_size=5)), max_size=3),
        st.lists(st.binary(max_size=30), max_size=3).map(tuple),
    ),
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(frames, st.integers(1, 40))
def test_frames_come_out_as_they_went_in_however_they_are_cut(sent: list[Frame], size: int) -> None:
    data = b"".join(frame.encoded() for frame in sent)
    reader = FrameReader()
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    assert [frame for chunk in chunks for frame in reader.feed(chunk)] == sent


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 100,
        b"\0\0\0\x02\0\0\0\0{}",
        b"\0\0\0\x04\0\0\0\0nope",
        b'\0\0\0\x28\0\0\0\0{"kind":"a","fields":{},"sizes":[-1,1]} ',
        b'\0\0\0\x23\0\0\0\0{"kind":"a","fields":[],"sizes":[]}',
    ],
)
def test_what_is_no_frame_is_an_error(data: bytes) -> None:
    with pytest.raises(FrameError):
        list(FrameReader().feed(data))
