// RUN: %check_tidy %s anomalloc-vector-of-vector %t -std=c++17,c++23

// No matrix, or none that is known to be one.

// CHECK-SILENT

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

using Matrix = std::vector<std::vector<double>>;
void elsewhere(Matrix &);
void reads(const Matrix &);
void readsRow(const std::vector<double> &);
void changesRow(std::vector<double> &);
Matrix make();
int lengthOf(int);

double ragged(int N, int M, const std::vector<int> &Sizes) {
  double Sum = 0;
  for (int K = 0; K < N; ++K) {
    Matrix Adjacency(N); // rows grow
    Adjacency[K].push_back(1);
    // TWIN@{Matrix Adjacency}: Adjacency[K].push_back(1) -> for (int I = 0; I < N; ++I) Adjacency[I].resize(M)
    Matrix Triangle(N); // another length each
    for (int I = 0; I < N; ++I)
      Triangle[I].resize(I + 1);
      // TWIN@{Matrix Triangle}: I + 1 -> M
    Matrix BySizes(N);
    for (int I = 0; I < N; ++I)
      BySizes[I].resize(Sizes[I]);
      // TWIN@{Matrix BySizes}: (Sizes[I]) -> (M)
    Matrix ByCall(N);
    for (int I = 0; I < N; ++I)
      ByCall[I].resize(lengthOf(I));
      // TWIN@{Matrix ByCall}: lengthOf(I) -> M
    Matrix Shrinking(N);
    int Length = M;
    for (auto &Row : Shrinking)
      Row.resize(--Length);
      // TWIN@{Matrix Shrinking}: --Length -> M
    Matrix Some(N); // rows that stay empty
    for (int I = 0; I < N; ++I)
      if (I % 2)
      // TWIN@{Matrix Some}: if (I % 2) ->
        Some[I].resize(M);
    Matrix Braced = {{1, 2}, {3}};
    // TWIN: {3} -> {3, 4}
    Matrix Both(N, std::vector<double>(M));
    Both[1].resize(N);
    // TWIN@{Matrix Both}: Both[1].resize(N); ->
    Matrix Grown(N, std::vector<double>(M));
    Grown[0].push_back(2);
    // TWIN@{Matrix Grown}: Grown[0].push_back(2); ->
    Matrix Inserted(N, std::vector<double>(M));
    std::fill_n(std::back_inserter(Inserted[0]), 3, 1.0);
    // TWIN@{Matrix Inserted}: std::fill_n(std::back_inserter(Inserted[0]), 3, 1.0); ->
    Matrix Pushed;
    for (int I = 0; I < N; ++I)
      Pushed.push_back(std::vector<double>(I));
      // TWIN@{Matrix Pushed}: (I)) -> (M))
    Matrix NoLength(N);
    // TWIN: (N) -> (N, std::vector<double>(M))
    Matrix ThroughAlias(N, std::vector<double>(M));
    auto &Row = ThroughAlias[1];
    Row.pop_back();
    // TWIN@{Matrix ThroughAlias}: Row.pop_back() -> Row[0] = 1
    std::vector<Matrix> Cube(N, Matrix(M, std::vector<double>(3)));
    Cube[1][2].push_back(1);
    // TWIN@{Cube(N, }: Cube[1][2].push_back(1); ->
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < M; ++J)
        Sum += Adjacency[I][J] + Triangle[I][J] + BySizes[I][J] + ByCall[I][J] +
               Shrinking[I][J] + Some[I][J] + Braced[I][J] + Both[I][J] +
               Grown[I][J] + Inserted[I][J] + Pushed[I][J] + NoLength[I][J] +
               ThroughAlias[I][J] + Cube[I][J][0];
  }
  return Sum;
}

