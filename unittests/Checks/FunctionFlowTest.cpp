//===- FunctionFlowTest.cpp - what can run after what ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row is a piece of a program. All rows of a table are parsed as one
// program, a namespace a row, against the real standard library.
//
//===----------------------------------------------------------------------===//

#include "utils/flow/FunctionFlow.h"
#include "ParsedCode.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::tidy::anomalloc;
using anomalloc_test::ParsedCode;

namespace {

struct Row {
  const char *Code;
  bool Expected;
};

constexpr const char *Prelude = R"(
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>
using Str = std::string;
using Vec = std::vector<int>;
int a(); int b(); int c(); bool d();
int &e();
void two(int, int);
struct Chain { Chain &then(int); };
Chain chain(int);
template <class T> void here(const T &); // the use in question
template <class T> void read(const T &);
void change(Str &);
Str make();
struct Cli { void option(const char *, Str &); void parse(); Str *p; };
struct View { View(const Str &s) : s(s) {} const Str &s; int size() const; };
void later(std::function<void()>);
[[noreturn]] void fail();
struct Pair { Str first; Str second; };
Pair pair();
)";

std::string programOf(ArrayRef<Row> Rows) {
  std::string Code = Prelude;
  for (size_t I = 0; I < Rows.size(); ++I)
    Code += "namespace n" + std::to_string(I) + " {\n" + Rows[I].Code + "\n}\n";
  return Code;
}

