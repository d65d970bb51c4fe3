// RUN: %check_tidy %s anomalloc-vector-of-vector %t -std=c++11,c++17

// Matrices as vectors of vectors: rows of one length, in all the ways in which
// they get it.

#include <array>
#include <cstddef>
#include <deque>
#include <list>
#include <utility>
#include <vector>

// The paper's case: elements with matrices, made in a loop.
class Element {
public:
  Element(int NumNodes, int Dimension)
      : Jacobian(NumNodes, std::vector<double>(Dimension)) {
    Gradients.resize(NumNodes);
    for (int I = 0; I < NumNodes; ++I)
      Gradients[I].resize(Dimension);
  }
  double &operator()(int I, int J) { return Jacobian[I][J]; }
  double gradient(int I, int J) const { return Gradients[I][J]; }

private:
  std::vector<std::vector<double>> Jacobian;
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'std::vector<std::vector<double>>' keeps each row of 'Jacobian' in a heap block of its own, in a function that is called in a loop; a flat 'std::vector<double>' with one index needs one [anomalloc-vector-of-vector]
  std::vector<std::vector<double>> Gradients;
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: {{.*}} each row of 'Gradients'
};

double assemble(int NumElements) {
  double Sum = 0;
  for (int E = 0; E < NumElements; ++E) {
    Element X(E + 3, 3);
    X(0, 1) = 2;
    Sum += X(0, 1) + X.gradient(1, 1);
  }
  return Sum;
}

typedef std::vector<std::vector<double>> Matrix;
template <typename T> using Table = std::vector<std::vector<T>>;

// Made in a loop.
double inLoop(int N, int M) {
  double Sum = 0;
  while (N--) {
    Matrix Alias(N, std::vector<double>(M, 1.0));
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'Matrix' keeps each row of 'Alias' in a heap block of its own, inside a loop; a flat 'std::vector<double>' with one index needs one
    auto Deduced = std::vector<std::vector<double>>(N, std::vector<double>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning:
    Table<float> Resized;
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning:
    Resized.resize(N, std::vector<float>(M));
    std::vector<std::vector<int>> Assigned;
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
    Assigned.assign(N, std::vector<int>(M, 7));
    std::vector<std::vector<double>> Constant(4, std::vector<double>(3));
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning: {{.*}} in a heap block of its own, 5 blocks in all, inside a loop; a flat 'std::vector<double>' with one index needs one
    // CHECK-FIXES: {{^}}    const std::size_t ConstantStride = 3;{{$}}
    // CHECK-FIXES-NEXT: {{^}}    std::vector<double> Constant(4 * ConstantStride);{{$}}
    std::vector<std::vector<int>> Braced = {{1, 2}, {3, 4}, {5, 6}};
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: {{.*}} 4 blocks in all, inside a loop; 'std::vector<std::array<int, 2>>' needs one
    std::array<std::vector<double>, 2> Array;
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: {{.*}} 2 blocks in all, inside a loop; a flat 'std::vector<double>'
    for (auto &Row : Array)
      Row.resize(M);
    std::vector<double> BuiltIn[3];
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: {{.*}} 3 blocks in all
    for (int I = 0; I < 3; ++I)
      BuiltIn[I].assign(M, 0.0);
    auto *Owned = new std::vector<double>[N];
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning:
    for (int I = 0; I < N; ++I)
      Owned[I].resize(M);
    std::vector<std::deque<int>> Deques(N, std::deque<int>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:34: warning:
    std::vector<std::list<int>> Lists(N, std::list<int>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
    std::vector<std::vector<std::vector<double>>> Cube(
        // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: {{.*}}; a flat 'std::vector<double>' with one index needs one
        N, std::vector<std::vector<double>>(M, std::vector<double>(3)));
    std::vector<std::vector<double>> Pushed;
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    for (int I = 0; I < N; ++I)
      Pushed.push_back(std::vector<double>(M));
    std::vector<std::vector<double>> Emplaced;
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    for (int I = 0; I < N; ++I)
      Emplaced.emplace_back(M, 1.0);
    std::vector<double> Row(M);
    std::vector<std::vector<double>> FromRow(N, Row);
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    std::vector<std::vector<double>> Iterated(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    for (auto It = Iterated.begin(); It != Iterated.end(); ++It)
      It->resize(M);
    std::vector<std::vector<double>> Replaced(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    for (int I = 0; I < N; ++I)
      Replaced[I] = std::vector<double>(M);
    std::vector<std::vector<double>> InLambda(N, std::vector<double>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:38: warning:
    auto At = [&InLambda](int I, int J) { return InLambda[I][J]; };
    for (const auto &L : Lists)
      for (int X : L)
        Sum += X;
    Sum += Alias[0][1] + Deduced[0][1] + Resized[0][1] + Assigned.at(0).at(1);
    Sum += Constant[0][1] + Braced[0][1] + Array[0][1] + BuiltIn[0][1];
    Sum += Owned[0][1] + Deques[0][1] + Cube[0][1][2] + Pushed[0][1];
    Sum += Emplaced[0][1] + FromRow[0][1] + Iterated[0][1] + Replaced[0][1];
    Sum += At(0, 1);
    delete[] Owned;
  }
  return Sum;
}

// Made once, and walked through in nested loops.
double walk(std::size_t N, std::size_t M) {
  std::vector<std::vector<double>> A(N, std::vector<double>(M));
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'std::vector<std::vector<double>>' keeps each row of 'A' in a heap block of its own, and all rows are walked through, inside 2 nested loops; a flat 'std::vector<double>' with one index needs one
  double Sum = 0;
  for (std::size_t I = 0; I < N; ++I)
    for (std::size_t J = 0; J < M; ++J)
      Sum += A[I][J];
  Matrix B(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning:
  for (auto &Row : B)
    Row.resize(M);
  for (const auto &Row : B)
    for (double X : Row)
      Sum += X;
  Matrix C(N, std::vector<double>(M));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning:
  for (std::size_t I = 0; I < N; ++I) {
    auto &Row = C[I];
    for (std::size_t J = 0; J < M; ++J)
      Row[J] = 1;
  }
  return Sum + C[0][0];
}

// Helpers of this file are looked into.
static void fill(Matrix &A, int M) {
  for (auto &Row : A)
    Row.resize(M);
}
static double trace(const Matrix &A) {
  double Sum = 0;
  for (std::size_t I = 0; I < A.size(); ++I)
    Sum += A[I][I];
  return Sum;
}
double helpers(int N) {
  double Sum = 0;
  for (int I = 0; I < 9; ++I) {
    Matrix A(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning:
    fill(A, N);
    Sum += trace(A);
  }
  return Sum;
}

template <typename T> struct Dense {
  Dense(int N, int M) : Rows(N, std::vector<T>(M)) {}
  T &operator()(int I, int J) { return Rows[I][J]; }
  std::vector<std::vector<T>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning:
};

template <typename T> T generic(int N) {
  T Sum = T();
  std::vector<std::vector<T>> A(N, std::vector<T>(N));
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning:
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Sum += A[I][J];
  return Sum;
}

double templates(int N) {
  double Sum = generic<double>(N) + generic<int>(N);
  for (int I = 0; I < N; ++I)
    Sum += Dense<double>(I, 3)(0, 0) + Dense<float>(3, 3)(1, 1);
  return Sum;
}
