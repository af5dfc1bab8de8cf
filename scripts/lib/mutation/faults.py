"""The small faults that can be planted in a file."""

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
"""What an operator is mistaken for."""
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Fault(NamedTuple):
    """One place of a file, what stands there and what is planted."""

    file: Path
    function: str
    """The function it is in, as `Class.method`; empty at the top of the module or class."""
    first_line: int
    """The function's first line, its decorators included; 0 without one."""
    line: int
    start: int
    end: int
    """The place, in bytes."""
    was: str
    becomes: str
    alone: bool
    """It is a statement; an expression is planted in parentheses."""
    key: str
    """The same as long as the function and what precedes the place in it are the same."""

    def planted(self, source: bytes) -> bytes:
        """The file with the fault."""
        planted = self.becomes if self.alone else f"({self.becomes})"
        return source[: self.start] + planted.encode() + source[self.end :]


def faults(file: Path) -> list[Fault]:
    """All faults of a file, in order of their places."""
    source = file.read_bytes()
    found = _Finder(file, source)
    found.visit(ast.parse(source))
    return sorted(found.faults, key=lambda each: (each.start, each.end, each.becomes))


class _Finder(ast.NodeVisitor):
    """Goes through a file; what types, docstrings and overloads say runs nowhere."""

    def __init__(self, file: Path, source: bytes) -> None:
        self._file, self._source = file, source
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._names: list[str] = []
        self._function: Function | None = None
        self.faults: list[Fault] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._names.append(node.name)
        for each in node.body:
            self.visit(each)
        self._names.pop()

    def visit_FunctionDef(self, node: Function) -> None:
        if any("overload" in ast.unparse(each) for each in node.decorator_list):
            return
        outer, self._function = self._function, self._function or node
        self._names.append(node.name)
        for each in [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]:
            self.visit(each)
        self._names.pop()
        self._function = outer

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node.value, ast.Call | ast.Await):
            self._plant(node, "pass")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            if type(operator) in OTHER:
                ops = [*node.ops]
                ops[number] = OTHER[type(operator)]()  # type: ignore[call-overload]
                self._plant(node, ast.unparse(ast.Compare(node.left, ops, node.comparators)))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in OTHER and not _text(node.left) and not _text(node.right):
            other = OTHER[type(node.op)]()
            self._plant(node, ast.unparse(ast.BinOp(node.left, other, node.right)))  # type: ignore[arg-type]
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._plant(node, ast.unparse(ast.BoolOp(OTHER[type(node.op)](), node.values)))  # type: ignore[arg-type]
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._plant(node, ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in OTHER and not _text(node.value):
            other = OTHER[type(node.op)]()
            self._plant(node, ast.unparse(ast.AugAssign(node.target, other, node.value)))  # type: ignore[arg-type]
        self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._plant(node, repr(not node.value))
        elif isinstance(node.value, int | float):
            self._plant(node, repr(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are read by people."""

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in NAMES:
            self._plant(node.func, NAMES[node.func.id])
        if not (isinstance(node.func, ast.Name) and node.func.id in ("TypeVar", "NewType")):
            self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._plant(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._plant(node, "break")

    def visit_Assert(self, node: ast.Assert) -> None:
        """What must hold anyway."""

    def _plant(self, node: ast.expr | ast.stmt, becomes: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._lines[node.lineno - 1] + node.col_offset
        end = self._lines[node.end_lineno - 1] + node.end_col_offset
        first, within = self._whereabouts(start)
        file = "/".join(self._file.parts[-3:])
        key = hashlib.sha256(f"{file}\0{within}\0{end - start}\0{becomes}".encode())
        self.faults.append(
            Fault(
                self._file,
                ".".join(self._names),
                first,
                node.lineno,
                start,
                end,
                " ".join(self._source[start:end].decode().split()),
                becomes,
                isinstance(node, ast.stmt),
                key.hexdigest()[:16],
            )
        )

    def _whereabouts(self, start: int) -> tuple[int, str]:
        """The first line of the function, and its whole text with the place in it."""
        node = self._function
        if node is None:
            line = self._source.count(b"\n", 0, start)
            return 0, self._source.splitlines()[line].decode() + f"\0{'.'.join(self._names)}"
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        begin = self._lines[first - 1]
        text = self._source[begin : self._lines[node.end_lineno or first]].decode()
        return first, f"{text}\0{start - begin}"


def _text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def all_faults(folder: Path) -> Iterator[Fault]:
    """The faults of all Python files of a folder, or of one file."""
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        yield from faults(file)
