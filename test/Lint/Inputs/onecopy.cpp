#include <map>
#include <vector>
struct Part {
  std::vector<int> List;
  std::map<int, std::vector<int>> Table;
};
int see(const std::vector<int> &V);
Part made(int I);
int constant(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Part X = made(I);
    const auto List = X.List;
    Sum += see(List);
  }
  return Sum;
}
int typed(Part X, int N) {
  int Sum = 0;
  if (N > 1) {
    const std::vector<int> List(X.List);
    for (int I = 0; I < N; ++I)
      Sum += see(List);
  }
  return Sum;
}
int whole(std::vector<int> All) {
  int Sum = 0;
  auto Copy = All;
  for (int I = 0; I < 9; ++I)
    Sum += see(Copy);
  return Sum;
}
int changed(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Part X = made(I);  auto List = X.List;
    List.push_back(1);
    Sum += see(List);
  }
  return Sum;
}
