//===- StableReferentTest.cpp - may a copy be a reference -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is a piece of a program in which the variable `x` is a copy. All
// rows are parsed as one program, a namespace a row, against the real standard
// library.
//
//===----------------------------------------------------------------------===//

#include "utils/flow/StableReferent.h"
#include "ParsedCode.h"
#include "utils/flow/FunctionFlow.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

struct Row {
  const char *Code;
  /// stable, unknown, unstable or temporary; and a part of the reason.
  const char *Expected;
};

constexpr const char *Prelude = R"(
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>
using Str = std::string;
using Vec = std::vector<Str>;
using Map = std::map<int, Str>;
template <class T> void read(const T &);
int size(const Str &);
void change(Str &);
void changeAll(Vec &);
void act();
bool d();
int key();
Str make();
struct Node {
  const Str &name() const { return name_; }
  Str &name() { return name_; }
  const Str &label() const;
  const Str &byKey(int) const;
  Str copy() const;
  void rename();
  Node *child();
  Str name_, other;
  Vec list;
};
Node node();
std::shared_ptr<Node> shared();
const Str &pick(const Str &, const Str &);
const Str &nameOf(const Node &);
Str *global;
extern Str text;
const Str constant = "c";
struct Other { void work(); int n; };
struct Tree { std::vector<std::unique_ptr<Node>> nodes; void clear(); };
)";

