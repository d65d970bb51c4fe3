// RUN: %check_tidy %s anomalloc-vector-parameter %t -std=c++20,c++23
// RUN: %check_tidy %s anomalloc-vector-parameter %t -std=c++17 -check-suffix=GSL -- -config='{CheckOptions: {anomalloc-vector-parameter.SpanType: "gsl::span"}}'
// RUN: %check_tidy %s anomalloc-vector-parameter %t -std=c++17 -check-suffix=OLD

// CHECK-SILENT-OLD

#include <cstddef>
#include <vector>

// Seed 002's case.
class TwoDTable {
  std::vector<double> Values{1, 2};

public:
  void lookup(double x, std::vector<double> &y) const;
};
void TwoDTable::lookup(double x, std::vector<double> &y) const {
  // CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'y', a 'std::vector<double>', is never resized, but a caller allocates one for it, inside a loop; take a 'std::span<double>', and callers can pass an array [anomalloc-vector-parameter]
  // CHECK-MESSAGES-GSL: :[[@LINE-2]]:55: warning: {{.*}}; take a 'gsl::span<double>', and callers can pass an array
  for (std::size_t I = 0; I < y.size(); ++I)
    y[I] = Values[I] * x;
}

double sum(const std::vector<double> &V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'V', {{.*}}; take a 'std::span<const double>'
  // CHECK-MESSAGES-GSL: :[[@LINE-2]]:39: warning: 'V', {{.*}}; take a 'gsl::span<const double>'
  double S = 0;
  for (double D : V)
    S += D;
  return S;
}

template <class T> T first(const std::vector<T> &V) { return V[0]; }
// CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'V', a 'std::vector<int>'
// CHECK-MESSAGES-GSL: :[[@LINE-2]]:50: warning: 'V', a 'std::vector<int>'

int pointers(const std::vector<const int *> &V) { return *V[0]; }
// CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'V', {{.*}}; take a 'std::span<const int *const>'
// CHECK-MESSAGES-GSL: :[[@LINE-2]]:46: warning: 'V', {{.*}}; take a 'gsl::span<const int *const>'

// Resized, handed on, kept.
void grown(std::vector<double> &V) { V.push_back(1); }
struct Keeper {
  std::vector<double> Kept;
  void keep(const std::vector<double> &V) { Kept = V; }
  virtual double look(const std::vector<double> &V) { return V[0]; }
};
double compared(const std::vector<double> &A, const std::vector<double> &B) {
  return A == B;
}
// Callers that have vectors anyway.
double existing(const std::vector<double> &V) { return V[0]; }
double pointed(const std::vector<double> &V) { return V[0]; }
double (*Pointer)(const std::vector<double> &) = pointed;

double run(const TwoDTable *m_table, Keeper &K, const std::vector<double> &Have) {
  double S = 0;
  for (int I = 0; I < 10; ++I) {
    std::vector<double> val(2);
    m_table->lookup(I, val);
    S += val[0] + sum({1., double(I)}) + first<int>({I, 2}) + pointers({&I});
    std::vector<double> Own(2);
    grown(Own);
    K.keep({1., 2.});
    K.look({1., 2.});
    S += compared({1., 2.}, {2., 1.}) + existing(Have);
    std::vector<double> Sized(std::size_t(I) + 1);
    S += existing(Sized);
  }
  return S + existing({1., 2.}) + Pointer(Have);
}
