from __future__ import annotations

import pytest

from pandora.errors import UsageError
from pandora.models.api_keys import Keys, key_in

ENVIRONMENT = {"PANDORA_API_KEY": "general", "EXAMPLE_KEY": "bound"}


@pytest.mark.parametrize(
    ("entry", "url", "sent"),
    [
        ("api.example.org", "https://api.example.org/v1", "bound"),
        ("API.Example.org", "https://api.example.org./v1", "bound"),
        ("api.example.org", "http://api.example.org/v1", ""),
        ("api.example.org", "https://api.example.org:8443/v1", ""),
        ("api.example.org", "https://api.example.org.evil.net/v1", ""),
        ("api.example.org", "https://evil.net/api.example.org", ""),
        ("api.example.org", "https://api.example.org@evil.net/", ""),
        ("127.0.0.1:8080", "http://127.0.0.1:8080", "bound"),
        ("127.0.0.1:8080", "http://127.0.0.1:8081", ""),
        ("[::1]:8080", "http://[::1]:8080", "bound"),
        ("[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080/v1", "bound"),
        ("[2001:db8::1]", "https://[2001:DB8:0::1]", "bound"),
        ("[::1]:99999", "http://[::1]:8080", ""),
        ("api.example.org", "no url", ""),
    ],
)
def test_a_bound_key_goes_to_its_host_alone(entry: str, url: str, sent: str) -> None:
    keys = Keys({entry: "EXAMPLE_KEY"})
    assert keys.key_of(url, ENVIRONMENT).value == sent


def test_the_general_key_goes_only_where_the_user_names_the_server() -> None:
    url = "https://api.example.org/v1"
    assert Keys(named_by_user=True).key_of(url, ENVIRONMENT).value == "general"
    refused = Keys().key_of(url, ENVIRONMENT)
    assert refused.value == ""
    assert '"api.example.org:443" = "env:PANDORA_API_KEY"' in refused.remedy
    both = Keys({"api.example.org": "EXAMPLE_KEY"}, named_by_user=True)
    assert both.key_of(url, ENVIRONMENT).value == "bound"
    assert both.key_of("https://other.example.org", ENVIRONMENT).value == "general"


def test_a_bound_variable_that_is_not_set_sends_nothing() -> None:
    keys = Keys({"api.example.org": "EXAMPLE_KEY"}, named_by_user=True)
    key = keys.key_of("https://api.example.org", {"PANDORA_API_KEY": "general"})
    assert (key.value, key.remedy) == ("", "set EXAMPLE_KEY to a valid key")
    assert "general" not in repr(Keys(named_by_user=True).key_of("https://x.org", ENVIRONMENT))


def test_a_key_that_no_header_can_carry_is_told_and_not_shown() -> None:
    keys = Keys({"api.example.org": "EXAMPLE_KEY"}, named_by_user=True)
    for wrong in ("sécret", "secret\r\nHost: other", "sec\tret"):
        for url in ("https://api.example.org", "https://other.example.org"):
            with pytest.raises(UsageError, match="_KEY has characters that no key has") as raised:
                keys.key_of(url, dict.fromkeys(("EXAMPLE_KEY", "PANDORA_API_KEY"), wrong))
            assert "cret" not in str(raised.value)
    assert key_in("EXAMPLE_KEY", {"EXAMPLE_KEY": " from-a-file\r\n"}) == "from-a-file"
