//===- muparser.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// formulas, parsed and evaluated by muParser: by its class, and by its C
// interface, as bindings of other languages use it.
//
//===----------------------------------------------------------------------===//

#include "muParser.h"
#include "muParserDLL.h"
#include <cmath>
#include <iomanip>
#include <iostream>
using namespace mu;
static value_type Twice(value_type V) { return 2 * V; }
static value_type Add(value_type A, value_type B) { return A + B; }
static value_type Sum(const value_type *V, int N) {
  value_type S = 0;
  for (int I = 0; I < N; ++I)
    S += V[I];
  return S;
}
/// Shows a formula's variables and constants, and evaluates it.
static double throughC(muParserHandle_t P, const char *Text) {
  double Total = 0;
  mupSetExpr(P, Text);
  const char *Name;
  muFloat_t *Variable, Constant;
  for (int I = 0; I < mupGetVarNum(P); ++I) {
    mupGetVar(P, I, &Name, &Variable);
    Total += Name[0] + *Variable;
  }
  for (int I = 0; I < mupGetExprVarNum(P); ++I) {
    mupGetExprVar(P, I, &Name, &Variable);
    *Variable += 0.5;
  }
  for (int I = 0; I < mupGetConstNum(P); ++I) {
    mupGetConst(P, I, &Name, &Constant);
    Total += Constant;
  }
  return Total + mupEval(P);
}

int main() {
  double Total = 0;
  const char *Texts[] = {"a*sin(b)+c^2",
                         "sqrt(abs(a-b))*max(a,b,c)",
                         "(a<b) ? a+b : c*2",
                         "sum(a,b,c,1,2,3)",
                         "twice(a)+plus(b,c)*_pi",
                         "1+2*3-4/5^2",
                         "a=b+1, b=c*0.5, a+b",
                         "((a+b)*(b+c))/((a+1)*(c+1))",
                         "a>1 && b<2 || c==3",
                         "min(a,b,c)+max(1,2)+avg(a,b)",
                         "a{m}+b{m}",
                         "-a+-b"};
  for (int Round = 0; Round < 150; ++Round) {
    Parser P;
    double A = 1.5 + Round, B = 0.25, C = 3;
    P.DefineVar("a", &A);
    P.DefineVar("b", &B);
    P.DefineVar("c", &C);
    P.DefineFun("twice", Twice);
    P.DefineFun("plus", Add);
    P.DefineFun("mysum", Sum);
    P.DefinePostfixOprt("{m}", Twice);
    for (const char *Text : Texts) {
      try {
        P.SetExpr(Text);
        for (int I = 0; I < 20; ++I) {
          A = I + Round;
          Total += P.Eval();
        }
        for (const auto &V : P.GetUsedVar())
          Total += V.first.size();
      } catch (ParserError &E) {
        if (!Round)
          std::cout << Text << ": " << E.GetMsg() << "\n";
      }
    }
  }
  muParserHandle_t P = mupCreate(muBASETYPE_FLOAT);
  double A = 1.5, B = 0.25, C = 3;
  mupDefineVar(P, "a", &A);
  mupDefineVar(P, "b", &B);
  mupDefineVar(P, "c", &C);
  mupDefineConst(P, "half", 0.5);
  for (int Round = 0; Round < 50; ++Round)
    for (const char *Text :
         {"a*sin(b)+c^2", "sqrt(abs(a-b))*max(a,b,c)", "half*a+1"})
      Total += throughC(P, Text);
  mupRelease(P);
  std::cout << std::setprecision(15) << Total << "\n";
}
