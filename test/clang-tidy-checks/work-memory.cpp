// RUN: %check_tidy %s anomalloc-work-memory %t -- -config='{CheckOptions: {Hints: true}}'

// Memory that each call of a function allocates, uses and frees again.

#include <cstddef>
#include <map>
#include <vector>

struct Point {
  double X, Y;
};

/// A vector as a program of its own writes it.
class Numbers {
public:
  explicit Numbers(int N) : Values(N) {}
  double &operator()(int I) { return Values[I]; }
  double operator()(int I) const { return Values[I]; }
  int size() const { return int(Values.size()); }

private:
  std::vector<double> Values;
};

class Search {
public:
  // Called in a loop below.
  double nearest(const Point &At) const {
    std::vector<double> Distances(Points.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'Distances' is work memory that each call allocates and frees again, in a function that is called in a loop; let a member or the caller keep it, to use the memory again [anomalloc-work-memory]
    for (std::size_t I = 0; I < Points.size(); ++I)
      Distances[I] = Points[I].X - At.X;
    double Least = 1e9;
    for (double D : Distances)
      Least = D < Least ? D : Least;
    return Least;
  }

  // Other units may call it as often.
  double spread(const Point &At) const {
    std::vector<double> Distances;
    // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'Distances' is work memory that each call allocates and frees again; let a member or the caller keep it, to use the memory again [anomalloc-work-memory]
    Distances.resize(Points.size());
    for (std::size_t I = 0; I < Points.size(); ++I)
      Distances[I] = Points[I].Y - At.Y;
    return Distances.back() - Distances.front();
  }

private:
  std::vector<Point> Points;
};

double all(const Search &S, const std::vector<Point> &Points) {
  double Sum = 0;
  for (const Point &P : Points)
    Sum += S.nearest(P);
  return Sum;
}

// One finding a function; a copy that is changed; a class of the program's own.
static int solve(const std::vector<double> &B, int N) {
  std::vector<double> Residual = B;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Residual' and 'Step' are work memory {{.*}}; let the caller keep them, to use the memory again
  Numbers Step(N);
  std::map<int, int> Order;
  for (int I = 0; I < N; ++I) {
    Residual[I] -= Step(I);
    Order[int(Residual[I])] = I;
  }
  return Order.begin()->second;
}

int steps(const std::vector<double> &B, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += solve(B, I);
  return Sum;
}

// By a loop that runs until something is true, or through another function.
static double relax(int N) {
  std::vector<double> Work(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Work' is work memory
  for (int I = 1; I < N; ++I)
    Work[I] = Work[I - 1] / I;
  return Work[N - 1];
}
int converge(int N) {
  int Times = 0;
  while (relax(N) > 1e-3)
    ++Times;
  return Times;
}
static double inner(int N) {
  std::vector<double> Work(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Work' is work memory
  for (int I = 1; I < N; ++I)
    Work[I] = Work[I - 1] + I;
  return Work[N - 1];
}
static double outer(int N) { return inner(N) + 1; }
double often(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += outer(I);
  return Sum;
}

// Room for a number that is known.
struct Surface {
  double distance(const Point &P) const { return P.X; }
};
double closest(const std::vector<Surface> &All, const Point &P) {
  std::vector<double> Distances;
  // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Distances' is work memory
  Distances.reserve(All.size());
  for (const Surface &S : All)
    if (S.distance(P) > 0)
      Distances.push_back(S.distance(P));
  return Distances.empty() ? 0 : Distances[0];
}

// What only serves to set objects up runs once for each, though a loop reaches it.
class Level {
public:
  double setUp(int N) {
    std::vector<double> Widths(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'Widths' is work memory {{.*}}, in a function that is called in a loop;
    Widths[0] = part(N);
    return Widths[N - 1];
  }
  double advance(int N) {
    std::vector<double> Widths(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'Widths' is work memory
    Widths[0] = 1;
    return Widths[N - 1];
  }

private:
  static double part(int N) {
    std::vector<double> Parts(N);
    Parts[0] = 1;
    return Parts[N - 1];
  }
};
double levels(std::vector<Level> &All, int N) {
  double Sum = 0;
  for (Level &L : All)
    Sum += L.setUp(N) + L.advance(N);
  return Sum;
}

// No container keeps its nodes.
static int distinct(const std::vector<int> &All) {
  std::map<int, int> Times;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'Times' is work memory that each call allocates and frees again, node by node, in a function that is called in a loop; a vector that the caller keeps, and each call clears, uses its memory again; sort it, if need be; not in view: how many elements each call adds
  for (int I : All)
    ++Times[I];
  return int(Times.size());
}
int distinctInRows(const std::vector<std::vector<int>> &Rows) {
  int Sum = 0;
  for (const auto &Row : Rows)
    Sum += distinct(Row);
  return Sum;
}
