// RUN: %check_tidy %s anomalloc-constant-size-vector %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// Local vectors that are used as arrays become arrays, with the same values.

#include <algorithm>
#include <cstdio>
// CHECK-FIXES: {{^}}#include <array>{{$}}
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

// Coefficients of a polynomial: the case that the check was made for.
double calc(double X) {
  std::vector<double> COF(15, 0.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'std::vector<double>' allocates room for 15 elements, a number that never changes, in a function that is called in a loop; 'std::array<double, 15>' holds them in place [anomalloc-constant-size-vector]
  // CHECK-FIXES: {{^}}  std::array<double, 15> COF = {};{{$}}
  COF[0] = 76.18 * X;
  COF[14] = -86.5;
  double Sum = 0;
  for (double C : COF)
    Sum += C;
  return Sum;
}

constexpr int NumNodes = 4;
enum { Dimensions = 3 };

int everyForm(int I) {
  int Sum = 0;
  std::vector<int> Values(3);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 3> Values = {};{{$}}
  Values[I % 3] = I;
  std::vector<double> Filled(NumNodes, 1.5);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: {{.*}} room for 4 elements, {{.*}} 'std::array<double, NumNodes>'
  // CHECK-FIXES: {{^}}  std::array<double, NumNodes> Filled;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Filled.fill(1.5);{{$}}
  std::vector<double> Negative(Dimensions, -0.0);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning:
  // CHECK-FIXES: {{^}}  std::array<double, Dimensions> Negative;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Negative.fill(-0.0);{{$}}
  std::vector<int> Copies(2, I);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> Copies;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Copies.fill(I);{{$}}
  std::vector<int> Braced{I, 2, 3};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 3> Braced = {I, 2, 3};{{$}}
  std::vector<int> Assigned = {4, 5};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> Assigned = {4, 5};{{$}}
  std::vector<int> InParens({6, 7});
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> InParens = {6, 7};{{$}}
  std::vector<int> Temporary = std::vector<int>(2);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> Temporary = {};{{$}}
  const std::vector<const char *> Names = {"a", "b"};
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
  // CHECK-FIXES: {{^}}  const std::array<const char *, 2> Names = {"a", "b"};{{$}}
  std::vector<std::pair<int, int>> const Pairs{{1, 2}, {3, 4}, {5, I}};
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning:
  // CHECK-FIXES: {{^}}  std::array<std::pair<int, int>, 3> const Pairs = {{[{][{]}}{1, 2}, {3, 4}, {5, I}{{[}][}]}};{{$}}
  std::vector<std::string> Strings = {"one", "two"};
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'std::vector<std::string>' {{.*}} 'std::array<std::string, 2>'
  // CHECK-FIXES: {{^}}  std::array<std::string, 2> Strings = {{[{][{]}}"one", "two"{{[}][}]}};{{$}}
  std::vector<std::string> EmptyStrings(2);
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning:
  // CHECK-FIXES: {{^}}  std::array<std::string, 2> EmptyStrings = {};{{$}}
  std::vector<int> Later;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 7> Later = {};{{$}}
  Later.resize(7);
  // CHECK-FIXES-NOT: Later.resize
  std::vector<int> LaterFilled;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> LaterFilled;{{$}}
  LaterFilled.assign(2, I + 1);
  // CHECK-FIXES: {{^}}  LaterFilled.fill(I + 1);{{$}}
  Sum += Values[1] + int(Filled[2]) + (1 / Negative[0] < 0) + Copies[1];
  Sum += Braced.at(0) + Assigned.front() + InParens.back() + Temporary[1];
  Sum += Names[1][0] + Pairs[2].second + int(Strings[1].size());
  Sum += int(EmptyStrings[1].size()) + int(Later.size()) + Later[6];
  Sum += LaterFilled[1] + Later.empty();
  return Sum;
}

// Iterators become pointers; that is all the same to algorithms.
int positions(int I) {
  std::vector<int> V{3, I, 2};
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 3> V = {3, I, 2};{{$}}
  std::sort(V.begin(), V.end(), std::greater<int>());
  std::reverse(V.begin(), V.begin() + 2);
  auto Found = std::find(V.begin(), V.end(), 3);
  int Sum = Found == V.end() ? 0 : int(Found - V.begin()) + *Found;
  for (auto It = V.rbegin(); It != V.rend(); ++It)
    Sum = 2 * Sum + *It;
  const int *First = V.data();
  std::vector<int> Longer(V.cbegin(), V.cend());
  Longer.insert(Longer.end(), V.begin(), V.end());
  return Sum + First[1] + std::accumulate(std::begin(V), std::end(V), 0) +
         int(Longer.size()) + Longer[4];
}

// Through references, in lambdas, in a loop's own block.
int aliases(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::vector<short> V(4);
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    std::array<short, 4> V = {};{{$}}
    auto &Alias = V;
    Alias[2] = short(I);
    auto Set = [&V](int At) { V[At] = 7; };
    Set(I % 4);
    for (auto &Element : V)
      Sum += Element++;
    Sum += V[3];
  }
  return Sum;
}

using namespace std;

int unqualified(int I) {
  vector<int> V(2);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning:
  // CHECK-FIXES: {{^}}  std::array<int, 2> V = {};{{$}}
  V[0] = I;
  return V[0] + V[1];
}

int main() {
  double Sum = 0;
  for (int I = 0; I < 5; ++I)
    Sum += calc(I) + everyForm(I) + positions(I) + unqualified(I);
  std::printf("%f %d\n", Sum, aliases(9));
  return 0;
}
