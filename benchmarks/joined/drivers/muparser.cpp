// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A calculator's day: expressions are parsed, evaluated a few times, forgotten.

#include "muParser.h"
#include <cstdio>
#include <cstdlib>
#include <string>

int main(int Count, char **Words) {
  const int Rounds = Count > 1 ? std::atoi(Words[1]) : 200;
  const char *const Texts[] = {
      "sin(x)^2 + cos(y)^2 * scale",
      "x < y ? min(x, y, 3) : max(x, y, offset)",
      "(x + 1) * (x + 2) * (x + 3) / (y * y + 1)",
      "total = x + y + scale * offset",
      "sqrt(abs(x - y)) + avg(x, y, scale, offset)",
      "exp(-x * x / 2) / sqrt(2 * _pi) + ln(1 + abs(y))"};
  double X = 0, Y = 0, Scale = 2, Offset = 5, Total = 0, Sum = 0;
  for (int Round = 0; Round != Rounds; ++Round)
    for (const char *Text : Texts) {
      mu::Parser P;
      P.DefineVar("x", &X);
      P.DefineVar("y", &Y);
      P.DefineVar("scale", &Scale);
      P.DefineVar("offset", &Offset);
      P.DefineVar("total", &Total);
      P.SetExpr(Text);
      for (int I = 0; I != 20; ++I) {
        X = I * 0.25;
        Y = Round * 0.5;
        Sum += P.Eval();
      }
      Sum += double(P.GetUsedVar().size());
    }
  std::printf("%.6f\n", Sum);
}
