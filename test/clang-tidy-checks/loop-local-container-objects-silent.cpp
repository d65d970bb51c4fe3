// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Another's result, what leaves the iteration, and what owns no memory.

#include <map>
#include <set>
#include <utility>
#include <vector>

class Matrix {
public:
  Matrix(int Rows, int Columns) : Columns(Columns), Entries(Rows * Columns) {}
  double &operator()(int I, int J) { return Entries[I * Columns + J]; }
  int columns() const { return Columns; }

private:
  int Columns;
  std::vector<double> Entries;
};
class Fixed {
public:
  Fixed(int, int) {}
  double &operator()(int I, int J) { return Entries[I * 3 + J]; }

private:
  double Entries[9];
};
Matrix make(int N);
std::vector<int> list(int N);

// What its constructor takes, no method takes again.
class Cost {
public:
  explicit Cost(int) {}
};
class Problem {
public:
  Problem(const Cost &C, int N) : Of(&C), Values(N) {}
  void reset(int) { Steps = 0; }
  // TWIN@{Problem P(C}: reset(int) -> reset(const Cost &, int)
  void step() { Values[Steps++] = 1; }

private:
  const Cost *Of;
  int Steps = 0;
  std::vector<double> Values;
};
class Search {
public:
  Search(const Cost &C, int N) : Of(C), Values(N) {}
  // TWIN@{Search S(C}: : Of(C), -> :
  void reset(const Cost &, int) { Steps = 0; }
  void step() { Values[Steps++] = 1; }

private:
  const Cost &Of;
  // TWIN@{Search S(C}: const Cost &Of; ->
  int Steps = 0;
  std::vector<double> Values;
};
void minimize(int N) {
  for (int I = 0; I < N; ++I) {
    Cost C(I);
    Problem P(C, 3);
    P.step();
    Search S(C, 3);
    S.step();
  }
}

// A copy that is only read is unnecessary-copy's.
int copies(const std::vector<Matrix> &All) {
  int Sum = 0;
  for (const Matrix &M : All) {
    Matrix Same(M);
    Sum += Same.columns();
    // TWIN@{Same(M)}: Same.columns() -> int(Same(0, 0) = 1)
  }
  return Sum;
}

void loops(int N, std::vector<Matrix> &Out, std::vector<std::map<int, int>> &Maps) {
  for (int I = 0; I < N; ++I) {
    Matrix Made = make(I);
    // TWIN: = make(I) -> (N, 3)
    Made(0, 0) = 1;
    std::vector<int> Listed = list(I);
    // TWIN: = list(I) ->
    Listed.push_back(1);
    Matrix Given(3, 3);
    Given(0, 0) = 1;
    Out.push_back(std::move(Given));
    // TWIN@{Given(3}: Out.push_back(std::move(Given)); ->
    Fixed Small(3, 3);
    // TWIN: Fixed -> Matrix
    Small(0, 0) = 1;
    std::map<int, int> Kept;
    for (int J = 0; J < I; ++J)
      Kept[J] = I;
    Maps.push_back(std::move(Kept));
    // TWIN@{> Kept}: Maps.push_back(std::move(Kept)); ->
  }
}

// Made of another object: to empty it is not to make it as good as new.
class State {
public:
  explicit State(int N) : Bits(N) {}
  void reset() { Bits.assign(Bits.size(), 0); }
  void flip(int I) { Bits.at(I) ^= 1; }
  int sum() const { return Bits.front() + Bits.back(); }

private:
  std::vector<int> Bits;
};
int flips(const State &From, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    State Target(From);
    // TWIN: (From) -> (N)
    Target.flip(I);
    Sum += Target.sum();
  }
  return Sum;
}

// A public function that fills a set takes no vector in its place.
void collect(int N, std::set<int> &Into);
static void collectHere(int N, std::set<int> &Into) { Into.insert(N); }
int sets(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::set<int> Found;
    collect(I, Found);
    // TWIN@{> Found}: collect -> collectHere
    Sum += int(Found.size());
  }
  return Sum;
}

// A library's function that fills it gives it other memory each time.
# 1 "split.h" 1 3
template <typename T> void exchange(T &Into, int N) { T Made(N); Into.swap(Made); }
// TWIN@{std::vector<int> Parts}: Into.swap(Made) -> Into = Made
template <typename T> void split(T &Into, int N) { exchange(Into, N); }
# 200 "split.cpp" 2
int parts(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<int> Parts;
    split(Parts, I);
    Sum += Parts.back();
  }
  return Sum;
}
