// RUN: %check_tidy %s anomalloc-node-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Objects of derived classes, large ones, none, and those that are pointed to.

#include <memory>
#include <utility>
#include <vector>

struct Point {
  double X = 0, Y = 0;
};
struct Shape {
  virtual ~Shape() = default;
  // TWIN@{<Shape>> S;}: virtual ~Shape() = default; ->
  double X = 0;
};
struct Large {
  double Values[100];
  // TWIN@{<Large>> S;}: 100 -> 2
};
Point *Kept;
void take(std::unique_ptr<Point>);

double shapes(int N) {
  std::vector<std::unique_ptr<Shape>> S;
  for (int I = 0; I < N; ++I)
    S.push_back(std::make_unique<Shape>());
  return S[0]->X;
}
double large(int N) {
  std::vector<std::unique_ptr<Large>> S;
  for (int I = 0; I < N; ++I)
    S.push_back(std::make_unique<Large>());
  return S[0]->Values[0];
}
void pointedTo(int N) {
  std::vector<std::unique_ptr<Point>> P;
  for (int I = 0; I < N; ++I) {
    P.push_back(std::make_unique<Point>());
    Kept = P.back().get();
    // TWIN@{> P;}: Kept = P.back().get() -> P.back()->X = 1
  }
}
double perhaps(int N) {
  std::vector<std::unique_ptr<Point>> Q(3);
  // TWIN: Q(3) -> Q
  for (int I = 0; I < N; ++I)
    Q.push_back(std::make_unique<Point>());
  return Q[0]->X;
}
double asked(int N) {
  std::vector<std::unique_ptr<Point>> A;
  for (int I = 0; I < N; ++I)
    A.push_back(I % 2 ? std::make_unique<Point>() : nullptr);
    // TWIN@{> A;}: I % 2 ? std::make_unique<Point>() : nullptr -> std::make_unique<Point>()
  return A[0]->X;
}
void takenOut(int N) {
  std::vector<std::unique_ptr<Point>> T;
  for (int I = 0; I < N; ++I)
    T.push_back(std::make_unique<Point>());
  take(std::move(T[0]));
  // TWIN@{> T;}: take(std::move(T[0])) -> T[0]->X = 1
}
std::vector<std::unique_ptr<Point>> returned(int N) {
  std::vector<std::unique_ptr<Point>> R;
  for (int I = 0; I < N; ++I)
    R.push_back(std::make_unique<Point>());
  return R;
  // TWIN@{> R;}: return R -> return {}
}
