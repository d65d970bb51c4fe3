// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Another's result, what leaves the iteration, and what owns no memory.

#include <map>
#include <utility>
#include <vector>

class Matrix {
public:
  Matrix(int Rows, int Columns) : Columns(Columns), Entries(Rows * Columns) {}
  double &operator()(int I, int J) { return Entries[I * Columns + J]; }

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
