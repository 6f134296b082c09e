import os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checking import *

ORIGINAL = {
    'stamps.tsv': '66fef64226fef31f0276',
}

accepted()
unchanged()
nothing_new("old.tsv")
first = read("old.tsv").strip().splitlines()[0]
assert [c.strip().strip('"') for c in first.split("\t")] == ["id", "country", "year", "condition", "value"], "the first line is not that of the table"
same_rows(table("old.tsv")[1:], [('S053', 'Saxony', 1853.0, 'mint', 8.0), ('S147', 'France', 1855.0, 'damaged', 8.0), ('S092', 'Japan', 1859.0, 'used', 45.0), ('S039', 'Norway', 1862.0, 'used', 12.5), ('S023', 'Japan', 1867.0, 'mint', 8.0), ('S086', 'Portugal', 1868.0, 'mint', 12.5), ('S133', 'Spain', 1874.0, 'used', 110.0), ('S011', 'France', 1875.0, 'used', 30.0), ('S108', 'France', 1881.0, 'mint', 110.0), ('S059', 'Japan', 1882.0, 'used', 12.5), ('S129', 'France', 1885.0, 'mint', 12.5), ('S067', 'Spain', 1891.0, 'used', 30.0), ('S082', 'Bavaria', 1893.0, 'mint', 75.25), ('S126', 'France', 1896.0, 'used', 45.0)], header=False, ordered=True)
