// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {Hints: true}}' -- -I %S/Inputs
// CHECK-SILENT

// No change would be right or worth while; loops or not.

#include "data.h"
#include <complex>
#include <memory>
#include <string>
#include <valarray>

// No heap memory.
struct Small { double A; Small &operator*=(const Small &); };
// TWIN@{X = X * Y; // small}: double A -> std::vector<int> A
Small operator*(const Small &, const Small &);
void noHeap(Small X, Small Y, std::complex<double> C, int N) {
  X = X * Y; // small
  C = C * std::complex<double>(N);
  N = N * 2;
}

// No compound operator, or none to be used here.
struct NoCompound { std::vector<int> V; };
// TWIN@{A = A + A2}: V; -> V; NoCompound &operator+=(const NoCompound &);
NoCompound operator+(const NoCompound &, const NoCompound &);
struct Deleted { std::vector<int> V; Deleted &operator+=(const Deleted &) = delete; };
// TWIN@{B = B + B2}: = delete ->
Deleted operator+(const Deleted &, const Deleted &);
class Private { std::vector<int> V; Private &operator+=(const Private &); };
// TWIN@{C = C + C2}: class -> struct
Private operator+(const Private &, const Private &);
struct OtherOperand { std::vector<int> V; OtherOperand &operator+=(const std::vector<int> &); };
// TWIN@{D = D + D2}: +=(const std::vector<int> &) -> +=(const OtherOperand &)
OtherOperand operator+(const OtherOperand &, const OtherOperand &);
void noUsableCompound(NoCompound A, NoCompound A2, Deleted B, Deleted B2,
                      Private C, Private C2, OtherOperand D, OtherOperand D2) {
  A = A + A2;
  B = B + B2;
  C = C + C2;
  D = D + D2;
}

// The compound operator makes the same temporary.
struct Lazy {
  std::vector<int> V;
  Lazy operator+(const Lazy &) const;
  Lazy &operator+=(const Lazy &Other) { return *this = *this + Other; }
  // TWIN@{void nothingSaved}: { return *this = *this + Other; } -> ;
};
void nothingSaved(Lazy X, Lazy Y) { X = X + Y; }

// Another object, another order, another result.
Data &next();
struct Proxy { operator Data() const; };
Proxy operator-(const Data &, const Data &);
// TWIN@{X = X - Y; // a proxy}: Proxy operator -> Data &operator-=(Data &, const Data &); Data operator
struct Generator { Data Now; Data &operator()(); };
void notTheSame(Data X, Data Y, Data *P, Data Z[], int I, Generator G,
                std::vector<Data> V, std::vector<Data>::iterator It) {
  X = Y * Y;
  // TWIN: Y * Y -> X * Y
  X = Y * X; // matrices do not commute
  // TWIN: Y * X -> X * Y
  X = 2.0 * X; // no body shows that it does
  // TWIN: 2.0 * X -> X * 2.0
  X = X * Y + Y; // the outer operator is what counts
  // TWIN: X * Y + Y -> X + Y
  X = (X * Y) * Y;
  // TWIN: (X * Y) * Y -> X * (Y * Y)
  P[I] = P[I + 1] * Y;
  // TWIN: I + 1 -> I
  P[I++] = P[I++] * Y;
  // TWIN: P[I++] = P[I++] -> P[I] = P[I]
  Z[I] = V[I] * Y;
  // TWIN: V -> Z
  next() = next() * Y;
  // TWIN: next() = next() -> X = X
  *It++ = *It++ * Y;
  // TWIN: *It++ = *It++ -> *It = *It
  auto Lambda = [&]() -> Data & { return *++It; };
  Lambda() = Lambda() * Y;
  // TWIN: Lambda() = Lambda() -> X = X
  X = X - Y; // a proxy
  X = std::move(X) * Y;
  // TWIN: std::move(X) -> X
  Data New = X * Y;
  // TWIN: Data New = -> Data New; New = New + Y; X = X *
  New *= Y;
  // TWIN: New *= Y -> New = New * Y
}

// Expression templates compute into the target already.
void expressionTemplates(std::valarray<double> A, std::valarray<double> B) {
  A = A * B;
  A = A + 2.0;
}

// Strings do not commute.
void strings(std::string S, std::string T) { S = T + S; S = "<" + S; }
// TWIN: S = T + S -> S = S + T

// What a macro says cannot be changed at its expansion.
#define DOUBLE(X) X = X * 2.0
#define TIMES_TWO *2.0
void macros(Data X) {
  DOUBLE(X);
  // TWIN: DOUBLE(X) -> X = X * 2.0
  X = X TIMES_TWO;
  // TWIN: TIMES_TWO -> * 2.0
}

// Code that is never instantiated decides nothing.
template <typename T> void dependent(T X, T Y) { X = X * Y; }
// TWIN: template <typename T> void dependent(T X, T Y) -> void dependent(Data X, Data Y)

void suppressed(Data X, Data Y) {
  X = X * Y; // NOLINT(anomalloc-binary-op-assign)
  // TWIN: // NOLINT(anomalloc-binary-op-assign) ->
}
