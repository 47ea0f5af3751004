"""Prints the public surface of a package: a line for each public name, sorted. It reads the sources, and imports nothing."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def is_generator(function: Definition) -> bool:
    return any(isinstance(node, ast.Yield) for node in ast.walk(function))


def signature(function: Definition) -> str:
    arrow = " -> await " if isinstance(function, ast.AsyncFunctionDef) and not is_generator(function) else " -> "
    return f"{function.name}({ast.unparse(function.args)}){arrow}{ast.unparse(function.returns or ast.Constant(None))}"


def own_names(tree: ast.Module) -> Iterator[str]:
    """Classes with their methods and attributes, and functions, of a module that is written by hand."""
    for node in tree.body:
        if isinstance(node, Definition):
            yield signature(node)
        elif isinstance(node, ast.ClassDef):
            yield f"{node.name}({', '.join(map(ast.unparse, node.bases))})"
            for member in node.body:
                if isinstance(member, ast.AnnAssign):
                    yield f"{node.name}.{ast.unparse(member.target)}: {ast.unparse(member.annotation)}"
                elif isinstance(member, Definition) and (member.name == "__init__" or not member.name.startswith("_")):
                    yield f"{node.name}.{signature(member)}"
                    yield from (f"{node.name}.{name}" for name in attributes(member))


def attributes(function: Definition) -> Iterator[str]:
    """Public ones that a constructor sets."""
    for node in ast.walk(function):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(target, ast.Attribute) and not target.attr.startswith("_"):
            yield target.attr + (f": {ast.unparse(node.annotation)}" if isinstance(node, ast.AnnAssign) else "")


def fields(model: ast.ClassDef) -> Iterator[str]:
    """Fields of a model, or values of an enumeration."""
    for member in model.body:
        if isinstance(member, ast.AnnAssign) and ast.unparse(member.target) != "additional_properties":
            yield ast.unparse(member).replace(" = UNSET", "")
        elif isinstance(member, ast.Assign):
            yield ast.unparse(member.value)


def surface(package: Path) -> Iterator[str]:
    def trees(pattern: str) -> Iterator[ast.Module]:
        return (ast.parse(file.read_text()) for file in package.glob(pattern))

    exported = next(trees("__init__.py")).body[-1]
    assert isinstance(exported, ast.Assign)
    public = set(ast.literal_eval(exported.value))
    for tree in [*trees("_*.py"), *trees("generated/client.py")]:
        for line in own_names(tree):
            if line.replace("(", ".").split(".")[0] in public:
                yield line
    for tree in trees("generated/api/*/*.py"):
        for node in tree.body:
            if isinstance(node, Definition) and not node.name.startswith("_"):
                yield f"api.{signature(node)}"
    for tree in trees("generated/models/*.py"):
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                yield f"models.{node.name}({', '.join(fields(node))})"


print("\n".join(sorted(surface(Path(sys.argv[1])))))
