"""The text packing that f-puzzles links use: LZ78 over UTF-16 units, in base64 (lz-string's compressToBase64).

The stream is bits, the lowest first. A code has as many bits as the dictionary needs: 0 introduces a
new unit of 8 bits, 1 one of 16 bits, 2 ends the stream, and the others name phrases in the order in
which they arose. A phrase is an earlier phrase and one unit more.
"""

from __future__ import annotations

from typing import Final

from puzzles.errors import InputError
from puzzles.files.base import LONGEST

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE: Final = {ch: k for k, ch in enumerate(_ALPHABET)}
_SHORT, _LONG, _END = 0, 1, 2


class _Width:
    """The width of a code: it grows by one bit each time the dictionary has filled it."""

    def __init__(self) -> None:
        self.bits = 2
        self._left = 2

    def entry(self) -> None:
        """Count one more entry of the dictionary."""
        self._left -= 1
        if self._left == 0:
            self._left = 1 << self.bits
            self.bits += 1


def _units(text: str) -> list[str]:
    """The UTF-16 code units of a text, as characters."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(int.from_bytes(data[k : k + 2], "little")) for k in range(0, len(data), 2)]


def pack(text: str) -> str:
    """Base64 of the packed text, padded with `=` to a multiple of four characters."""
    bits: list[int] = []
    phrases: dict[str, int] = {}
    fresh: set[str] = set()
    width = _Width()

    def put(value: int, count: int) -> None:
        bits.extend(value >> k & 1 for k in range(count))

    def emit(phrase: str) -> None:
        if phrase in fresh:
            code = ord(phrase)
            put(_SHORT if code < 256 else _LONG, width.bits)
            put(code, 8 if code < 256 else 16)
            fresh.discard(phrase)
            width.entry()
        else:
            put(phrases[phrase], width.bits)
        width.entry()

    phrase = ""
    for unit in _units(text):
        if unit not in phrases:
            phrases[unit] = len(phrases) + 3
            fresh.add(unit)
        if phrase + unit in phrases:
            phrase += unit
            continue
        emit(phrase)
        phrases[phrase + unit] = len(phrases) + 3
        phrase = unit
    if phrase:
        emit(phrase)
    put(_END, width.bits)
    # the original flushes at least one bit, so a stream that fills its last character gets another
    bits.append(0)
    bits.extend([0] * (-len(bits) % 6))
    values = (sum(bit << (5 - k) for k, bit in enumerate(bits[at : at + 6])) for at in range(0, len(bits), 6))
    packed = "".join(_ALPHABET[value] for value in values)
    return packed + "=" * (-len(packed) % 4)


def unpack(packed: str) -> str:
    """The text of packed base64. Raises InputError when it is damaged, or longer than any puzzle."""
    body = packed.rstrip("=")
    strange = next((ch for ch in body if ch not in _VALUE), None)
    if strange is not None:
        raise InputError(f"{strange!r} is not a base64 character")
    bits = [_VALUE[ch] >> (5 - k) & 1 for ch in body for k in range(6)]
    place = 0

    def take(count: int) -> int:
        nonlocal place
        if place + count > len(bits):
            raise InputError("the packed text ends too early")
        place += count
        return sum(bits[place - count + k] << k for k in range(count))

    phrases: list[str] = ["", "", ""]
    bits_per_code = 3
    left = 4
    out: list[str] = []
    length = 0
    kind = take(2)
    if kind == _END:
        return ""
    if kind not in (_SHORT, _LONG):
        raise InputError("the packed text is damaged")
    previous = chr(take(8 if kind == _SHORT else 16))
    phrases.append(previous)
    out.append(previous)
    while True:
        code = take(bits_per_code)
        if code == _END:
            break
        if code in (_SHORT, _LONG):
            phrases.append(chr(take(8 if code == _SHORT else 16)))
            code = len(phrases) - 1
            left -= 1
            if left == 0:
                left = 1 << bits_per_code
                bits_per_code += 1
        if code > len(phrases):
            raise InputError("the packed text is damaged")
        phrase = phrases[code] if code < len(phrases) else previous + previous[0]
        length += len(phrase)
        if length > LONGEST:
            raise InputError(f"the packed text is longer than {LONGEST} characters")
        out.append(phrase)
        phrases.append(previous + phrase[0])
        previous = phrase
        left -= 1
        if left == 0:
            left = 1 << bits_per_code
            bits_per_code += 1
    data = b"".join(ord(unit).to_bytes(2, "little") for phrase in out for unit in phrase)
    return data.decode("utf-16-le", "replace")
