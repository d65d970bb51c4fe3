// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic algebra as a user of GiNaC does it: polynomials are expanded, derived,
// factored out and evaluated, functions become series, a matrix its determinant.

#include <cstdlib>
#include <ginac/ginac.h>
#include <iostream>

using namespace GiNaC;

static ex polynomial(const ex &X, const ex &Y, const ex &Z, int Round) {
  ex P = expand(pow(X + 2 * Y - Round * Z + 3, 7) * (X - Y + Round));
  ex D = P.diff(ex_to<symbol>(X)) + P.diff(ex_to<symbol>(Y));
  ex Q = expand(D.subs(Y == X + Z) * (Z - X));
  return collect(Q, Z);
}

static ex seriesOf(const symbol &X, int Round) {
  ex F = sin(Round * X) / (1 + X) + exp(X * X) * cos(X + Round * X);
  return series_to_poly(F.series(X == 0, 14));
}

static ex determinantOf(const symbol &X, const symbol &Y, int Round) {
  constexpr unsigned Size = 6;
  matrix M(Size, Size);
  for (unsigned I = 0; I != Size; ++I)
    for (unsigned J = 0; J != Size; ++J)
      M(I, J) = pow(X, I) + numeric(Round + int(I * J), 7) * pow(Y, J) +
                int(I + 2 * J);
  return M.determinant();
}

int main(int, char **Argv) {
  symbol X("x"), Y("y"), Z("z");
  ex Sum = 0;
  for (int Round = 1; Round <= std::atoi(Argv[1]); ++Round) {
    ex P = polynomial(X, Y, Z, Round);
    ex S = seriesOf(X, Round);
    ex D = determinantOf(X, Y, Round);
    ex Value = (P + S + D).subs(lst{X == numeric(1, 3), Y == numeric(2, 5),
                                    Z == numeric(-3, 7)});
    Sum += Value.normal();
  }
  std::cout << evalf(Sum) << '\n';
}
