"""usage: check_recipes.py SOURCES

Compares the recipes for Spack and conda with the project, and prints what they
say: options that CMake knows, the project's version, the major of LLVM. Fails
with a sentence for each thing that does not fit."""
import ast
import pathlib
import re
import sys

import yaml

sources = pathlib.Path(sys.argv[1])
cmake = (sources / "CMakeLists.txt").read_text()
wrong = []


def one(pattern, text=cmake):
    return re.search(pattern, text)[1]


def check(what, its, expected):
    print(f"{what}: {its}")
    if its != expected:
        wrong.append(f"{what}: {its}, but the project has {expected}")


def check_options(what, names):
    known = set(re.findall(r"^(?:option|set)\((ANOMALLOC_\w+|Anomalloc_\w+) ", cmake, re.M))
    print(f"{what} options: {' '.join(sorted(names))}")
    for name in sorted(set(names) - known):
        wrong.append(f"{what}: {name} is no option of CMakeLists.txt")


version = one(r"project\(Anomalloc VERSION ([\d.]+)")
llvm = one(r"set\(Anomalloc_LLVM (\d+) CACHE")
least = one(r"cmake_minimum_required\(VERSION ([\d.]+)\)")
node = one(r"Node (\d+) or newer",
           (sources / "lib/Page/web/CMakeLists.txt").read_text())

recipe = ast.parse((sources / "integrations/spack/packages/anomalloc/package.py").read_text())
package = next(n for n in recipe.body if isinstance(n, ast.ClassDef))
print("spack package:", package.name)
calls = [n for n in ast.walk(package) if isinstance(n, ast.Call)]


def first_texts(function):
    """The first argument of each call of `function`, if it is a text."""
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
        if name == function:
            text = call.args[0]
            yield "".join(str(part.value) for part in text.values
                          if isinstance(part, ast.Constant)) \
                if isinstance(text, ast.JoinedStr) else text.value


variants = set(first_texts("variant"))
for call in calls:
    name = getattr(call.func, "attr", "")
    if name == "define_from_variant" and call.args[1].value not in variants:
        wrong.append(f"spack: there is no variant {call.args[1].value}")
its_llvm = next(n.value.value for n in package.body
                if isinstance(n, ast.Assign) and n.targets[0].id == "_llvm")
needs = list(first_texts("depends_on"))
check("spack version", ",".join(first_texts("version")), version)
check("spack LLVM", its_llvm, llvm)
check("spack CMake", one(r"cmake@([\d.]+):", " ".join(needs)), least)
check("spack Node", one(r"node-js@([\d.]+):", " ".join(needs)), node)
check_options("spack", [n for f in ("define", "define_from_variant")
                        for n in first_texts(f) if n.lower().startswith("anomalloc_")])

folder = sources / "integrations/conda/recipe"
recipe = yaml.safe_load((folder / "recipe.yaml").read_text())
needs = " ".join(recipe["requirements"]["build"])
script = (folder / recipe["build"]["script"]).read_text()
check("conda version", recipe["context"]["version"], version)
check("conda LLVM", recipe["context"]["llvm"], llvm)
check("conda LLVM of build.sh", one(r"-DAnomalloc_LLVM=(\d+)", script), llvm)
check("conda CMake", one(r"cmake >=([\d.]+)", needs), least)
check("conda Node", one(r"nodejs >=([\d.]+)", needs), node)
check_options("conda", re.findall(r"-D(ANOMALLOC_\w+|Anomalloc_\w+)=", script))

for line in wrong:
    print("wrong:", line)
sys.exit(1 if wrong else 0)
