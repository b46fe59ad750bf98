# cython: language_level=3, boundscheck=True, wraparound=False
"""A tolerant reader of JavaScript literals, character by character, on a stack of its own. Nothing is evaluated."""

from pagerows.page.data.names import Broken, Name


cdef enum:
    # Levels of a value, and members of one, that are read.
    DEEPEST = 300
    MOST = 2_000_000
    # Digits of a number beyond which it is none, and of one that is hexadecimal.
    LONGEST = 400
    LONGEST_HEXADECIMAL = 40

cdef dict ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
cdef dict WORDS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None, "Infinity": None}
cdef double INFINITE = float("inf")


def read_loosely(str text, Py_ssize_t start):
    """Read the literal at a place; return its value and where it ends.

    >>> read_loosely("{a: 'x', b: [1, .5, undefined,], /* c */ 'd': !0} rest", 0)
    ({'a': 'x', 'b': [1, 0.5, None], 'd': True}, 49)
    """
    cdef Reader reader = Reader(text, start)
    value = reader.read()
    return value, reader.at


cdef class Reader:
    """Reads one value; containers that are open are on a stack."""

    cdef str text
    cdef Py_ssize_t at, size, count, made
    # Whether the value that was read is a container that has just been opened.
    cdef bint opened

    def __cinit__(self, str text, Py_ssize_t start):
        self.text, self.at, self.size = text, start, len(text)

    cdef object read(self):
        cdef list containers = [], keys = []
        while True:
            value = self.value()
            if self.opened:
                if len(containers) == DEEPEST:
                    raise Broken("nested too deeply")
                if not self.closed(value):
                    containers.append(value)
                    keys.append(self.key(value))
                    continue
            while containers:
                container = containers[len(containers) - 1]
                if isinstance(container, list):
                    (<list>container).append(value)
                else:
                    (<dict>container)[keys[len(keys) - 1]] = value
                if self.more(container):
                    keys[len(keys) - 1] = self.key(container)
                    break
                value = containers.pop()
                keys.pop()
            else:
                return value

    cdef inline Py_UCS4 sign(self):
        """The character at the place; NUL behind the last."""
        return self.text[self.at] if self.at < self.size else c"\0"

    cdef inline bint stands(self, Py_UCS4 sign):
        """Whether this character, which is not NUL, is at the place."""
        return self.at < self.size and self.text[self.at] == sign

    cdef int space(self) except -1:
        """Pass over white space and comments that end."""
        cdef Py_UCS4 sign
        cdef Py_ssize_t end
        while self.at < self.size:
            sign = self.text[self.at]
            if sign.isspace() or sign == 0xFEFF:
                self.at += 1
            elif sign != c"/" or self.at + 1 == self.size:
                return 0
            elif self.text[self.at + 1] == c"/":
                end = self.text.find("\n", self.at)
                self.at = end if end >= 0 else self.size
            elif self.text[self.at + 1] == c"*":
                end = self.text.find("*/", self.at + 2)
                if end < 0:
                    return 0
                self.at = end + 2
            else:
                return 0
        return 0

    cdef object value(self):
        """A scalar, or an empty container that has just been opened."""
        cdef Py_UCS4 sign
        cdef Py_ssize_t end
        self.space()
        self.opened = False
        self.count += 1
        if self.count > MOST:
            raise Broken("too many members")
        sign = self.sign()
        if sign == c"{" or sign == c"[":
            self.at += 1
            self.opened = True
            return {} if sign == c"{" else []
        if is_quote(sign):
            return self.string(sign)
        if sign == c"!" and self.at + 1 < self.size and self.text[self.at + 1] in "01":
            self.at += 2
            return self.text[self.at - 1] == c"0"
        end = self.number_end()
        if end > self.at:
            return self.number(end)
        return self.word()

    cdef object word(self):
        """What a word stands for."""
        cdef Py_ssize_t start = self.at, end = self.word_end()
        cdef str word
        if end == start:
            raise Broken(f"no value at {self.at}")
        word, self.at = self.text[start:end], end
        if word in WORDS:
            return WORDS[word]
        if word == "void":
            self.space()
            self.at += 1
            return None
        if word == "new":
            return self.object_made()
        if self.at < self.size and self.text[self.at] in "(.[":
            raise Broken("a call, not a value")
        return Name(word)

    cdef object object_made(self):
        """``new Date("2020-01-01")`` and the like: what they are made from."""
        cdef Py_ssize_t end
        self.made += 1
        self.space()
        end = self.word_end()
        if end == self.at or end == self.size or self.text[end] != c"(" or self.made > DEEPEST:
            raise Broken("a call, not a value")
        self.at = end + 1
        self.space()
        if self.stands(c")"):
            self.at += 1
            self.made -= 1
            return None
        value = self.value()
        self.space()
        if self.opened or not self.stands(c")"):
            raise Broken("a call, not a value")
        self.at += 1
        self.made -= 1
        return value

    cdef str string(self, Py_UCS4 quote):
        """A text in quotes."""
        cdef list parts = None
        cdef Py_ssize_t start
        cdef Py_UCS4 sign = quote
        cdef str run
        self.at += 1
        while True:
            start = self.at
            while self.at < self.size:
                sign = self.text[self.at]
                if sign == quote or sign == c"\\" or (sign == c"\n" and quote != c"`"):
                    break
                self.at += 1
            run = self.text[start : self.at]
            if self.at >= self.size or sign == c"\n":
                raise Broken("a text that does not end")
            if sign == quote:
                self.at += 1
                if parts is None:
                    return run
                parts.append(run)
                return "".join(parts)
            if parts is None:
                parts = []
            parts.append(run)
            parts.append(self.escape())

    cdef str escape(self):
        """What a character and the backslash before it stand for."""
        cdef Py_ssize_t start = self.at, end
        cdef str sign = self.text[start + 1 : start + 2], code
        if sign != "u" and sign != "x":
            self.at += 2
            return ESCAPES.get(sign, sign)
        if sign == "u" and self.text[start + 2 : start + 3] == "{":
            end = self.text.find("}", start, start + 12)
            if end < 0:
                raise Broken("a damaged escape")
            code, self.at = self.text[start + 3 : end], end + 1
        else:
            end = start + 2 + (4 if sign == "u" else 2)
            code, self.at = self.text[start + 2 : end], end
        try:
            return chr(int(code, 16))
        except (ValueError, OverflowError) as error:
            raise Broken("a damaged escape") from error

    cdef object key(self, container):
        """The name of the next member of an object; None of an array."""
        cdef Py_ssize_t end
        cdef Py_UCS4 sign
        cdef str found
        if isinstance(container, list):
            return None
        self.space()
        sign = self.sign()
        if is_quote(sign):
            found = self.string(sign)
        else:
            end = self.word_end()
            end = end if end > self.at else self.number_end()
            if end == self.at:
                raise Broken(f"no key at {self.at}")
            found, self.at = self.text[self.at : end], end
        self.space()
        if not self.stands(c":"):
            raise Broken(f"no value for {found!r}")
        self.at += 1
        return found

    cdef bint more(self, container) except -1:
        """Whether another member follows; the closing sign is passed over where none does."""
        self.space()
        if self.stands(c","):
            self.at += 1
            return not self.closed(container)
        if self.closed(container):
            return False
        raise Broken(f"neither , nor an end at {self.at}")

    cdef bint closed(self, container) except -1:
        """Whether a container ends here; its closing sign is passed over."""
        self.space()
        if not self.stands(c"]" if isinstance(container, list) else c"}"):
            return False
        self.at += 1
        return True

    cdef Py_ssize_t word_end(self):
        """Where the name that begins here ends; the place itself where none does."""
        cdef Py_ssize_t at = self.at
        cdef Py_UCS4 sign
        while at < self.size:
            sign = self.text[at]
            if not (c"a" <= sign <= c"z" or c"A" <= sign <= c"Z" or sign == c"_" or sign == c"$"):
                if at == self.at or not sign.isalnum():
                    break
            at += 1
        return at

    cdef Py_ssize_t number_end(self):
        """Where the number that begins here ends; the place itself where none does."""
        cdef Py_ssize_t at = self.at, digits, end
        if at < self.size and self.text[at] in "-+":
            at += 1
        if at + 1 < self.size and self.text[at] == c"0" and self.text[at + 1] in "xX":
            end = at + 2
            while end < self.size and is_hexadecimal(self.text[end]):
                end += 1
            if end > at + 2:
                return end
        end = self.digits_end(at)
        if end > at:
            if end < self.size and self.text[end] == c".":
                end = self.digits_end(end + 1)
        elif at < self.size and self.text[at] == c".":
            end = self.digits_end(at + 1)
            if end == at + 1:
                return self.at
        else:
            return self.at
        if end < self.size and self.text[end] in "eE":
            digits = end + 1
            if digits < self.size and self.text[digits] in "-+":
                digits += 1
            if self.digits_end(digits) > digits:
                return self.digits_end(digits)
        return end

    cdef Py_ssize_t digits_end(self, Py_ssize_t at):
        while at < self.size and self.text[at].isdecimal():
            at += 1
        return at

    cdef object number(self, Py_ssize_t end):
        """The number that ends there; None for one that is too long or too large."""
        cdef object value
        cdef str plain = self.text[self.at : end]
        cdef bint negative = plain.startswith("-")
        self.at = end
        if negative:
            plain = plain[1:]
        else:
            plain = plain.lstrip("+")
        if plain[:2] in ("0x", "0X"):
            if len(plain) >= LONGEST_HEXADECIMAL:
                return None
            return -int(plain, 16) if negative else int(plain, 16)
        if len(plain) > LONGEST:
            return None
        value = float(plain)
        if value == INFINITE:
            return None
        if plain.isdecimal():
            value = int(plain)
        return -value if negative else value


cdef inline bint is_quote(Py_UCS4 sign):
    return sign == c'"' or sign == c"'" or sign == c"`"


cdef inline bint is_hexadecimal(Py_UCS4 sign):
    return c"0" <= sign <= c"9" or c"a" <= sign <= c"f" or c"A" <= sign <= c"F"
