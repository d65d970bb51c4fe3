//===- interpreter.cpp - deep stacks that always change -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small Lisp: a recursive-descent parser and an interpreter that walks the
// tree, with values counted by reference. Almost each allocation comes from
// another stack than the one before, tens to hundreds of frames deep. It is the
// worst case of whoever records stacks.
//
// usage: interpreter TURNS
//
// Each turn parses a program and runs it; the sum of the answers is printed.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Value;
using Ref = std::shared_ptr<Value>;

/// Variables of one call; those of the caller's are not seen, those of the
/// function's definition are.
struct Scope {
  std::map<std::string, Ref> Variables;
  std::shared_ptr<Scope> Outer;

  Ref find(const std::string &Name) const {
    for (const Scope *S = this; S; S = S->Outer.get())
      if (auto I = S->Variables.find(Name); I != S->Variables.end())
        return I->second;
    std::fprintf(stderr, "%s is not known\n", Name.c_str());
    std::exit(1);
  }
};

struct Value {
  enum KindT { Number, Symbol, List, Function } Kind;
  long Is = 0;
  std::string Name;
  std::vector<Ref> Items;       ///< Of a function: parameters, then its body.
  std::shared_ptr<Scope> Where; ///< The function was defined.
};

Ref number(long Is) {
  auto V = std::make_shared<Value>();
  V->Kind = Value::Number;
  V->Is = Is;
  return V;
}

class Parser {
public:
  explicit Parser(const std::string &Text) : At(Text.c_str()) {}

  Ref parse() {
    skip();
    if (*At == '(')
      return parseList();
    if ((*At >= '0' && *At <= '9') || (*At == '-' && At[1] >= '0'))
      return number(std::strtol(At, const_cast<char **>(&At), 10));
    return parseSymbol();
  }
  bool done() {
    skip();
    return !*At;
  }

private:
  void skip() {
    while (*At == ' ' || *At == '\n')
      ++At;
  }
  Ref parseList() {
    auto V = std::make_shared<Value>();
    V->Kind = Value::List;
    ++At;
    for (skip(); *At && *At != ')'; skip())
      V->Items.push_back(parse());
    At += *At == ')';
    return V;
  }
  Ref parseSymbol() {
    auto V = std::make_shared<Value>();
    V->Kind = Value::Symbol;
    while (*At && *At != ' ' && *At != '\n' && *At != '(' && *At != ')')
      V->Name += *At++;
    return V;
  }

  const char *At;
};

class Interpreter {
public:
  Ref run(const Ref &Code, const std::shared_ptr<Scope> &In) {
    switch (Code->Kind) {
    case Value::Symbol:
      return In->find(Code->Name);
    case Value::List:
      return runForm(Code, In);
    default:
      return Code;
    }
  }

private:
  using ScopeRef = std::shared_ptr<Scope>;

  Ref runForm(const Ref &Code, const ScopeRef &In) {
    const std::string &Verb = Code->Items[0]->Name;
    if (Verb == "if")
      return run(Code->Items[run(Code->Items[1], In)->Is ? 2 : 3], In);
    if (Verb == "define")
      return In->Variables[Code->Items[1]->Name] = run(Code->Items[2], In);
    if (Verb == "let")
      return runLet(Code, In);
    if (Verb == "lambda")
      return close(Code, In);
    return call(Code, In);
  }

  Ref close(const Ref &Code, const ScopeRef &In) {
    auto V = std::make_shared<Value>();
    V->Kind = Value::Function;
    V->Items = {Code->Items[1], Code->Items[2]};
    V->Where = In;
    return V;
  }

  Ref runLet(const Ref &Code, const ScopeRef &In) {
    auto Inner = std::make_shared<Scope>();
    Inner->Outer = In;
    Inner->Variables[Code->Items[1]->Name] = run(Code->Items[2], In);
    return run(Code->Items[3], Inner);
  }

  Ref call(const Ref &Code, const ScopeRef &In) {
    std::vector<Ref> Arguments;
    for (size_t I = 1; I != Code->Items.size(); ++I)
      Arguments.push_back(run(Code->Items[I], In));
    if (Ref Result = callBuiltin(Code->Items[0]->Name, Arguments))
      return Result;
    Ref Callee = run(Code->Items[0], In);
    auto Inner = std::make_shared<Scope>();
    Inner->Outer = Callee->Where;
    const std::vector<Ref> &Names = Callee->Items[0]->Items;
    for (size_t I = 0; I != Names.size(); ++I)
      Inner->Variables[Names[I]->Name] = Arguments[I];
    return run(Callee->Items[1], Inner);
  }

  Ref callBuiltin(const std::string &Verb, const std::vector<Ref> &With) {
    if (Verb == "+")
      return number(With[0]->Is + With[1]->Is);
    if (Verb == "-")
      return number(With[0]->Is - With[1]->Is);
    if (Verb == "*")
      return number(With[0]->Is * With[1]->Is % 1000003);
    if (Verb == "%")
      return number(With[0]->Is % With[1]->Is);
    if (Verb == "<")
      return number(With[0]->Is < With[1]->Is);
    if (Verb == "pair") {
      auto V = std::make_shared<Value>();
      V->Kind = Value::List;
      V->Items = With;
      return V;
    }
    if (Verb == "left")
      return With[0]->Items[0];
    if (Verb == "right")
      return With[0]->Items[1];
    if (Verb == "leaf")
      return number(With[0]->Kind == Value::Number);
    return nullptr;
  }
};

/// A search tree is filled with numbers of a simple generator and summed up;
/// numbers are factored by functions that call each other; a sum is nested
/// deeply.
std::string program(unsigned Turn) {
  std::string Text = R"(
(define insert (lambda (tree key)
  (if (leaf tree) (pair key (pair 0 0))
    (if (< key (left tree))
      (pair (left tree) (pair (insert (left (right tree)) key)
                              (right (right tree))))
      (pair (left tree) (pair (left (right tree))
                              (insert (right (right tree)) key)))))))
(define fill (lambda (tree seed count)
  (if (< count 1) tree
    (fill (insert tree (% (+ (* seed 75) 74) 65537))
          (% (+ (* seed 75) 74) 65537) (- count 1)))))
(define sum (lambda (tree)
  (if (leaf tree) 0
    (+ (left tree) (+ (sum (left (right tree))) (sum (right (right tree))))))))
(define fib (lambda (n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))
(define even (lambda (n) (if (< n 1) 1 (odd (- n 1)))))
(define odd (lambda (n) (if (< n 1) 0 (even (- n 1)))))
)";
  std::string Seed = std::to_string(Turn + 1);
  Text += "(+ (sum (fill 0 " + Seed + " 40)) (+ (fib 11) (+ (even 60) ";
  for (unsigned I = 0; I != 30; ++I)
    Text += "(let x" + std::to_string(I) + " (+ " + Seed + " 1) (+ 1 ";
  Text += "(* x3 x7)";
  Text += std::string(60, ')') + ")))";
  return Text;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return std::fputs("usage: interpreter TURNS\n", stderr), 2;
  long Sum = 0;
  for (unsigned Turn = 0; Turn != unsigned(std::atoi(argv[1])); ++Turn) {
    std::string Text = program(Turn);
    Parser P(Text);
    Interpreter I;
    auto Globals = std::make_shared<Scope>();
    Ref Last;
    while (!P.done())
      Last = I.run(P.parse(), Globals);
    Sum += Last->Is;
    Globals->Variables.clear(); // Functions hold their scope, and it them.
  }
  std::printf("%ld\n", Sum);
}
