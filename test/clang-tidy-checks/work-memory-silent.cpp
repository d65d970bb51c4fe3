// RUN: %check_tidy %s anomalloc-work-memory %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The memory leaves the function, or each call needs memory of its own.

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Numbers = std::vector<double>;
void keep(Numbers &&);

Numbers returned(int N) {
  Numbers Result(N);
  Result[0] = 1;
  return Result;
  // TWIN@{s Result(N)}: return Result; -> return {};
}

void moved(int N) {
  Numbers Given(N);
  Given[0] = 1;
  keep(std::move(Given));
  // TWIN@{s Given(N)}: std::move(Given) -> {}
}

struct Owner {
  Numbers All;
  void swapped(int N) {
    Numbers Next(N);
    Next[0] = 1;
    All.swap(Next);
    // TWIN@{s Next(N)}: All.swap(Next); ->
  }
  // Once in the life of an object.
  explicit Owner(int N) {
    // TWIN@+2: explicit Owner -> void start
    Numbers Start(N);
    All.push_back(Start[0]);
  }
};

// Nobody but a constructor calls it.
class Adjacency {
public:
  explicit Adjacency(int N) { count(N); }
  // TWIN@{s Degrees(N)}: explicit Adjacency(int N) -> void set(int N)
private:
  void count(int N) {
    Numbers Degrees(N);
    Sum = Degrees[0];
  }
  double Sum = 0;
};

// To clear it would free the nodes of its elements.
int neighbors(int N) {
  std::vector<std::set<int>> Of(N);
  // TWIN: std::set<int> -> int
  return int(Of.size());
}

// A loop of the function uses it again.
double again(int N) {
  double Sum = 0;
  Numbers Row(N);
  for (int I = 0; I < N; ++I) {
    Row.assign(N, I);
    // TWIN@{s Row(N)}: Row.assign(N, I) -> Row[I] = I
    Sum += Row[I];
  }
  return Sum;
}

// Each level has its own.
double recursive(int N) {
  Numbers Level(N);
  Level[0] = N;
  return N > 1 ? recursive(N - 1) + Level[0] : 0;
  // TWIN@{s Level(N)}: recursive(N - 1) -> 1
}

// A size that never changes is anomalloc-constant-size-vector's.
double constant() {
  Numbers Three(3);
  // TWIN: (3) -> (std::rand())
  return Three[0];
}

// By its name it runs seldom, and reads files.
double readAll(int N) {
  // TWIN@+2: readAll -> sumAll
  Numbers Buffer(N);
  return Buffer[0];
}

// Once in the program.
int main(int Count, char **) {
  Numbers Work(Count);
  return int(Work[0]);
}
