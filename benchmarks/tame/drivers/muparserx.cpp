//===- muparserx.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// expressions of numbers, texts and matrices, parsed and evaluated by
// muparserx.
//
//===----------------------------------------------------------------------===//

#include "mpParser.h"
#include <iomanip>
#include <iostream>
using namespace mup;
int main() {
  double Sum = 0;
  const char *Texts[] = {"a*sin(b)+c^2",
                         "sqrt(abs(a-b))*max(a,b,c)",
                         "va*vb",
                         "m1*m2",
                         "(a<b) ? a+b : c*2",
                         "\"x\"==\"y\" ? 1 : b",
                         "a=b+1, b=c*0.5",
                         "va[0]+vb[1]*m1[1,1]",
                         "sum(a,b,c,1,2,3)",
                         "toupper(\"abc\")==\"ABC\" ? 3 : 4",
                         "m1[0,1]+m2[1,0]",
                         "{1,2,3}*a"};
  for (int Round = 0; Round < 200; ++Round) {
    ParserX P(pckALL_NON_COMPLEX);
    Value A(float_type(1.5 + Round)), B(float_type(0.25)), C(float_type(3));
    Value VA(3, 0), VB(3, 0), M1(2, 2, 0), M2(2, 2, 0);
    for (int I = 0; I < 3; ++I) {
      VA.At(I) = Value(float_type(I));
      VB.At(I) = Value(float_type(2 * I + 1));
    }
    for (int I = 0; I < 2; ++I)
      for (int J = 0; J < 2; ++J) {
        M1.At(I, J) = Value(float_type(I + J + 1));
        M2.At(I, J) = Value(float_type(I - J));
      }
    P.DefineVar("a", Variable(&A));
    P.DefineVar("b", Variable(&B));
    P.DefineVar("c", Variable(&C));
    P.DefineVar("va", Variable(&VA));
    P.DefineVar("vb", Variable(&VB));
    P.DefineVar("m1", Variable(&M1));
    P.DefineVar("m2", Variable(&M2));
    for (const char *Text : Texts) {
      try {
        P.SetExpr(Text);
        for (int I = 0; I < 60; ++I) {
          A = float_type(I + Round);
          const IValue &R = P.Eval();
          if (R.IsScalar())
            Sum += R.GetFloat();
          else if (R.IsMatrix())
            Sum += R.GetRows() + R.ToString().size();
        }
      } catch (ParserError &E) {
        if (Round == 0)
          std::cout << Text << ": " << E.GetMsg() << "\n";
      }
    }
  }
  std::cout << std::setprecision(15) << Sum << "\n";
}