// Rows are objects of their own: swapped, sorted, moved, passed on.
double rowsAsObjects(int N, int M) {
  double Sum = 0;
  for (int K = 0; K < N; ++K) {
    Matrix Swapped(N, std::vector<double>(M));
    std::swap(Swapped[0], Swapped[1]);
    // TWIN@{Matrix Swapped}: Swapped[0], Swapped[1] -> Swapped[0][0], Swapped[1][0]
    Matrix Sorted(N, std::vector<double>(M));
    std::sort(Sorted.begin(), Sorted.end());
    // TWIN@{Matrix Sorted}: Sorted.begin(), Sorted.end() -> Sorted[0].begin(), Sorted[0].end()
    Matrix RowPassed(N, std::vector<double>(M));
    readsRow(RowPassed[0]);
    // TWIN@{Matrix RowPassed}: readsRow(RowPassed[0]) -> Sum += RowPassed[0][0]
    Matrix RowChanged(N, std::vector<double>(M));
    changesRow(RowChanged[0]);
    // TWIN@{Matrix RowChanged}: changesRow(RowChanged[0]) -> RowChanged[0][0] = 1
    Matrix RowMoved(N, std::vector<double>(M));
    std::vector<double> Row = std::move(RowMoved[0]);
    // TWIN@{Matrix RowMoved}: std::vector<double> Row = std::move(RowMoved[0]) -> double Row = std::move(RowMoved[0][0])
    Matrix Erased(N, std::vector<double>(M));
    Erased.erase(Erased.begin());
    // TWIN@{Matrix Erased}: Erased.erase(Erased.begin()); ->
    Matrix Passed(N, std::vector<double>(M));
    elsewhere(Passed);
    // TWIN@{Matrix Passed}: elsewhere(Passed); ->
    Matrix Read(N, std::vector<double>(M));
    reads(Read);
    // TWIN@{Matrix Read}: reads(Read); ->
    Matrix Unknown = make();
    // TWIN: = make() -> (N, std::vector<double>(M))
    Matrix Assigned(N, std::vector<double>(M));
    Assigned = make();
    // TWIN@{Matrix Assigned}: Assigned = make(); ->
    Sum += Swapped[0][1] + Sorted[0][1] + RowPassed[0][1] + RowChanged[0][1] +
           RowMoved[0][1] + Erased[0][1] + Passed[0][1] + Read[0][1] +
           Unknown[0][1] + Assigned[0][1];
  }
  return Sum;
}

Matrix returned(int N) {
  Matrix A(N, std::vector<double>(N));
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      A[I][J] = 1;
  return A;
}

// Already flat, or no rows at all.
double fine(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<double> Flat(N * N);
    // TWIN: <double> Flat(N * N) -> <std::vector<double>> Flat(N, std::vector<double>(N))
    std::vector<std::array<double, 3>> Points(N);
    // TWIN: std::array<double, 3>> Points(N) -> std::vector<double>> Points(N, std::vector<double>(3))
    std::vector<std::string> Names(N, std::string(3, 'a'));
    // TWIN: std::string> Names(N, std::string(3, 'a')) -> std::vector<char>> Names(N, std::vector<char>(3, 'a'))
    std::array<std::array<double, 3>, 3> Small{};
    Sum += Flat[1 * N + 2] + Points[0][1] + Names[0][1] + Small[0][1];
    // TWIN@{Flat(N * N)}: Flat[1 * N + 2] -> Flat[1][2]
  }
  return Sum;
}

#define MATRIX(Name) Matrix Name(N, std::vector<double>(N))
double inMacro(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    MATRIX(A);
    // TWIN: MATRIX(A) -> Matrix A(N, std::vector<double>(N))
    Sum += A[0][1];
    Matrix B(N, std::vector<double>(N)); // NOLINT
    // TWIN: // NOLINT ->
    Sum += B[0][1];
  }
  return Sum;
}

template <typename T> double dependent(int N) {
// TWIN@{std::vector<T> A}: template <typename T> -> using T = std::vector<double>;
  double Sum = 0;
  for (int K = 0; K < 3; ++K) {
    std::vector<T> A(N, T(N));
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < N; ++J)
        Sum += A[I][J];
  }
  return Sum;
}

// A few rows that are made once.
double few(int N) {
  std::vector<double> Columns[3];
  for (auto &Column : Columns)
    Column.resize(N);
  double Sum = 0;
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < N; ++J)
      Sum += Columns[I][J];
  return Sum;
}
double callsFew(int N) {
  return few(N);
  // TWIN@{Columns[3]}: return few(N) -> double Sum = 0; while (N--) Sum += few(N); return Sum
}
