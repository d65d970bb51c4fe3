// Classes whose copies can be told from their originals, and one whose cannot.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Named { // another value
  std::string Name;
  explicit Named(int) {}
  Named(const Named &O) : Name("copy of " + O.Name) {}
};
struct Loud { // a line
  std::vector<int> Data;
  explicit Loud(int) {}
  Loud(const Loud &O) : Data(O.Data) { std::puts("copied"); }
};
struct Numbered { // a count
  static int Made;
  std::vector<int> Data;
  explicit Numbered(int) { ++Made; }
  Numbered(const Numbered &O) : Data(O.Data) { ++Made; }
};
struct Gone { // a line at the end
  std::vector<int> Data;
  explicit Gone(int) {}
  ~Gone() { std::puts("gone"); }
};
struct Elsewhere { // whatever another unit does
  std::vector<int> Data;
  explicit Elsewhere(int);
  Elsewhere(const Elsewhere &);
};
struct Forgetful { // a part is left out
  std::vector<int> Data, Cache;
  explicit Forgetful(int) {}
  Forgetful(const Forgetful &O) : Data(O.Data) {}
};
struct Holder { // what it holds
  std::pair<int, std::vector<Loud>> Held;
  explicit Holder(int) {}
};
class Row { // nothing
  std::size_t N;
  int *Data;

public:
  explicit Row(int N) : N(N), Data(new int[N]()) {}
  Row(const Row &O) : N(O.N), Data(new int[O.N]) {
    std::copy(O.Data, O.Data + N, Data);
  }
  Row(Row &&O) noexcept : N(O.N), Data(std::exchange(O.Data, nullptr)) {}
  Row &operator=(const Row &O) {
    if (this != &O) {
      delete[] Data;
      N = O.N;
      Data = new int[N];
      for (std::size_t I = 0; I < N; ++I)
        Data[I] = O.Data[I];
    }
    return *this;
  }
  ~Row() { delete[] Data; }
  int size() const { return static_cast<int>(N); }
};
struct Plain { // nothing
  std::vector<int> Data;
  std::string Name;
  explicit Plain(int) {}
  Plain(const Plain &O) : Data(O.Data), Name(O.Name) {}
  ~Plain() {}
};
