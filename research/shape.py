"""How large a tree of the project is, and how it hangs together, as a table of figures.

    git worktree add ../before 8c848da
    python research/shape.py ../before .

The result is in research/README.md.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

LONG = 25
"""A function of more lines than this is long."""

Module = tuple[str, ...]


def modules(root: Path) -> dict[Module, ast.Module]:
    """The modules of a tree's package by their names."""
    found = {}
    for file in sorted((root / "src").rglob("*.py")):
        parts = file.relative_to(root / "src").with_suffix("").parts
        name = parts[:-1] if parts[-1] == "__init__" else parts
        found[name] = ast.parse(file.read_bytes())
    return found


def imported(name: Module, tree: ast.Module, known: set[Module], package: bool) -> set[Module]:
    """Which of the known modules a module imports, within functions too."""
    found: set[Module] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {tuple(each.name.split(".")) for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            up = name[: len(name) - node.level + package] if node.level else ()
            base = (*up, *(node.module or "").split(".")) if node.module else up
            inner = {(*base, each.name) for each in node.names}
            found |= {each if each in known else base for each in inner}
    return (found & known) - {name}


def lines_of(tree: ast.Module) -> Iterator[int]:
    """How many lines each function has, its docstring left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body
            told = body[0].end_lineno if ast.get_docstring(node) else None
            first = told + 1 if told else node.lineno
            yield (node.end_lineno or first) - first + 1


def any_in(tree: ast.Module) -> int:
    """How often a module says `Any`."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))


def neighbours(one: Module, other: Module) -> tuple[Module, Module]:
    """What two modules belong to where their ways part: modules or packages of one folder.

    A folder's own modules are no unit like its packages: some are below them, some above. So pairs
    of neighbours say what pairs of packages cannot: whether there is an order to read a folder in.
    """
    common = 0
    while one[common : common + 1] == other[common : common + 1] != ():
        common += 1
    return one[: common + 1], other[: common + 1]


def figures(root: Path) -> dict[str, int]:
    """The figures of a tree."""
    known = modules(root)
    files = list((root / "src").rglob("*.py"))
    packages = {
        file.relative_to(root / "src").parts[:-1] for file in files if file.stem == "__init__"
    }
    importers: dict[Module, set[Module]] = defaultdict(set)
    arrows: set[tuple[Module, Module]] = set()
    beside: set[tuple[Module, Module]] = set()
    for name, tree in known.items():
        for other in imported(name, tree, set(known), name in packages):
            importers[other].add(name)
            beside.add(neighbours(name, other))
            ends = tuple(each if each in packages else each[:-1] for each in (name, other))
            if ends[0] != ends[1]:
                arrows.add((ends[0], ends[1]))
    return {
        "files": len(files),
        "lines": sum(len(file.read_text().splitlines()) for file in files),
        f"functions over {LONG} lines": sum(
            n > LONG for tree in known.values() for n in lines_of(tree)
        ),
        "modules with one importer": sum(
            len(importers[name]) == 1 for name in known if name not in packages
        ),
        "two-way package pairs": sum((b, a) in arrows for a, b in arrows) // 2,
        "two-way neighbours": sum((b, a) in beside for a, b in beside) // 2,
        "`Any`": sum(map(any_in, known.values())),
    }


def main() -> None:
    """Print the table: a column for each tree."""
    columns = [figures(Path(each)) for each in sys.argv[1:]]
    print("| " + " | ".join(["", *sys.argv[1:]]) + " |")
    print("|---" + "|---:" * len(columns) + "|")
    for row in columns[0]:
        print("| " + " | ".join([row, *(f"{each[row]:,}" for each in columns)]) + " |")


if __name__ == "__main__":
    main()
