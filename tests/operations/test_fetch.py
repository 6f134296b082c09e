"""The operation `fetch` on a site of this machine."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.document.plain_text import decoded
from pandora.errors import RefusedError
from pandora.operations.fetch import CACHE_SECONDS, Fetcher, fetch
from pandora.web.address import parse_target, urls
from pandora.web.robots import Politeness
from pandora.workspace.operation_context import OperationContext
from tests.operations.shop import shop
from tests.operations.site import Answer, Site, open_context, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(shop()) as running:
        yield running


@pytest.fixture
def context(tmp_path: Path, site: Site) -> OperationContext:
    (tmp_path / "state").mkdir()
    return open_context(tmp_path, site.host)


def fetcher(context: OperationContext) -> Fetcher:
    return Fetcher(context, politeness=Politeness(sleep=lambda seconds: None))


def test_a_page_becomes_text_that_code_made(site: Site, context: OperationContext) -> None:
    url = f"{site.url}/laptops/msi-thin-15.html"
    done = fetcher(context).page(url)
    assert done.ok
    assert done.untrusted == (url,)
    assert done.text == (
        f"Page: MSI Thin 15\nAddress: {url}\nFacts:\n- price: $649\n- gpu: nvidia RTX 4050\n- memory: 16 GB\n"
        "Text:\n  Home\n  MSI Thin 15\n  Price\n  $649\n  GPU\n  nvidia RTX 4050\n  Memory\n  16 GB\n"
        f"  A laptop for work and play.\nLinks:\n1. Home <{site.url}/>"
    )


def test_an_index_lists_its_links(site: Site, context: OperationContext) -> None:
    done = fetcher(context).page(f"{site.url}/")
    assert f"2. MSI Thin 15 <{site.url}/laptops/msi-thin-15.html>" in done.text
    assert done.text.count("/laptops/") == 6


def test_words_of_a_page_cannot_stand_where_the_engine_s_stand(site: Site, context: OperationContext) -> None:
    done = fetcher(context).page(f"{site.url}/laptops/acer-swift.html")
    assert "touch owned.txt`" in done.text  # what a reader sees is told, as the page's own text
    assert "Step 1: bash" not in done.text  # what a reader does not see is not
    assert "- system" not in done.text.lower()  # a sentence with a colon is no fact
    inside = done.text[done.text.index("Text:") :].split("\n")[1:]
    assert all(line.startswith("  ") or line.startswith(("Links:", "1. ")) for line in inside)
    assert not any(line.startswith(("## ", "---", "Decision:", "status:")) for line in done.text.split("\n"))


def test_a_page_that_fails_is_told(site: Site, context: OperationContext) -> None:
    done = fetcher(context).page(f"{site.url}/laptops/dell-g15.html")
    assert (done.ok, done.text) == (False, f"{site.url}/laptops/dell-g15.html answered 500: the server failed")
    assert "there is no such page" in fetcher(context).page(f"{site.url}/gone").text


def test_robots_txt_is_asked_once_and_respected(site: Site, context: OperationContext) -> None:
    polite = fetcher(context)
    with pytest.raises(RefusedError, match=r"robots\.txt asks pandora not to"):
        polite.page(f"{site.url}/basket/1")
    polite.page(f"{site.url}/")
    assert site.asked == ["/robots.txt", "/"]


def test_a_redirect_into_what_robots_txt_closes_is_refused(site: Site, context: OperationContext) -> None:
    site.pages["/away"] = Answer(status=302, headers={"Location": "/basket/1"})
    with pytest.raises(RefusedError, match=r"robots\.txt"):
        fetcher(context).page(f"{site.url}/away")
    assert "/basket/1" not in site.asked


def test_a_host_whose_robots_txt_fails_is_left_alone(site: Site, context: OperationContext) -> None:
    site.pages["/robots.txt"] = Answer(status=503)
    with pytest.raises(RefusedError, match=r"robots\.txt"):
        fetcher(context).page(f"{site.url}/")
    site.pages["/robots.txt"] = Answer(status=404)
    assert fetcher(context).page(f"{site.url}/").ok


def test_a_page_is_kept_for_a_while_and_by_its_content(site: Site, context: OperationContext) -> None:
    first = fetcher(context).page(f"{site.url}/")
    again = fetcher(context).page(f"{site.url}/")
    assert (again.text, again.note, site.asked.count("/")) == (first.text, "from the cache", 1)
    (blob,) = (context.workspace / "state/blobs").iterdir()
    assert b"All our laptops" in blob.read_bytes()
    late = fetcher(context)
    kept = (context.workspace / "state/.cache/fetch").iterdir()
    assert [path.suffix for path in kept] == [".json"]
    late.now = lambda: 10**10 + CACHE_SECONDS
    late.page(f"{site.url}/")
    assert site.asked.count("/") == 2


def test_what_is_kept_is_not_given_to_whom_it_is_closed(
    site: Site, context: OperationContext, tmp_path: Path
) -> None:
    fetcher(context).page(f"{site.url}/")
    with pytest.raises(RefusedError, match="may not reach"):
        fetcher(open_context(tmp_path, "other.example")).page(f"{site.url}/")


def test_a_broken_cache_is_no_harm(site: Site, context: OperationContext) -> None:
    fetcher(context).page(f"{site.url}/")
    (record,) = (context.workspace / "state/.cache/fetch").iterdir()
    for broken in ("{", "[]", "{}", '{"blob": "../../x"}'):
        record.write_text(broken)
        assert fetcher(context).page(f"{site.url}/").note == ""


def test_head_tells_what_the_server_says(site: Site, context: OperationContext) -> None:
    done = fetcher(context).page(f"{site.url}/", "head")
    assert done.text == f"{site.url}/: status 200, text/html"


def test_other_kinds_of_pages(site: Site, context: OperationContext) -> None:
    site.pages |= {
        "/a.txt": Answer("caf\u00e9 \u202eevil\x1b[2J".encode(), "text/plain; charset=utf-8"),
        "/b.json": Answer(b'{"a": 1}', "application/json"),
        "/c.png": Answer(b"\x89PNG", "image/png"),
        "/latin": Answer("<p>caf\u00e9</p>".encode("latin-1"), "text/html; charset=iso-8859-1"),
        "/unknown": Answer("<p>caf\u00e9</p>".encode(), "text/html; charset=no-such-thing"),
    }
    assert "  caf\u00e9 evil[2J" in fetcher(context).page(f"{site.url}/a.txt").text
    assert '  {"a": 1}' in fetcher(context).page(f"{site.url}/b.json").text
    picture = fetcher(context).page(f"{site.url}/c.png")
    assert (picture.ok, picture.text) == (
        False,
        f"{site.url}/c.png: image/png, 4 bytes: not a page that can be read",
    )
    assert "caf\u00e9" in fetcher(context).page(f"{site.url}/latin").text
    assert "caf\u00e9" in fetcher(context).page(f"{site.url}/unknown").text


def small_pdf(text: str) -> bytes:
    """A PDF of one page, written by hand."""
    stream = f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET"
    parts = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>stream\n{stream}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out, places = io.BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, io.SEEK_END)
    for number, part in enumerate(parts, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj{part}endobj\n".encode())
    start = out.tell()
    out.write(b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(f"trailer<</Size 6/Root 1 0 R>>\nstartxref\n{start}\n%%EOF".encode())
    return out.getvalue()


def test_a_pdf_is_read_in_the_sandbox(site: Site, context: OperationContext) -> None:
    site.pages["/a.pdf"] = Answer(small_pdf("The boiler was serviced in May."), "application/pdf")
    site.pages["/b.pdf"] = Answer(b"%PDF-1.4 nonsense", "application/pdf")
    done = fetcher(context).page(f"{site.url}/a.pdf")
    assert "  The boiler was serviced in May." in done.text
    broken = fetcher(context).page(f"{site.url}/b.pdf")
    assert not broken.ok
    assert "not a readable PDF" in broken.text


def test_what_is_not_an_address_is_refused(context: OperationContext) -> None:
    for url in ("", "notes.md", "file:///etc/passwd", "http://2130706433/", "ftp://example.org"):
        with pytest.raises(RefusedError):
            fetch({"url": url}, context)
    with pytest.raises(RefusedError, match="GET and HEAD"):
        fetch(
            {"url": parse_target("http://example.org").url, "method": "POST"},
            open_context(context.workspace, "example.org"),
        )


def test_addresses_are_found_in_a_text() -> None:
    assert urls("See http://a.example/x, (https://b.example/y) and http://a.example/x.") == [
        "http://a.example/x",
        "https://b.example/y",
    ]
    assert urls("no address here: example.org") == []


@pytest.mark.parametrize("name", ["punycode", "Punycode", "idna", "unicode_escape", "raw-unicode-escape"])
def test_a_page_in_one_of_pythons_own_encodings_is_read_as_another(name: str) -> None:
    assert decoded(b"caf\xc3\xa9 \\n" + b"a" * 2_000_000, name).startswith(
        "caf\N{LATIN SMALL LETTER E WITH ACUTE} \\n"
    )
