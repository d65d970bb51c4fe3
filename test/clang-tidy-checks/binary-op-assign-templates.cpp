// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -- -I %S/Inputs

// A template is reported once, at its pattern; fixed only where the pattern
// itself decides, since other instantiations share its lines.

#include "data.h"
#include <string>

template <typename T> T power(T X, const T &Y, int N) {
  for (int I = 0; I < N; ++I)
    X = X * Y;
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '*' makes a temporary 'Data', which
  // CHECK-FIXES: {{^}}    X = X * Y;{{$}}
  return X;
}
Data P1 = power(Data(), Data(), 2);
double P2 = power(1.0, 2.0, 2);

template <typename T> struct Holder {
  Data Fixed;
  T Value;
  void run(int N);
};
template <typename T> void Holder<T>::run(int N) {
  Data Local;
  T Other = Value;
  while (N--) {
    Value = Value + Other;
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: {{.*}} inside a loop
    // CHECK-FIXES: {{^}}    Value = Value + Other;{{$}}
    Local = Local * 2.0;
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: {{.*}} inside a loop
    // CHECK-FIXES: {{^}}    Local *= 2.0;{{$}}
  }
}
template struct Holder<Data>;
template struct Holder<std::string>;
template struct Holder<int>;