const Row Rows[] = {
    // New objects.
    {"void f() { Str x = make(); read(x); }", "temporary"},
    {"void f() { Str x = \"literal\"; read(x); }", "temporary"},
    {"void f(const Node &n) { Str x = n.copy(); read(x); }", "temporary"},
    {"void f() { auto x = node().other; read(x); }", "temporary"},
    {"void f() { auto x = node().name(); read(x); }", "unstable temporary"},
    {"void f() { auto x = nameOf(node()); read(x); }", "unstable temporary"},
    {"void f() { auto x = shared()->other; read(x); }", "unstable temporary"},
    {"void f(Str s) { auto x = std::move(s); read(x); }", "unknown moved"},

    // Local variables.
    {"void f(Str s) { auto x = s; read(x); }", "stable"},
    {"void f(Str s) { auto x = s; s = \"\"; read(x); }", "unstable assignment"},
    {"void f(Str s) { auto x = s; read(x); s = \"\"; }", "stable"},
    {"void f(Str s) { auto x = s; s.clear(); read(x); }", "unstable 'clear'"},
    {"void f(Str s) { auto x = s; change(s); read(x); }", "unstable 'change'"},
    {"void f(Str s) { auto x = s; read(x); change(s); }", "stable"},
    {"void f(Str s) { auto x = s; read(s.size()); read(x); }", "stable"},
    {"void f(Str s, Vec v) { auto x = s; v.push_back(std::move(s)); "
     "read(x); }",
     "unstable 'push_back'"},
    {"void f(Str s, Str t) { auto x = s; std::swap(s, t); read(x); }",
     "unstable 'swap'"},
    {"void f(Str s) { Str &r = s; auto x = s; r += 'c'; read(x); }",
     "unstable"},
    {"void f(Str s) { Str *p = &s; auto x = s; p->clear(); read(x); }",
     "unstable"},
    {"void f(Str s) { auto l = [&] { s.clear(); }; auto x = s; l(); "
     "read(x); }",
     "unstable"},
    {"void f(Str s) { while (d()) { auto x = s; read(x); s += 'c'; } }",
     "stable"},
    {"void f(Str s) { while (d()) { auto x = s; while (d()) { read(x); "
     "s += 'c'; } } }",
     "unstable"},
    {"void f(Str s, Other o) { auto x = s; o.work(); act(); read(x); }",
     "stable"},
    {"void f(Str s) { global = &s; auto x = s; act(); read(x); }", "unknown"},
    {"void f(Str s, Str t) { auto x = d() ? s : t; t.clear(); read(x); }",
     "unstable"},
    {"void f(Str s, Str t) { auto x = s; t.clear(); read(x); }", "stable"},

    // Parameters by reference.
    {"void f(const Str &s) { auto x = s; read(x); }", "stable"},
    {"void f(const Str &s, Str &t) { auto x = s; t = \"\"; read(x); }",
     "unknown"},
    {"void f(const Str &s, Other &o) { auto x = s; o.work(); read(x); }",
     "stable"},
    {"void f(const Node &n, Other &o) { auto x = n.other; o.n = 1; read(x); }",
     "stable"},
    {"void f(const Node &n, Node &m) { auto x = n.other; m.rename(); "
     "read(x); }",
     "unknown 'rename'"},
    {"void f(const Node &n, Node &m) { auto x = n.other; m.name_ = \"\"; "
     "read(x); }",
     "stable"},
    {"void f(const Node &n, Tree &t) { auto x = n.other; t.clear(); read(x); }",
     "unknown 'clear'"},
    {"void f(const Str &s) { auto x = s; act(); read(x); }", "unknown 'act'"},
    {"void f(const Str &s, std::function<void()> g) { auto x = s; g(); "
     "read(x); }",
     "unknown"},
    {"void f(const Str &s, void (*g)(int)) { auto x = s; g(1); read(x); }",
     "unknown"},

    // Members of this.
    {"struct S { Str s; void f() const { auto x = s; read(x); } };", "stable"},
    {"struct S { Str s, t; void f() { auto x = s; t.clear(); read(x); } };",
     "stable"},
    {"struct S { Str s; void set(); void f() { auto x = s; set(); read(x); } "
     "};",
     "unstable 'set'"},
    {"struct S { Str s; int get() const; void f() { auto x = s; get(); "
     "read(x); } };",
     "stable"},
    {"struct S { Str s; void set(const Str &); void f() { auto x = s; set(x); "
     "} };",
     "unstable 'set'"},
    {"struct S { Str s; void f() { auto x = s; act(); read(x); } };",
     "unknown 'act'"},
    {"struct S { Str s; void f() { auto x = s; s = make(); read(x); } };",
     "unstable"},
    {"struct S { Str s; void set(); void f() { auto x = s; auto l = [this] { "
     "set(); }; l(); read(x); } };",
     "unstable"},
    {"struct S { Node n; void f() { auto x = n.name(); n.other.clear(); "
     "read(x); } };",
     "stable"},
    {"struct S { Node n; void f() { auto x = n.label(); n.other.clear(); "
     "read(x); } };",
     "unstable"},

    // Elements.
    {"void f(Map m) { auto x = m[1]; m.erase(1); read(x); }",
     "unstable 'erase' may remove it"},
    {"void f(Map m) { auto x = m.at(1); m.erase(1); read(x); }",
     "unstable 'erase'"},
    {"void f(Map m) { auto x = m.find(1)->second; m.erase(1); read(x); }",
     "unstable 'erase'"},
    {"void f(Map m) { auto i = m.find(1); auto x = i->second; m.erase(i); "
     "read(x); }",
     "unstable 'erase'"},
    {"void f(Map m) { auto x = m.at(1); m[2]; m.insert({3, Str()}); read(x); }",
     "stable"},
    {"void f(Map m) { auto x = m.at(1); m[2] = \"\"; read(x); }", "unstable"},
    {"void f(Map m) { auto x = m.at(1); m.insert_or_assign(1, \"\"); "
     "read(x); }",
     "unstable"},
    {"void f(std::unordered_map<int, Str> m) { auto x = m.at(1); "
     "m.emplace(2, \"\"); m.rehash(9); read(x); }",
     "stable"},
    {"void f(Map m) { auto x = m.at(1); m.clear(); read(x); }", "unstable"},
    {"void f(Map m) { auto x = m.at(1); read(x); m.erase(1); }", "stable"},
    {"void f(Vec v) { auto x = v[0]; v.push_back(\"\"); read(x); }",
     "unstable 'push_back' may move it"},
    {"void f(Vec v) { auto x = v.back(); v.pop_back(); read(x); }",
     "unstable 'pop_back' may remove it"},
    {"void f(Vec v) { auto x = v.front(); v.reserve(9); read(x); }",
     "unstable"},
    {"void f(std::deque<Str> v) { auto x = v[0]; v.push_back(\"\"); read(x); }",
     "stable"},
    {"void f(std::deque<Str> v) { auto x = v.front(); v.pop_front(); read(x); "
     "}",
     "unstable"},
    {"void f(std::list<Str> v) { auto x = v.front(); v.push_back(\"\"); "
     "read(x); }",
     "stable"},
    {"void f(Vec v) { auto x = v[0]; v[1] = \"\"; read(x); }", "unstable"},
    {"void f(Vec v) { auto x = v[0]; read(v.size()); read(v[1]); read(x); }",
     "stable"},
    {"void f(Vec v) { auto x = v[0]; std::sort(v.begin(), v.end()); read(x); }",
     "unstable 'sort'"},
    {"void f(Vec v) { auto x = v[0]; read(std::find(v.begin(), v.end(), x)); "
     "}",
     "unknown 'read'"},
    {"void f(Vec v) { auto x = v[0]; read(std::find(v.begin(), v.end(), x) == "
     "v.end()); read(x); }",
     "stable"},
    {"void f() { const Str s = make(); global = const_cast<Str *>(&s); auto x "
     "= s; act(); read(x); }",
     "stable"},
    {"void f(Vec v) { auto x = v[0]; changeAll(v); read(x); }", "unstable"},
    {"void f(Vec v) { auto i = v.begin(); auto x = *i; ++i; read(x); }",
     "stable"},
    {"void f(Vec v) { auto i = v.begin(); auto x = *i; *i = \"\"; read(x); }",
     "unstable"},
    {"void f(Vec v) { auto i = v.begin(); auto x = *i; i = v.erase(i); "
     "read(x); }",
     "unstable"},
    {"void f(Vec v) { for (const auto &s : v) { auto x = s; read(x); } }",
     "stable"},
    {"void f(Vec v) { for (auto &s : v) { auto x = s; s.clear(); read(x); } }",
     "unstable"},
    {"void f(Vec v) { for (auto s : v) { auto x = s; v.clear(); read(x); } }",
     "stable"},
    {"void f(std::vector<Node> v) { for (auto &n : v) { auto x = n.name(); "
     "n.list.clear(); read(x); } }",
     "stable"},
    {"void f() { Str a[3]; auto x = a[0]; a[1].clear(); read(x); }",
     "unstable"},
    {"void f(Map m) { for (auto &[k, s] : m) { auto x = s; read(x); } }",
     "stable"},
    {"void f(Map m) { for (auto &[k, s] : m) { auto x = s; s.clear(); "
     "read(x); } }",
     "unstable"},
    {"void f(const std::vector<Vec> &v) { auto x = v[0][1]; read(x); }",
     "stable"},

    // Smart pointers and pointers.
    {"void f(std::unique_ptr<Node> p) { auto x = p->name(); read(x); }",
     "stable"},
    {"void f(std::unique_ptr<Node> p) { auto x = (*p).other; p.reset(); "
     "read(x); }",
     "unstable 'reset' may remove it"},
    {"void f(std::unique_ptr<Node> p) { auto x = p.get()->other; p = nullptr; "
     "read(x); }",
     "unstable"},
    {"void f(std::shared_ptr<Node> p) { auto x = p->other; p.reset(); read(x); "
     "}",
     "unstable"},
    {"void f(std::shared_ptr<Node> p) { auto x = p->other; p->rename(); "
     "read(x); }",
     "unstable"},
    {"void f(std::shared_ptr<Node> p, std::shared_ptr<Node> q) { auto x = "
     "p->other; q->rename(); read(x); }",
     "unknown"},
    {"void f(Node *p) { auto x = p->other; delete p; read(x); }",
     "unstable 'delete' may destroy it"},
    {"void f(Node *p) { auto x = p->other; p = p->child(); read(x); }",
     "unstable 'child'"},
    {"void f(const Node *p) { auto x = p->other; ++p; read(x); }", "stable"},
    {"void f(Node *p, Node *q) { auto x = p->other; delete q; read(x); }",
     "unknown 'delete'"},
    {"void f(std::optional<Str> o) { auto x = *o; o.reset(); read(x); }",
     "unstable"},

    // Accessors and functions.
    {"void f(const Node &n) { auto x = n.label(); read(x); }", "stable"},
    {"void f(Node n) { auto x = n.byKey(key()); n.rename(); read(x); }",
     "unstable 'rename'"},
    {"void f(Str s, Str t) { auto x = pick(s, t); t.clear(); read(x); }",
     "unstable"},
    {"void f(Str s) { auto x = pick(s, \"c\"); read(x); }",
     "unstable temporary"},
    {"void f(Node n) { auto x = nameOf(n); n.rename(); read(x); }", "unstable"},

    // Globals.
    {"void f() { auto x = text; x.size(); }", "stable"},
    {"void f() { auto x = text; read(x); }", "unknown 'read'"},
    {"void f() { auto x = text; size(\"\"); read(x); }", "unknown 'size'"},
    {"void f() { auto x = constant; act(); read(x); }", "stable"},
    {"void f() { static Str x = text; read(x); }", "unknown"},

    // What becomes of the copy.
    {"const Str &f(Str s) { auto x = s; return x; }", "unknown returned"},
    {"Str f(Str s) { auto x = s; return x; }", "stable"},
    {"std::function<int()> f(Str s) { auto x = s; return [&] { return "
     "size(x); }; }",
     "unknown"},
    {"void f(Str s) { auto x = s; global = &x; s.clear(); }", "unknown kept"},
    {"void f(Str s) { auto x = s; const Str &y = x; s.clear(); read(y); }",
     "unstable"},
    {"void f(Str s) { auto x = s; auto l = [&] { read(x); }; s.clear(); l(); }",
     "unstable"},
    {"void f(Vec v) { auto x = v[0]; v.push_back(x); }", "unstable"},
    {"void f(Map m) { auto x = m.at(1); m.erase(size(x)); }", "stable"},
};

