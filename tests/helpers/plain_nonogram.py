"""All pictures of a small nonogram, slow and plain: every filling of every row, held against the columns.

Pictures are strings as `#.\\n.#`. Nothing here shares code with the package.
"""

from itertools import groupby, product


def runs(line):
    return tuple(len(list(group)) for mark, group in groupby(line) if mark == "#")


def all_pictures(rows, columns):
    width = len(columns)
    lines = ["".join(marks) for marks in product("#.", repeat=width)]
    fillings = [[line for line in lines if runs(line) == tuple(clue)] for clue in rows]
    return [
        "\n".join(picture)
        for picture in product(*fillings)
        if all(runs("".join(row[j] for row in picture)) == tuple(clue) for j, clue in enumerate(columns))
    ]
