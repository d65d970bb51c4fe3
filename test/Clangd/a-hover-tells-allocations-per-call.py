# RUN: %lsp_test %s %t
# REQUIRES: cli
# As far as the compiler knows what each call passes once: a site, or the way into a
# loop. Where it does not, there is no such number. Threads, recursion and several runs
# add up.
import subprocess

from project import Project

TEXT = """\
#include <cstdlib>
#include <thread>
static void *Kept;
[[gnu::noinline]] void keep(void *P) { Kept = P; asm volatile("" ::: "memory"); std::free(P); }
[[gnu::noinline]] void thrice() {
  for (int I = 0; I != 3; ++I)
    keep(std::malloc(10 + I));
}
[[gnu::noinline]] void some(int N) {
  do
    keep(std::malloc(20));
  while (--N);
}
[[gnu::noinline]] void early(int N) {
  if (N % 2)
    return;
  keep(std::malloc(30));
}
[[gnu::noinline]] void mixed(int N) {
  keep(std::malloc(40));
  if (N % 2)
    keep(std::malloc(41));
}
[[gnu::noinline]] int last(int N) {
  if (N == 0) {
    keep(std::malloc(50));
    return 1;
  }
  return last(N - 1);
}
[[gnu::noinline]] int tree(int N) {
  keep(std::malloc(70));
  return N ? tree(N - 1) + 1 : 0;
}
inline void inlined(int N) { keep(std::malloc(N)); }
[[gnu::noinline]] void outer(int N) { inlined(N); inlined(N + 1); }
template <typename T> [[gnu::noinline]] void typed(T N) { keep(std::malloc(N)); }
[[gnu::noinline]] void throws(int N) {
  keep(std::malloc(60));
  if (N % 2)
    throw N;
  keep(std::malloc(61));
}
void work() {
  for (int I = 1; I != 101; ++I) {
    thrice();
    some(I);
    early(I);
    mixed(I);
    last(I % 3);
    tree(I % 3);
    outer(I);
    typed(I);
    try {
      throws(I);
    } catch (int) {
    }
  }
}
int main() {
  work();
  std::thread(work).join();
}
"""
project = Project({"a.cpp": TEXT}, tidy=None)
# Of two runs.
for run in ("1", "2"):
    if run == "1":
        project.run("c++", "-std=c++17", "-O2", "-g", "-pthread", "a.cpp", "-o", "program")
    project.run("record", f"--output={run}.anomalloc", "./program", stderr=subprocess.DEVNULL)
project.run("export", "--editor", "1.anomalloc", "2.anomalloc")

TOLD = {
    "void thrice": ("thrice", "3 allocations per call (1,200 in 400 calls)"),
    "void some": ("some", "50.5 allocations per call on average (20,200 in 400 calls)"),
    "void mixed": ("mixed", "1.5 allocations per call on average (600 in 400 calls)"),
    "void early": ("early", None),
    "int last": ("last", None),
    "int tree": ("tree", None),
    "void inlined": ("inlined", None),
    "void typed": ("typed", None),
    "void throws": ("throws", None),
}
with project.server() as server:
    uri = server.open("a.cpp")
    for where, (name, told) in TOLD.items():
        text = server.hover(uri, name, where)
        assert f"\n- {name}: " in text, text
        if told:
            assert f"\n- {name}: {told}\n" in text + "\n", text
        else:
            assert "per call" not in text, text

# Without optimization each function is one, and recursion is made of calls.
project.run("c++", "-std=c++17", "-O0", "-g", "-pthread", "a.cpp", "-o", "program")
project.run("record", "--output=3.anomalloc", "./program", stderr=subprocess.DEVNULL)
project.run("export", "--editor", "3.anomalloc")
TOLD["void inlined"] = ("inlined", "1 allocation per call (400 in 400 calls)")
TOLD["int tree"] = ("tree", "1 allocation per call (400 in 400 calls)")
TOLD["void mixed"] = ("mixed", "1.5 allocations per call on average (300 in 200 calls)")
with project.server() as server:
    uri = server.open("a.cpp")
    for where, (name, told) in TOLD.items():
        if name in ("thrice", "some"):
            continue  # their loops are not counted now
        text = server.hover(uri, name, where)
        assert f"\n- {name}: " in text, text
        assert (f"\n- {name}: {told}\n" in text + "\n") if told else ("per call" not in text), text
