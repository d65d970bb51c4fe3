//===- libbpp-core.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// optimizers, distributions and matrices of Bio++.
//
//===----------------------------------------------------------------------===//

#include "test/PolynomialFunction.h"
#include <Bpp/Numeric/Function/BfgsMultiDimensions.h>
#include <Bpp/Numeric/Function/DownhillSimplexMethod.h>
#include <Bpp/Numeric/Function/PowellMultiDimensions.h>
#include <Bpp/Numeric/Function/ThreePointsNumericalDerivative.h>
#include <Bpp/Numeric/Matrix/MatrixTools.h>
#include <Bpp/Numeric/Prob/ExponentialDiscreteDistribution.h>
#include <Bpp/Numeric/Prob/GammaDiscreteDistribution.h>
#include <Bpp/Numeric/VectorTools.h>
#include <iostream>
using namespace bpp;
using namespace std;
int main() {
  double Sum = 0;
  ApplicationTools::message.reset();
  ApplicationTools::warning.reset();
  for (int Round = 0; Round < 30; ++Round) {
    {
      PolynomialFunction1 f;
      PowellMultiDimensions o(&f);
      o.setVerbose(0);
      o.setProfiler(0);
      o.setMessageHandler(0);
      o.init(f.getParameters());
      o.optimize();
      Sum += f.getValue() + f.getParameterValue("x");
    }
    {
      PolynomialFunction1 f;
      DownhillSimplexMethod o(&f);
      o.setVerbose(0);
      o.setProfiler(0);
      o.setMessageHandler(0);
      o.init(f.getParameters());
      o.optimize();
      Sum += f.getValue() + f.getParameterValue("y");
    }
    {
      PolynomialFunction1 f;
      ThreePointsNumericalDerivative d(&f);
      d.enableSecondOrderCrossDerivatives(true);
      d.setParametersToDerivate(f.getParameters().getParameterNames());
      BfgsMultiDimensions o(&d);
      o.setVerbose(0);
      o.setProfiler(0);
      o.setMessageHandler(0);
      o.init(f.getParameters());
      o.optimize();
      Sum += d.getValue() + f.getParameterValue("z");
    }
    for (unsigned N = 2; N < 40; N += 6) {
      GammaDiscreteDistribution g(N, 0.5 + Round, 0.5 + Round);
      ExponentialDiscreteDistribution e(N, 0.2);
      Sum += VectorTools::sum(g.getProbabilities()) +
             VectorTools::mean<double, double>(e.getCategories());
    }
    size_t N = 12;
    RowMatrix<double> M(N, N), O(N, N), V2;
    for (size_t I = 0; I < N; ++I)
      for (size_t J = 0; J < N; ++J)
        M(I, J) = 1.0 / (1 + I + J) + (I == J);
    EigenValue<double> E(M);
    RowMatrix<double> V1 = E.getV();
    const vector<double> L = E.getRealEigenValues();
    MatrixTools::inv(V1, V2);
    MatrixTools::mult(V1, L, V2, O);
    Sum += O(1, 2);
    MatrixTools::pow(M, size_t(7), O);
    Sum += O(0, 0);
    MatrixTools::exp(M, O);
    Sum += O(0, 1);
    vector<double> a(50, 1.5), b(50, 0.5);
    for (int I = 0; I < 200; ++I) {
      a = a + b;
      a = a * 0.9;
      b = b - a * 0.001;
      Sum += VectorTools::cos<double, double>(a, b);
    }
  }
  cout << setprecision(15) << Sum << endl;
}
