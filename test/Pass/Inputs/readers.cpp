#include <vector>

extern double Sink;
extern double *Kept;
[[gnu::noinline]] double norm(const double *P, int N) {
  double S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I] * P[I];
  return S;
}
[[gnu::noinline]] double sum(const double *P, int N) {
  double S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}
[[gnu::noinline]] double total(const std::vector<double> &V) {
  double S = 0;
  for (double X : V)
    S += X;
  return S;
}
[[gnu::noinline]] void fill(double *P, int N) {
  for (int I = 0; I != N; ++I)
    P[I] = Sink;
}
[[gnu::noinline]] void fillAll(const std::vector<double> &V) {
  for (const double &X : V)
    const_cast<double &>(X) = Sink;
}
[[gnu::noinline]] void keep(double *P) { Kept = P; }
[[gnu::noinline]] void release(double *P) { delete[] P; }

void one(int N) {
  for (int I = 0; I != N; ++I) {
    double *P = new double[9];
    P[0] = P[1] = I;
    Sink = norm(P, 2);
    delete[] P;
  }
}
void sameTwice(int N) {
  double *P = new double[N];
  P[0] = 1;
  Sink = norm(P, 1);
  P[0] = Sink;
  Sink = norm(P, 1);
  delete[] P;
}
void two(int N) {
  double *P = new double[N];
  P[0] = 1;
  Sink = norm(P, 1);
  Sink = Sink + sum(P, 1);
  delete[] P;
}
void throughAnObject(int N) {
  std::vector<double> V(N, 2);
  Sink = total(V);
}
void none(int N) {
  double *P = new double[N];
  P[0] = Sink;
  Sink = P[N / 2];
  delete[] P;
}
void writes(int N) {
  double *P = new double[N];
  fill(P, N);
  Sink = norm(P, N);
  delete[] P;
}
void keeps(int N) {
  double *P = new double[N];
  P[0] = 1;
  Sink = norm(P, 1);
  keep(P);
  delete[] P;
}
void releases(int N) {
  double *P = new double[N];
  P[0] = 1;
  Sink = norm(P, 1);
  release(P);
}
void writesBehindTheObject(int N) {
  std::vector<double> V(N, 2);
  fillAll(V);
  Sink = V[0];
}
