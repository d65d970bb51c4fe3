// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Classes that hold more than the container, and functions that keep it.

#include <vector>

struct Counted : std::vector<int> {
  int Times = 0;
  // TWIN@{Counted C;}: int Times = 0; ->
};
class Hidden : private std::vector<int> {
  // TWIN@{Hidden H;}: private -> public
public:
  using std::vector<int>::push_back;
};
struct Watched : std::vector<int> {
  virtual ~Watched();
  // TWIN@{Watched W;}: virtual ~Watched(); ->
};
struct Own : std::vector<int> {
  void clear();
  // TWIN@{Own O;}: void clear(); ->
};
struct Steps : std::vector<int> {
  explicit Steps(int) {}
  // TWIN@{Steps S(I);}: int) {} -> int N) : std::vector<int>(N) {}
};
extern "C" double *c_keep(double *To);

void all(int N) {
  for (int I = 0; I < N; ++I) {
    Counted C;
    Hidden H;
    Watched W;
    Own O;
    Steps S(I);
    for (int J = 0; J < I; ++J) {
      C.push_back(J);
      H.push_back(J);
      W.push_back(J);
      O.push_back(J);
      S.push_back(J);
    }
  }
}
double *kept(int N) {
  double *Last = nullptr;
  for (int I = 0; I < N; ++I) {
    std::vector<double> To(N);
    Last = c_keep(To.data());
    // TWIN@{To(N);}: Last = c_keep(To.data()) -> To[0] = 1
  }
  return Last;
}
