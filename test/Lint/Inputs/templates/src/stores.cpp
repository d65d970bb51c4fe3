// A template that fills a container anew in each iteration, on one line with another
// container; three instances, one of which does so once.
#include <string>
#include <vector>

template <class T> struct Store {
  std::vector<T> Kept;
  size_t Sum = 0;

  void fill(int Rows, int Columns) {
    for (int I = 0; I < Rows; ++I) {
      std::vector<T> Row; // 4 growths of 5 elements each
      for (int J = 0; J < Columns; ++J) { Row.push_back(T(J)); Kept.push_back(T(J)); }
      Sum += Row.size();
    }
  }
};

int main(int Count, char **) {
  Store<int> Numbers;
  Numbers.fill(2000, Count + 4);
  Store<double> Values;
  Values.fill(500, Count + 4);
  Store<long long> Once;
  Once.fill(1, Count + 4);
  return Numbers.Sum + Values.Sum + Once.Sum == 0;
}
