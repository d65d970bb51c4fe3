"""failed_new.py CLANGXX ANOMALLOC FOLDER SOURCE [FLAGS...]

Builds the program plainly, and by Anomalloc with each place of the C++ library
and each runtime; says whether output and exit code are the plain program's, in
the mode count and in the mode lifetime.
"""

import os
import shutil
import subprocess
import sys

clangxx, anomalloc, folder, source, *flags = sys.argv[1:]
INSIDE = ["-static-libstdc++", "-static-libgcc"]


def build(compiler, *more, **environment):
    subprocess.run([*compiler, "-std=c++17", "-O1", *flags, source, *more,
                    "-o", program], check=True,
                   env=dict(os.environ, **environment))


def run(options="enabled=0"):
    done = subprocess.run([program], capture_output=True, text=True,
                          env=dict(os.environ, ANOMALLOC_OPTIONS=options))
    return done.stdout, done.returncode, done.stderr


def compare(name):
    answers = []
    for mode in "count", "lifetime":
        got = run(f"output={os.path.join(folder, 'profile')}:mode={mode}")
        answers.append("same" if got == plain else f"different: {got}")
    print(f"{name}: {', '.join(answers)}")


shutil.rmtree(folder, ignore_errors=True)
os.mkdir(folder)
program = os.path.join(folder, "program")
build([clangxx])
plain = run()
if "freed: a block, 1 calls" not in plain[0] or plain[1] != 3:
    sys.exit(f"the plain program: {plain}")
for library, inside in ("shared", []), ("static", INSIDE):
    for runtime in "shared", "static":
        build([anomalloc, "c++"], *inside, ANOMALLOC_RUNTIME=runtime)
        compare(f"{library} library, {runtime} runtime")

# Someone's own build file names the runtime that is loaded, not the one that is
# made for linking: then there is no operator new but ours.
whole = subprocess.run([anomalloc, "config", "--runtime"], check=True,
                       capture_output=True, text=True).stdout.strip()
REACHED = "-Wl,-u,_ZSt17__throw_bad_allocv,-u,_ZSt15get_new_handlerv"
FOUND = "-Wl,-rpath," + os.path.dirname(whole)
build([clangxx], whole, FOUND, REACHED, *INSIDE)
compare("static library, before the whole runtime")
build([clangxx], whole, FOUND, *INSIDE, "-Wl,--exclude-libs,ALL",
      "-Wl,--version-script=" + os.path.join(os.path.dirname(__file__),
                                            "nothing-exported.map"))
output, code, errors = run(f"output={os.path.join(folder, 'profile')}")
print(errors.replace("anomalloc: ", "none of it is reached: "), end="")
print(f"ended by signal {-code}")
