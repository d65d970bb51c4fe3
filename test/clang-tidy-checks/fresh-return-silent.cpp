// RUN: %check_tidy %s anomalloc-fresh-return %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Results that live on, that are seldom made, or that own no heap memory.

#include <array>
#include <string>
#include <vector>

struct Point {
  double X, Y;
};

struct Element {
  virtual ~Element() = default;
  // The repair.
  virtual void shape(const Point &P, std::vector<double> &Result) const = 0;
  // TWIN: void shape(const Point &P, std::vector<double> &Result) -> std::vector<double> shape(const Point &P)
  virtual std::array<double, 4> weights(const Point &P) const = 0;
  // TWIN: std::array<double, 4> -> std::vector<double>
  // Texts are no numbers.
  virtual std::string name(const Point &P) const = 0;
  // TWIN: std::string -> std::vector<int>
  virtual std::vector<std::string> names(const Point &P) const = 0;
  // TWIN: std::string -> float
  // An enumerator chooses one of a few.
  enum Side { Left, Right };
  virtual std::vector<int> boundary(Side S) const = 0;
  // TWIN: Side -> int
};

struct Grid {
  // The name promises a new one.
  std::vector<double> makeWeights(const Point &P) const { return std::vector<double>(8, P.X); }
  // TWIN: makeWeights -> weights
  // A part: copying-return's.
  std::vector<double> row(int I) const { return Rows[I]; }
  // TWIN: return Rows[I] -> return std::vector<double>(I)
  // Without an argument it is most likely asked for once.
  std::vector<int> valences() const { return std::vector<int>(Rows.size()); }
  // TWIN: valences() -> valences(int)
  std::vector<std::vector<double>> Rows;
};

// Records, not numbers, that nobody is seen to ask for.
struct Record {
  double Size;
  int State;
  // TWIN@{states(int}: int State; -> double State;
};
struct Pool {
  std::vector<Record> states(int Of) const { return std::vector<Record>(Of); }
};

// The caller hands it on, or makes a member of it once.
static std::vector<double> given(int I) { return std::vector<double>(I); }
std::vector<double> handedOn(const std::vector<int> &All) {
  std::vector<double> Last;
  for (int I : All)
    Last = given(I);
  return Last;
  // TWIN@{given(int I)}: return Last; -> return {Last[0]};
}
struct Weights {
  virtual ~Weights() = default;
  virtual std::vector<double> weights(int N) { return std::vector<double>(N); }
  void set(int N) { All = weights(N); }
  // TWIN@{> weights(int N)}: All = weights(N) -> All.assign(1, weights(N)[0])
  std::vector<double> All;
};

// Every caller keeps its own.
static std::vector<double> rowOf(int I) { return std::vector<double>(I); }
std::vector<std::vector<double>> table(int N) {
  std::vector<std::vector<double>> Rows(N);
  for (int I = 0; I < N; ++I)
    Rows[I] = rowOf(I);
  for (int I = 0; I < N; ++I)
    Rows.push_back(rowOf(I));
  // TWIN@{rowOf(int I)}: Rows.push_back(rowOf(I)) -> N += int(rowOf(I)[0])
  for (int I = 0; I < N; ++I) {
    auto Row = rowOf(I);
    Row[0] = 1;
    Rows.push_back(std::move(Row));
  }
  return Rows;
}

// Once.
static std::vector<double> weightsOf(int N) { return std::vector<double>(N); }
double once(int N) {
  double Sum = 0;
  for (double W : weightsOf(N))
    Sum += W;
  return Sum;
}
double often(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += N;
    // TWIN@{weightsOf(int N)}: N; -> weightsOf(N)[0];
  return Sum;
}

// operator-temporary's.
struct Vector {
  explicit Vector(int N) : Values(N) {}
  double &operator()(int I) { return Values[I]; }
  Vector negated(int) const;
  std::vector<double> Values;
};
Vector operator+(const Vector &, const Vector &);
void sum(Vector &X, const Vector &P, int N) {
  for (int I = 0; I < N; ++I)
    X = P + P.negated(I);
    // TWIN@{Vector negated}: P + P.negated(I) -> P.negated(I)
}
