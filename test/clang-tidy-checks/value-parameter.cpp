// RUN: %check_tidy %s anomalloc-value-parameter %t -std=c++17,c++23
// RUN-FIXED: same-output fewer-allocations

// Parameters that performance-unnecessary-value-param takes for changed,
// because a member function is called that is not const.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Row = std::vector<double>;

double norm(std::vector<double> V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'V', a 'std::vector<double>' that owns heap memory, is only read, but copied for a call, inside 2 nested loops; take it by 'const std::vector<double> &' [anomalloc-value-parameter]
  // CHECK-FIXES: double norm(const std::vector<double> &V) {
  double S = 0;
  for (std::size_t I = 0; I < V.size(); ++I)
    S += V[I] * V[I];
  return S;
}

// A declaration and its definition: one warning, both are changed.
namespace detail {
double largest(Row V);
// CHECK-FIXES: double largest(const Row &V);
}
double detail::largest(Row V) { return *std::max_element(V.begin(), V.end()); }
// CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'V', a 'Row' that owns
// CHECK-FIXES: double detail::largest(const Row &V) { return

// Classes, unnamed parameters of the declaration, default arguments.
struct Cell {
  Row Values;
  int Kind = 0;
  const char *name() const { return "cell"; }
};
class Mesh {
public:
  int find(std::map<int, int>, int Key = 0) const;
  // CHECK-FIXES: int find(const std::map<int, int> &, int Key = 0) const;
  static double first(Cell C = {}) { return C.Values.empty() ? 0 : C.Values[0]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'C', a 'Cell' that owns heap memory (member 'Values'), is only
  // CHECK-FIXES: static double first(const Cell &C = {}) {
  explicit Mesh(std::string Name) : Length(Name[0] + Name.size()) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'Name', a 'std::string'
  // CHECK-FIXES: explicit Mesh(const std::string &Name) : Length(
  std::size_t Length;
};
int Mesh::find(std::map<int, int> M, const int Key) const {
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'M', a 'std::map<int, int>' that owns
  // CHECK-FIXES: int Mesh::find(const std::map<int, int> &M, const int Key) const {
  auto It = M.find(Key);
  return It == M.end() ? 0 : It->second;
}

// Aliases of the parameter and its parts; captures by reference.
double aliases(std::vector<Cell> Cells) {
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'Cells'
  // CHECK-FIXES: double aliases(const std::vector<Cell> &Cells) {
  double S = 0;
  for (auto &C : Cells)
    S += C.Values[0] + C.name()[0];
  for (auto It = Cells.begin(); It != Cells.end(); ++It)
    S += It->Kind;
  auto &First = Cells.front();
  return S + First.Values.back();
}
std::size_t captured(std::string S) {
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'S'
  // CHECK-FIXES: std::size_t captured(const std::string &S) {
  auto At = [&](std::size_t I) { return std::size_t(S[I]); };
  return At(0) + At(1);
}
std::size_t bound(std::pair<std::string, Row> P) {
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: 'P'
  // CHECK-FIXES: std::size_t bound(const std::pair<std::string, Row> &P) {
  auto &[Name, Values] = P;
  return Name[0] + std::size_t(Values[0]);
}

// East const; an operator.
char last(std::string const S, std::string T) {
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'T'
  // CHECK-FIXES: char last(std::string const S, const std::string &T) {
  return T[S.size() % T.size()];
}
bool operator<(Cell A, Cell B) { return A.Values[0] < B.Values[0]; }
// CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'A', a 'Cell'
// CHECK-MESSAGES: :[[@LINE-2]]:29: warning: 'B', a 'Cell'
// CHECK-FIXES: bool operator<(const Cell &A, const Cell &B) {

// A lambda that an algorithm calls with elements.
std::size_t sorted(std::vector<std::string> &Names) {
  std::sort(Names.begin(), Names.end(),
            [](std::string A, std::string B) { return A[1] < B[1]; });
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'A', a 'std::string' that owns heap memory, is only read, but copied for a call, inside a loop;
  // CHECK-MESSAGES: :[[@LINE-2]]:43: warning: 'B'
  // CHECK-FIXES: [](const std::string &A, const std::string &B) { return
  return Names.size();
}

// The function writes elsewhere, but nobody else knows what callers hand over.
static Row Log;
static double logged(Row V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'V'
  // CHECK-FIXES: static double logged(const Row &V) {
  Log.push_back(V[0]);
  return V[0];
}

// Here it may be the log itself: only a note, for --fix-notes.
static double mayAlias(Row V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'V'
  // CHECK-FIXES: static double mayAlias(Row V) {
  Log.push_back(V[0]);
  return V[0];
}

// The iterator's type would not fit.
double typed(Row V) {
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'V'
  // CHECK-FIXES: double typed(Row V) {
  double S = 0;
  for (Row::iterator It = V.begin(); It != V.end(); ++It)
    S += *It;
  return S;
}

int main() {
  std::vector<Row> Rows(3, Row(4, 1.5));
  std::vector<Cell> Cells(2);
  for (Cell &C : Cells)
    C.Values = Rows[0];
  std::map<int, int> Keys{{1, 2}, {2, 3}};
  std::string Text = "a text that is longer than a short string";
  std::vector<std::string> Names(3, Text);
  Log.push_back(1);
  double S = 0;
  for (int I = 0; I < 3; ++I) {
    for (const Row &R : Rows)
      S += norm(R);
    const Row Mine = Rows[0];
    S += detail::largest(Rows[I]) + Mesh(Text).find(Keys, I) + Mesh(Text).Length;
    S += Mesh::first(Cells[0]) + aliases(Cells) + captured(Text) + bound({Text, Mine}) +
         last(Text, Text) + (Cells[0] < Cells[1]) + sorted(Names) + logged(Mine);
    const std::pair<std::string, Row> Named(Text, Mine);
    S += mayAlias(Log) + typed(Mine) + bound(Named);
  }
  std::printf("%f %zu\n", S, Log.size());
}
