#include <vector>
int hot(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Row(N, I);
    Sum += Row[I];
  }
  return Sum;
}
int rows(int N) {
  std::vector<std::vector<int>> All(
      N, std::vector<int>(N, 1));
  return All[N / 2][0];
}
int notSeen(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Row(N, I);
    Sum += Row[I];
  }
  return Sum;
}