/// The calls of functions of the prelude by name, in one row.
struct Calls : RecursiveASTVisitor<Calls> {
  bool VisitCallExpr(CallExpr *Call) {
    if (const FunctionDecl *F = Call->getDirectCallee())
      if (F->getDeclName().isIdentifier())
        ByName.try_emplace(F->getName(), Call);
    return true;
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  llvm::StringMap<CallExpr *> ByName;
};

const FunctionDecl *functionOf(ParsedCode &Code, const std::string &Row) {
  return dyn_cast_or_null<FunctionDecl>(Code.find(Row, "f"));
}

void expectFollows(ArrayRef<Row> Rows, llvm::StringRef Flags) {
  ParsedCode Code(programOf(Rows), Flags);
  ASSERT_TRUE(Code.ok());
  for (size_t I = 0; I < Rows.size(); ++I) {
    SCOPED_TRACE(Rows[I].Code);
    std::string Name = "n" + std::to_string(I);
    const FunctionDecl *F = functionOf(Code, Name);
    ASSERT_TRUE(F);
    auto Flow = FunctionFlow::of(*F, Code.context());
    ASSERT_TRUE(Flow);
    Calls Found;
    Found.TraverseDecl(const_cast<FunctionDecl *>(F));
    const auto *Fresh = dyn_cast_or_null<VarDecl>(Code.find(Name, "fresh"));
    EXPECT_EQ(Flow->mayFollow(*Found.ByName["a"], *Found.ByName["b"], Fresh),
              Rows[I].Expected);
  }
}

TEST(FunctionFlow, KnowsWhetherBMayFollowA) {
  expectFollows(
      {
          {"void f() { a(); b(); }", true},
          {"void f() { b(); a(); }", false},
          {"void f() { if (d()) a(); else b(); }", false},
          {"void f() { if (d()) { a(); return; } b(); }", false},
          {"void f() { while (d()) { b(); a(); } }", true},
          {"void f() { while (d()) { b(); a(); break; } }", false},
          {"void f() { for (;;) { int fresh = 0; b(); a(); } }", false},
          {"void f() { int fresh = 0; for (;;) { b(); a(); } }", true},
          {"void f() { do { b(); a(); } while (0); }", false},
          {"void f() { do { b(); a(); } while (d()); }", true},
          {"void f() { again: b(); a(); if (d()) goto again; }", true},
          {"void f() { b(); a(); goto end; end: c(); }", false},
          {"void f(int i) { switch (i) { case 1: a(); break; case 2: b(); } }",
           false},
          {"void f(int i) { switch (i) { case 1: a(); case 2: b(); } }", true},
          {"void f() { try { a(); } catch (...) { b(); } }", true},
          {"void f() { try { c(); } catch (...) { a(); } b(); }", true},
          {"void f() { try { b(); } catch (...) { a(); } }", false},
          {"void f() { try { c(); a(); return; } catch (int) { b(); } }", true},
          {"void f() { if (a() && b()) c(); }", true},
          {"void f() { if (b() && a()) c(); }", false},
          {"void f() { d() ? a() : b(); }", false},
          {"void f() { a() ? b() : c(); }", true},
          {"void f() { (void)(b(), a()); }", false},
          {"void f() { two(b(), a()); }", true},
          {"void f() { int i = b() + a(); }", true},
          {"void f() { int i[] = {b(), a()}; }", false},
          {"void f() { auto l = [] { b(); }; a(); }", false},
          {"void f() { a(); auto l = [] { b(); }; }", true},
          {"void f() { auto l = [] { b(); a(); }; }", true},
          {"void f() { if (d()) { a(); fail(); } b(); }", false},
          {"void f() { a(); if (false) b(); }", true},
          {"void f() { for (int fresh : {1, 2}) { b(); a(); } }", false},
      },
      "-std=c++17");
}

TEST(FunctionFlow, SequencesOperandsAsTheStandardOfTheProgramDoes) {
  const Row Cpp17[] = {
      {"void f() { e() = a(); b(); }", true},
      {"int &b(); void f() { b() = a(); }", true},
      {"int &a(); int b(); void f() { n2::a() = n2::b(); }", false},
      {"void f() { chain(a()).then(b()); }", true},
      {"void f() { chain(b()).then(a()); }", false},
      {"void f() { int i = b() << a(); }", false},
      {"void f(std::map<int, int> m) { m[b()] = a(); }", true},
      {"void f(std::map<int, int> m) { m[a()] = b(); }", false},
  };
  expectFollows(Cpp17, "-std=c++17");
}

TEST(FunctionFlow, LeavesOperandsOfCpp11Unsequenced) {
  const Row Cpp11[] = {
      {"void f() { chain(b()).then(a()); }", true},
      {"void f() { int i = b() << a(); }", true},
      {"void f(std::map<int, int> m) { m[a()] = b(); }", true},
      {"void f() { if (b() && a()) c(); }", false},
  };
  expectFollows(Cpp11, "-std=c++11 -Wno-everything");
}

/// A class whose destructor looks at a string.
#define GUARD "struct G { Str *p; ~G() { read(*p); } };"

TEST(FunctionFlow, KnowsTheLastUse) {
  const Row Rows[] = {
      {"void f(Str x) { here(x); }", true},
      {"void f() { Str x; x.size(); here(x); }", true},
      {"void f() { Str x; here(x); read(x); }", false},
      {"void f(Str &x) { here(x); }", false},
      {"void f(const Str &x) { here(x); }", false},
      {"void f(Str &&x) { here(x); }", true},
      {"Str x; void f() { here(x); }", false},
      {"void f() { static Str x; here(x); }", false},
      {"void f() { thread_local Str x; here(x); }", false},
      {"void f() { volatile int x = 0; here(x); }", false},
      {"void f() { Str x; while (d()) here(x); }", false},
      {"void f() { while (d()) { Str x; here(x); } }", true},
      {"void f() { Str x; while (d()) { here(x); break; } }", true},
      {"void f() { Str x; for (;;) { if (d()) { here(x); return; } } }", true},
      {"void f() { Str x; for (;;) { here(x); x = make(); } }", true},
      {"void f() { Str x; for (;;) { here(x); x.clear(); read(x); } }", true},
      {"void f() { Str x; for (;;) { here(x); x += 'c'; } }", false},
      {"void f() { Str x; here(x); x = x + 'c'; }", false},
      {"void f() { Str x; here(x); if (d()) x = make(); read(x); }", false},
      {"void f() { Str x; again: here(x); if (d()) goto again; }", false},
      {"void f() { Str x; try { here(x); } catch (...) { read(x); } }", false},
      {"void f() { Str x; try { read(x); } catch (...) { here(x); } }", true},
      {"void f(int i) { Str x; switch (i) { case 0: here(x); break; "
       "default: read(x); } }",
       true},
      {"void f(int i) { Str x; switch (i) { case 0: here(x); "
       "default: read(x); } }",
       false},
      {"void f() { Str x; auto l = [&] { read(x); }; here(x); }", true},
      {"void f() { Str x; auto l = [&] { read(x); }; here(x); l(); }", false},
      {"void f() { Str x; later([&] { read(x); }); here(x); }", false},
      {"void f() { Str x; auto l = [=] { read(x); }; here(x); l(); }", true},
      {"void f() { Str x; std::thread t([&] { read(x); }); here(x); "
       "t.join(); }",
       false},
      {"void f() { Str x; auto l = [&] { here(x); }; l(); }", false},
      {"void f(Vec v) { int x = 0; std::sort(v.begin(), v.end(), "
       "[&](int a, int b) { return a < b + x; }); here(x); }",
       true},
      {"void f() { Str x; Str &r = x; here(x); read(r); }", false},
      {"void f() { Str x; Str &r = x; read(r); here(x); }", true},
      {"void f() { Str x; Str *p = &x; here(x); read(*p); }", false},
      {"Str *g; void f() { Str x; g = &x; here(x); }", false},
      {"void f() { Str x; change(x); here(x); }", true},
      {"void f() { Str x; Cli cli; cli.option(\"x\", x); cli.parse(); "
       "here(x); }",
       true},
      {"void f() { Str x; Cli cli; cli.option(\"x\", x); here(x); "
       "cli.parse(); }",
       false},
      {"void f() { Str x; std::string_view v = x; here(x); read(v); }", false},
      {"void f() { Str x; auto n = x.size(); here(x); read(n); }", true},
      {"void f() { Str x; View v(x); here(x); v.size(); }", false},
      {"void f() { Vec x; auto i = x.begin(); here(x); read(*i); }", false},
      {"void f() { Vec x; for (int i : x) read(i); here(x); }", true},
      {"void f() { Vec x; for (int i : x) here(x); }", false},
      {"void f() { Pair x; auto &[p, q] = x; here(x); read(p); }", false},
      {"void f() { Pair x; auto &[p, q] = x; read(p); here(x); }", true},
      {"void f() { Vec x; here(x); sizeof(x); }", true},
      {"void f() { Str x; d() ? here(x) : read(x); }", true},
      {"void f() { Str x; std::vector<Str *> v; v.push_back(&x); here(x); "
       "read(v); }",
       false},
      {"void f() { Str x; if (false) { here(x); } read(x); }", false},
      {"void f() { Str x; here(x); if (false) read(x); }", false},
      {"Str f() { Str x; here(x); return x; }", false},
      {"void f() { do { Str x; here(x); } while (0); }", true},
      {"void f() { Str x; " GUARD " G g{&x}; here(x); }", false},
      {"void f() { Str x; " GUARD " { G g{&x}; } here(x); }", true},
      {"void f() { Str x; " GUARD " here(x); x = make(); G g{&x}; }", true},
      {"void f() { Str x; " GUARD " const G &g = G{&x}; here(x); }", false},
      {"void f() { Str x; " GUARD
       " std::vector<G> g; g.push_back(G{&x}); here(x); }",
       false},
      {"void f() { Str x; " GUARD
       " struct O { int i; G g; } o{1, {&x}}; here(x); }",
       false},
      {"void f() { Str x; " GUARD " (void)G{&x}, here(x); }", false},
      {"void f() { Str x; struct V { Str *p; } v{&x}; here(x); }", true},
      {"void f(Str x) { auto l = [&] { read(x); }; struct G { decltype(l) &c; "
       "~G() { c(); } } g{l}; here(x); }",
       false},
  };
  ParsedCode Code(programOf(Rows), "-std=c++17 -Wno-everything");
  ASSERT_TRUE(Code.ok());
  for (size_t I = 0; I < std::size(Rows); ++I) {
    SCOPED_TRACE(Rows[I].Code);
    std::string Name = "n" + std::to_string(I);
    const FunctionDecl *F = functionOf(Code, Name);
    ASSERT_TRUE(F);
    auto Flow = FunctionFlow::of(*F, Code.context());
    ASSERT_TRUE(Flow);
    Calls Found;
    Found.TraverseDecl(const_cast<FunctionDecl *>(F));
    const auto *Use = dyn_cast<DeclRefExpr>(
        Found.ByName["here"]->getArg(0)->IgnoreImpCasts());
    ASSERT_TRUE(Use);
    EXPECT_EQ(Flow->isLastUse(*Use, *cast<VarDecl>(Use->getDecl())),
              Rows[I].Expected);
  }
}

TEST(FunctionFlow, KnowsWhatRepeatsWithoutTheVariable) {
  const Row Rows[] = {
      {"void f() { Str x; while (d()) here(x); }", true},
      {"void f() { while (d()) { Str x; here(x); } }", false},
      {"void f() { while (d()) { Str x; while (d()) here(x); } }", true},
      {"void f() { Str x; while (d()) { here(x); return; } }", false},
      {"void f() { Str x; again: here(x); if (d()) goto again; }", true},
      {"void f() { Str x; do here(x); while (0); }", false},
      {"void f(Str x) { here(x); }", false},
  };
  ParsedCode Code(programOf(Rows));
  ASSERT_TRUE(Code.ok());
  for (size_t I = 0; I < std::size(Rows); ++I) {
    SCOPED_TRACE(Rows[I].Code);
    std::string Name = "n" + std::to_string(I);
    auto Flow = FunctionFlow::of(*functionOf(Code, Name), Code.context());
    Calls Found;
    Found.TraverseDecl(const_cast<FunctionDecl *>(&Flow->function()));
    EXPECT_EQ(Flow->repeatsWithout(*Found.ByName["here"],
                                   *cast<VarDecl>(Code.find(Name, "x"))),
              Rows[I].Expected);
  }
}

TEST(FunctionFlow, HasNoAnswerForTemplatesAndHugeFunctions) {
  std::string Huge = "void g() { int i = 0;";
  for (int I = 0; I < 20000; ++I)
    Huge += " i += 1;";
  ParsedCode Code("namespace n { template <class T> void f(T t) { t(); }\n" +
                  Huge + " } void h(); }");
  ASSERT_TRUE(Code.ok());
  const auto *G = cast<FunctionDecl>(Code.find("n", "g"));
  EXPECT_FALSE(FunctionFlow::of(*G, Code.context()));
  const auto *H = cast<FunctionDecl>(Code.find("n", "h"));
  EXPECT_FALSE(FunctionFlow::of(*H, Code.context()));
}

} // namespace
