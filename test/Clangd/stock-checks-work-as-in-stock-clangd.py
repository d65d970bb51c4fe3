# REQUIRES: stock-clangd
# RUN: %lsp_test %s %t
# All modules of clang-tidy are linked: the same findings, word for word. Of
# checks that are one under several names, either may speak.
import os

from project import Project

TEXT = """\
#include <string>
#include <vector>

#define ADD(A, B) A + B

struct Base {
  virtual int f(int);
  ~Base();
};
struct Derived : Base {
  virtual int f(int N);
  Derived(int N) { Size = N; }
  int Size;
};
int sum(std::vector<std::string> Words) {
  int Sum = 0;
  for (auto Word : Words)
    Sum += Word.size();
  for (int I = 0; I < Words.size(); I++)
    Sum += Words[I].size() / 2.0;
  std::vector<int> Copy = std::vector<int>(3, 0);
  char *Text = NULL;
  if (Sum = 1)
    return ADD(Sum, 1);
  else
    return sizeof(Text) + (int)0xffu;
}
typedef int Number;
"""
SETTINGS = {"every": "Checks: '*,-anomalloc-*'\n", "none chosen": None,
            "one": "Checks: '-*,performance-for-range-copy'\n"}


def found(command, tidy):
    with Project({"a.cpp": TEXT}, tidy=tidy).server(command) as server:
        return server.diagnostics(server.open("a.cpp"))


def said(diagnostics):
    return sorted(repr({key: value for key, value in d.items()
                        if key not in ("code", "codeDescription")}) for d in diagnostics
                  if not d.get("code", "").startswith("anomalloc-"))


for name, tidy in SETTINGS.items():
    stock = found(os.environ["ANOMALLOC_STOCK_CLANGD"], tidy)
    ours = found(os.environ["ANOMALLOC_CLANGD"], tidy)
    assert said(ours) == said(stock), f"{name}: {ours}\nstock: {stock}"
    if name == "every":
        modules = {d["code"].split("-")[0] for d in stock if d.get("source") == "clang-tidy"}
        assert {"bugprone", "cppcoreguidelines", "fuchsia", "google", "llvm", "misc",
                "modernize", "performance", "readability"} <= modules, modules
