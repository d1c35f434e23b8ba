"""What comes from outside the package: entry points of installed plug-ins, and what a program registers as it runs.

A `Catalogue` is one kind of thing that can be added: objectives, operators, formats, kinds of puzzles. An entry
point's name is the name under which configs and commands know it; it is listed without being loaded, and loaded when
it is looked up.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Generic, TypeVar

from puzzles.errors import InputError

T = TypeVar("T")


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in sorted(entry_points(group=group), key=lambda point: point.name):
        other = found.setdefault(point.name, point)
        if other.value != point.value:
            raise InputError(f"{group}: both {_distribution(other)} and {_distribution(point)} bring a {point.name}")
    return found


def _distribution(point: EntryPoint) -> str:
    return "an unknown distribution" if point.dist is None else f"{point.dist.name} {point.dist.version}"


def names_of(group: str) -> list[str]:
    """The names of the entry points of a group, sorted; none of them is loaded."""
    return list(_points(group))


def load(group: str, name: str) -> object:
    """The object of an entry point. Raises InputError of one line, with the distribution, where it cannot be loaded."""
    point = _points(group)[name]
    try:
        return point.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0]
        raise InputError(
            f"{group} {name}: the plug-in of {_distribution(point)} cannot be loaded ({reason})"
        ) from error


class Catalogue(Mapping[str, T], Generic[T]):
    """Name to record: the package's own in their order, what was registered, and what installed plug-ins bring.

    Looking a name up may load a plug-in; listing the names loads none.
    """

    def __init__(
        self,
        what: str,
        group: str,
        own: Mapping[str, T],
        accept: Callable[[object], T | None],
        key: Callable[[T], str],
        late: Mapping[str, Callable[[], T]] | None = None,
    ) -> None:
        """Args:
        what: the kind of thing in one word, for messages.
        group: of the entry points.
        own: the package's own.
        accept: the record of what an entry point gave, or of what was registered; None for anything that is not one.
        key: the name of a record.
        late: those of the package's own that are made when they are first looked up; they stand before the others.
        """
        self.what = what
        self.group = group
        self._own: Final = dict(own)
        self._late: Final = dict(late or {})
        self._here = dict(own)
        self._accept = accept
        self._key = key
        self._functions: list[tuple[object, str]] = []

    @property
    def own(self) -> tuple[str, ...]:
        """The names of the package's own."""
        return (*self._late, *self._own)

    @property
    def loaded(self) -> tuple[T, ...]:
        """Those that are in use or registered; no plug-in is loaded."""
        return tuple(self._here.values())

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*self._late, *self._here, *names_of(self.group)]))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in self._here or name in self._late or name in names_of(self.group)

    def __getitem__(self, name: str) -> T:
        if name not in self._here:
            if name in self._late:
                self._here[name] = self._late[name]()
            elif name in names_of(self.group):
                self._load(name)
        return self._here[name]

    def _load(self, name: str) -> None:
        found = load(self.group, name)
        if name in self._here:
            # a decorator in the plug-in's module has registered it
            return
        record = self._accept(found)
        where = f"{self.group} {name}: what the plug-in of {_distribution(_points(self.group)[name])} gives is"
        if record is None:
            raise InputError(f"{where} no {self.what}: {found!r:.60}")
        if self._key(record) != name:
            raise InputError(f"{where} called {self._key(record)}; the entry point must have the same name")
        self.register(record)

    def register(self, new: object, function: object = None) -> T:
        """Make a thing known by its name; one that was registered under that name before gives its place.

        Args:
            new: the record.
            function: that it was made of, so that this may stand for it in `name_of`.

        Raises InputError for what is not of this kind, and for a name of the package's own.
        """
        record = self._accept(new)
        if record is None:
            raise InputError(f"{new!r:.60}: is no {self.what}")
        name = self._key(record)
        if not str(name).replace("-", "_").isidentifier():
            raise InputError(f"{self.what} {name!r}: the name must be of letters, digits, _ and -")
        if name in self.own:
            raise InputError(f"{self.what} {name}: the name is taken by hintsmith's own")
        self._here[name] = record
        self._functions = [(made, other) for made, other in self._functions if other != name]
        self._functions += [(made, name) for made in (new, record, function) if made is not None]
        return record

    def forget(self, name: str) -> None:
        """Undo `register`; of a plug-in that is installed, its loading. Raises InputError for the package's own."""
        if name in self.own:
            raise InputError(f"{self.what} {name}: is hintsmith's own")
        self._here.pop(name, None)
        self._functions = [(made, other) for made, other in self._functions if other != name]

    def named(self, name: str) -> T:
        """The one of this name. Raises InputError that lists the names there are."""
        if name not in self:
            raise InputError(f"{self.what} {name!r}: unknown; there are {', '.join(self)}")
        return self[name]

    def name_of(self, thing: object) -> str:
        """The name of a thing that is meant: its name, its record, or the function or class under a decorator.

        Raises InputError for a function that was never registered.
        """
        if isinstance(thing, str):
            return thing
        for made, name in self._functions:
            if made is thing:
                return name
        if self._accept(thing) is not None:
            record = self._accept(thing)
            assert record is not None
            known = self._here.get(self._key(record))
            return self._key(record if known is record else self.register(record))
        shown = getattr(thing, "__name__", repr(thing))
        raise InputError(f"{shown:.60}: is no {self.what}; decorate it with a name first")


_made: Final = itertools.count()


def mark() -> str:
    """A mark that no other thing has, in this process or another: things that travel to workers are equal by it."""
    return f"{os.getpid()}-{next(_made)}"


_followers: Final[list[tuple[str, str, Callable[[Any], object], Any]]] = []


def follow(group: str, name: str, register: Callable[[Any], object], record: object) -> None:
    """Let what was registered as this program runs be registered in workers too, before they do anything else."""
    _followers[:] = [one for one in _followers if one[:2] != (group, name)]
    _followers.append((group, name, register, record))


def followers() -> tuple[tuple[str, str, Callable[[Any], object], Any], ...]:
    """What `register_all` is to be given in a worker."""
    return tuple(_followers)


def register_all(carried: tuple[tuple[str, str, Callable[[Any], object], Any], ...]) -> None:
    """In a worker: register what the main process had registered. Plug-ins that are installed come by themselves."""
    for group, name, register, record in carried:
        if name not in names_of(group):
            register(record)
