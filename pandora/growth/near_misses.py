"""Near misses of the words that a request names: inputs of which no example says what must come out.

A script that is right for every example may still take `ERRORS` for the word `ERROR`, or a word in other
letters for the word itself. Whether that is right, only a person can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pandora.document.operation_script import Script
from pandora.growth.example_trials import try_script
from pandora.growth.examples import Example
from pandora.workspace.operation_context import OperationContext

SHORTEST = 3
"""Words with fewer letters are asked about by nobody."""
SHOWN = 300
"""The most characters of a text that a question shows."""
_WORD = re.compile(rf"\w{{{SHORTEST},}}")
_CALLED_WORD = r"\b(?:words?|Wort|Wörter|mots?|palabras?|parola|parole|palavras?|woord|woorden)\W{1,3}"
"""What stands before a word that a request calls one."""


@dataclass(frozen=True)
class NearMiss:
    """An example with `spelled` in place of each `word`, and nothing said of what must come out.

    `others` are two words of the same letters, which are no near misses.
    """

    word: str
    spelled: str
    before: Example
    others: tuple[str, str]

    @property
    def example(self) -> Example:
        """What goes in."""
        return _with_word(self.before, self.word, self.spelled)

    @property
    def question(self) -> str:
        """What a person is asked, on one line."""
        example = self.example
        texts = [text for text in example.files.values() if self.spelled in text]
        shown = f": {texts[0][:SHOWN]!r}" if texts else ""
        return f"What must come out for {example.named} with {self.spelled} in place of {self.word}{shown}?"


def near_misses(words: str, visible: Sequence[Example], hidden: Sequence[Example] = ()) -> Iterator[NearMiss]:
    """The near misses of the words of a request and of its inputs, where no example has one such already.

    The smallest example with the word is the one that is altered. One that is kept back is not shown, but what
    it holds is no question any more.
    """
    taken = [*re.findall(_WORD, words)]
    taken += [
        value.strip() for one in visible for value in one.given.values() if _WORD.fullmatch(value.strip())
    ]
    tokens = [_tokens(example) for example in visible]
    every = set[str]().union(*tokens, *map(_tokens, hidden))
    for word in dict.fromkeys(taken):
        pairs = zip(visible, tokens, strict=True)
        having = [one for one, own in pairs if one.output is not None and word in own]
        if not having:
            continue
        before = min(having, key=lambda example: (len("".join(example.files.values())), example.digest))
        for spelled in _spellings(word, every):
            others = _others(spelled, word)
            if len(others) == 2:
                yield NearMiss(word, spelled, before, (others[0], others[1]))


def taken_for_the_word(
    script: Script, misses: Sequence[NearMiss], context: OperationContext
) -> NearMiss | None:
    """The first near miss for which the script prints what it prints for the word; None where there is none.

    So it is where other words of the same letters change what is printed, and the near miss does not.
    """
    for miss in misses:
        named = miss.word.casefold() in script.source.casefold()
        if not named and miss.word not in {value.strip() for value in miss.before.given.values()}:
            continue  # a script that does not know the word treats it as any other
        spellings = (miss.word, miss.spelled, *miss.others)
        words, near, one, other = (_printed(script, miss, spelled, context) for spelled in spellings)
        if words is not None and words == near and one is not None and one == other != near:
            return miss
    return None


def is_called_word(words: str, miss: NearMiss) -> bool:
    """Whether the request calls the word a word, so that a longer one is another word."""
    longer = len(miss.spelled) > len(miss.word)
    return longer and re.search(rf"{_CALLED_WORD}{re.escape(miss.word)}(?!\w)", words) is not None


def as_other_words(script: Script, miss: NearMiss, context: OperationContext) -> Example:
    """The near miss as one more example, of which the same must come out as of any other word."""
    other = miss.others[0]
    printed = try_script(script, _with_word(miss.before, miss.word, other), context).printed or ""
    return replace(miss.example, output=printed.replace(other, miss.spelled))


def _printed(script: Script, miss: NearMiss, spelled: str, context: OperationContext) -> list[str] | None:
    """The words that come out, in any order, the one that was put in left blank; None for an error."""
    trial = try_script(script, _with_word(miss.before, miss.word, spelled), context)
    return (
        None
        if trial.printed is None
        else sorted(trial.printed.casefold().replace(spelled.casefold(), "\0").split())
    )


def _with_word(example: Example, word: str, other: str) -> Example:
    """The example with another word in its texts and files; an input that is the word itself stays."""
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    given = {
        key: value if value.strip() == word or value in example.files else whole.sub(other, value)
        for key, value in example.given.items()
    }
    files = {path: whole.sub(other, text) for path, text in example.files.items()}
    return replace(example, given=given, files=files, output=None, writes={}, asked=True)


def _tokens(example: Example) -> set[str]:
    """The words that go in, but for an input that is one word, and the names of files."""
    given = [value for value in example.given.values() if value not in example.files and " " in value.strip()]
    return {token for text in (*given, *example.files.values()) for token in re.findall(r"\w+", text)}


def _spellings(word: str, every: set[str]) -> Iterator[str]:
    """The near misses of a word: longer ones where no example has any, and one in other letters, alike."""
    if not any(word in token and token != word for token in every):
        ending = "0" if word.isdigit() else "es" if word[-1:] in "sS" else "s"
        start = "1" if word.isdigit() else "x"
        yield word + (ending.upper() if word.isupper() else ending)
        yield (start.upper() if word.isupper() else start) + word
    other = word.lower() if word != word.lower() else word.upper()
    if other != word and not any(token.casefold() == word.casefold() and token != word for token in every):
        yield other


def _others(spelled: str, word: str) -> list[str]:
    """Two words of the same letters in which the word does not stand; fewer where there are none."""
    letters = "".join(sorted(spelled))
    turned = [
        spelled[::-1],
        letters,
        letters[::-1],
        *(letters[n:] + letters[:n] for n in range(1, len(letters))),
    ]
    return [other for other in dict.fromkeys(turned) if word.casefold() not in other.casefold()][:2]
