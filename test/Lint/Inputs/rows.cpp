#include <vector>
int hot(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Row(N, I);
    Sum += Row[I];
  }
  return Sum;
}
int notSeen(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Row(N, I);
    Sum += Row[I];
  }
  return Sum;
}
