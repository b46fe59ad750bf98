"""The reader of loose literals as it was written first: a pattern for each kind of sign, one step after the other."""

import re

from pagerows.page.data.names import Broken, Name

#: Levels of a value, and members of one, that are read.
DEEPEST = 300
MOST = 2_000_000

_SPACE = re.compile(r"(?:[\s\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
_NUMBER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_PLAIN = {
    '"': re.compile(r'[^"\\\n]*+'),
    "'": re.compile(r"[^'\\\n]*+"),
    "`": re.compile(r"[^`\\]*+"),
}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None, "Infinity": None}


def _space(text, at):
    found = _SPACE.match(text, at)
    return found.end() if found else at


class Reader:
    """Reads one value; containers that are open are on a stack."""

    def __init__(self, text):
        self.text, self.at, self.count = text, 0, 0

    def read(self, start):
        self.at = start
        stack = []
        while True:
            value, opened = self._value()
            if opened:
                stack.append((value, None))
                if len(stack) > DEEPEST:
                    raise Broken("nested too deeply")
                if not self._closed(value):
                    self._key(stack)
                    continue
                value, _ = stack.pop()
            while stack:
                container, key = stack[-1]
                self._put(container, key, value)
                if self._more(container):
                    self._key(stack)
                    break
                value, _ = stack.pop()
            else:
                return value, self.at

    def _value(self):
        """A scalar, or an empty container that has just been opened."""
        self.at = _space(self.text, self.at)
        self.count += 1
        if self.count > MOST:
            raise Broken("too many members")
        sign = self.text[self.at : self.at + 1]
        if sign in "{[" and sign:
            self.at += 1
            return ({} if sign == "{" else []), True
        if sign in "\"'`" and sign:
            return self._string(sign), False
        if sign == "!" and self.text[self.at + 1 : self.at + 2] in ("0", "1"):
            self.at += 2
            return self.text[self.at - 1] == "0", False
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return _number(number[0]), False
        return self._word(), False

    def _word(self):
        word = _WORD.match(self.text, self.at)
        if word is None:
            raise Broken(f"no value at {self.at}")
        self.at = word.end()
        if word[0] in _WORDS:
            return _WORDS[word[0]]
        if word[0] == "void":
            self.at = _space(self.text, self.at) + 1
            return None
        if word[0] == "new":
            return self._made()
        if self.text[self.at : self.at + 1] in ("(", ".", "["):
            raise Broken("a call, not a value")
        return Name(word[0])

    def _made(self):
        """``new Date("2020-01-01")`` and the like: what they are made from."""
        self.at = _space(self.text, self.at)
        kind = _WORD.match(self.text, self.at)
        if kind is None or self.text[kind.end() : kind.end() + 1] != "(":
            raise Broken("a call, not a value")
        self.at = _space(self.text, kind.end() + 1)
        if self.text[self.at : self.at + 1] == ")":
            self.at += 1
            return None
        value, opened = self._value()
        self.at = _space(self.text, self.at)
        if opened or self.text[self.at : self.at + 1] != ")":
            raise Broken("a call, not a value")
        self.at += 1
        return value

    def _string(self, quote):
        plain = _PLAIN[quote]
        self.at += 1
        parts = []
        while True:
            run = plain.match(self.text, self.at)
            assert run is not None
            parts.append(run[0])
            self.at = run.end()
            sign = self.text[self.at : self.at + 1]
            if sign == quote:
                self.at += 1
                return "".join(parts)
            if sign != "\\":
                raise Broken("a text that does not end")
            parts.append(self._escape())

    def _escape(self):
        sign = self.text[self.at + 1 : self.at + 2]
        digits = {"u": 4, "x": 2}.get(sign)
        if digits is None:
            self.at += 2
            return _ESCAPES.get(sign, sign)
        if sign == "u" and self.text[self.at + 2 : self.at + 3] == "{":
            end = self.text.find("}", self.at, self.at + 12)
            if end < 0:
                raise Broken("a damaged escape")
            code, self.at = self.text[self.at + 3 : end], end + 1
        else:
            code = self.text[self.at + 2 : self.at + 2 + digits]
            self.at += 2 + digits
        try:
            return chr(int(code, 16))
        except (ValueError, OverflowError) as error:
            raise Broken("a damaged escape") from error

    def _key(self, stack):
        container, _ = stack[-1]
        if isinstance(container, list):
            return
        self.at = _space(self.text, self.at)
        sign = self.text[self.at : self.at + 1]
        if sign in "\"'`" and sign:
            key = self._string(sign)
        elif word := _WORD.match(self.text, self.at) or _NUMBER.match(self.text, self.at):
            key, self.at = word[0], word.end()
        else:
            raise Broken(f"no key at {self.at}")
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] != ":":
            raise Broken(f"no value for {key!r}")
        self.at += 1
        stack[-1] = (container, key)

    @staticmethod
    def _put(container, key, value):
        if isinstance(container, list):
            container.append(value)
        else:
            container[key] = value

    def _more(self, container):
        """Whether another member follows; the closing sign is passed over where none does."""
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] == ",":
            self.at += 1
            return not self._closed(container)
        if self._closed(container):
            return False
        raise Broken(f"neither , nor an end at {self.at}")

    def _closed(self, container):
        self.at = _space(self.text, self.at)
        if self.text[self.at : self.at + 1] != ("]" if isinstance(container, list) else "}"):
            return False
        self.at += 1
        return True


def _number(text):
    sign, plain = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
    if plain[:2].lower() == "0x":
        return sign * int(plain, 16) if len(plain) < 40 else None
    if len(plain) > 400:
        return None
    value = float(plain)
    if value in (float("inf"), float("-inf")):
        return None
    return sign * (int(plain) if plain.isdecimal() else value)
