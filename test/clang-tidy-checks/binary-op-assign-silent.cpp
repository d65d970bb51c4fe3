// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {WarnOutsideLoops: true}}' -- -I %S/Inputs
// CHECK-SILENT

// No change would be right or worth while; loops or not.

#include "data.h"
#include <complex>
#include <memory>
#include <string>
#include <valarray>

// No heap memory.
struct Small { double A; Small &operator*=(const Small &); };
Small operator*(const Small &, const Small &);
void noHeap(Small X, Small Y, std::complex<double> C, int N) {
  X = X * Y;
  C = C * C;
  N = N * 2;
}

// No compound operator, or none to be used here.
struct NoCompound { std::vector<int> V; };
NoCompound operator+(const NoCompound &, const NoCompound &);
struct Deleted { std::vector<int> V; Deleted &operator+=(const Deleted &) = delete; };
Deleted operator+(const Deleted &, const Deleted &);
class Private { std::vector<int> V; Private &operator+=(const Private &); };
Private operator+(const Private &, const Private &);
struct OtherOperand { std::vector<int> V; OtherOperand &operator+=(const std::vector<int> &); };
OtherOperand operator+(const OtherOperand &, const OtherOperand &);
void noUsableCompound(NoCompound A, Deleted B, Private C, OtherOperand D) {
  A = A + A;
  B = B + B;
  C = C + C;
  D = D + D;
}

// The compound operator makes the same temporary.
struct Lazy {
  std::vector<int> V;
  Lazy operator+(const Lazy &) const;
  Lazy &operator+=(const Lazy &Other) { return *this = *this + Other; }
};
void nothingSaved(Lazy X, Lazy Y) { X = X + Y; }

// Another object, another order, another result.
Data &next();
struct Proxy { operator Data() const; };
Proxy operator-(const Data &, const Data &);
struct Generator { Data Now; Data &operator()(); };
void notTheSame(Data X, Data Y, Data *P, Data Z[], int I, Generator G,
                std::vector<Data> V, std::vector<Data>::iterator It) {
  X = Y * Y;
  X = Y * X; // matrices do not commute
  X = 2.0 * X; // no body shows that it does
  X = X * Y + Y; // the outer operator is what counts
  X = (X * Y) * Y;
  P[I] = P[I + 1] * Y;
  P[I++] = P[I++] * Y;
  Z[I] = V[I] * Y;
  next() = next() * Y;
  *It++ = *It++ * Y;
  auto Lambda = [&]() -> Data & { return *++It; };
  Lambda() = Lambda() * Y;
  X = X - Y; // a proxy
  X = std::move(X) * Y;
  Data New = X * Y;
  New *= Y;
}

// Expression templates compute into the target already.
void expressionTemplates(std::valarray<double> A, std::valarray<double> B) {
  A = A * B;
  A = A + 2.0;
}

// Strings do not commute.
void strings(std::string S, std::string T) { S = T + S; S = "<" + S; }

// What a macro says cannot be changed at its expansion.
#define DOUBLE(X) X = X * 2.0
#define TIMES_TWO *2.0
void macros(Data X) {
  DOUBLE(X);
  X = X TIMES_TWO;
}

// Code that is never instantiated decides nothing.
template <typename T> void dependent(T X, T Y) { X = X * Y; }

void suppressed(Data X, Data Y) {
  X = X * Y; // NOLINT(anomalloc-binary-op-assign)
}
