import os, sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "..", "..", "..")))
from checking import *

accepted()
WHERE = {'ave-verum_soprano.abc': 'soprano/ave-verum_soprano.abc', 'ave-verum_alto.abc': 'alto/ave-verum_alto.abc', 'ave-verum_tenor.abc': 'tenor/ave-verum_tenor.abc', 'ave-verum_bass.abc': 'bass/ave-verum_bass.abc', 'locus-iste_soprano.abc': 'soprano/locus-iste_soprano.abc', 'locus-iste_alto.abc': 'alto/locus-iste_alto.abc', 'locus-iste_tenor.abc': 'tenor/locus-iste_tenor.abc', 'locus-iste_bass.abc': 'bass/locus-iste_bass.abc', 'shenandoah_soprano.abc': 'soprano/shenandoah_soprano.abc', 'shenandoah_alto.abc': 'alto/shenandoah_alto.abc', 'shenandoah_tenor.abc': 'tenor/shenandoah_tenor.abc', 'shenandoah_bass.abc': 'bass/shenandoah_bass.abc'}
unchanged(*WHERE)
nothing_new(*WHERE.values())
for name, place in WHERE.items():
    need(os.path.isfile(place), f"no {place}")
    need(raw(place) == raw(os.path.join(FILES, name)), f"{place} has other content")
    need(not os.path.exists(name), f"{name} is still there")