const char *nameOf(const Referent &R) {
  if (R.IsTemporary)
    return "temporary";
  return R.Is == Stability::Stable    ? "stable"
         : R.Is == Stability::Unknown ? "unknown"
                                      : "unstable";
}

TEST(StableReferent, KnowsWhetherTheCopiedObjectStays) {
  std::string Program = Prelude;
  for (size_t I = 0; I < std::size(Rows); ++I)
    Program +=
        "namespace n" + std::to_string(I) + " {\n" + Rows[I].Code + "\n}\n";
  ParsedCode Code(Program, "-std=c++17 -Wno-everything");
  ASSERT_TRUE(Code.ok());
  for (size_t I = 0; I < std::size(Rows); ++I) {
    SCOPED_TRACE(Rows[I].Code);
    std::string Name = "n" + std::to_string(I);
    const auto *F = dyn_cast_or_null<FunctionDecl>(Code.find(Name, "f"));
    const auto *X = dyn_cast_or_null<VarDecl>(Code.find(Name, "x"));
    ASSERT_TRUE(F && X && X->getInit());
    auto Flow = FunctionFlow::of(*F, Code.context());
    ASSERT_TRUE(Flow);
    Referent R = referentOf(*X->getInit(), *X, *Flow, Code.context());
    auto [Is, Reason] = llvm::StringRef(Rows[I].Expected).split(' ');
    EXPECT_EQ(nameOf(R), Is.str()) << R.Reason;
    EXPECT_TRUE(llvm::StringRef(R.Reason).contains(Reason)) << R.Reason;
    EXPECT_EQ(R.Reason.empty(), Is == "stable") << R.Reason;
  }
}

} // namespace
