// Generic lambdas and functions of one line each, and calls side by side.
#include <string>
#include <vector>

using Row = std::vector<double>;

template <class F> void repeat(int N, F Do) {
  for (int I = 0; I < N; ++I) Do(I);
}

static size_t length(Row R) { return R.size(); }
static size_t letters(std::string T) { return T.size(); }

template <class T, class F> size_t both(const T &One, const Row &R, int N, F Of) {
  size_t Sum = 0;
  for (int I = 0; I < N; ++I) Sum += Of(One) + length(R);
  return Sum;
}

int main(int Count, char **) {
  const Row R(size_t(Count) * 3);
  const std::string T(size_t(Count) * 40, 'x');
  size_t Sum = both(T, R, 2000, letters); // 2,000 of each
  Sum += both(R, R, 4000, length); // 4,000 of each
  repeat(5000, [&](int I) { Row Scratch(size_t(I % 7 + 1)); Scratch.push_back(I); Sum += Scratch.size(); });
  return Sum == 0;
}
