#include <vector>
void opaque(std::vector<int> &);
int kept(int N, int M) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M);
    V[0] = I;
    S += V[M / 2];
  }
  return S;
}
void given(int N, int M) {
  for (int I = 0; I != N; ++I) {
    std::vector<int> V(M);
    opaque(V);
  }
}
