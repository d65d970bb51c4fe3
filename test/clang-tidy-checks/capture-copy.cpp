// RUN: %check_tidy %s anomalloc-capture-copy %t -std=c++14,c++23
// RUN-FIXED: same-output fewer-allocations

// Lambdas that copy what they only read, or what nobody needs afterwards;
// fixed, compiled and run.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

struct Node {
  std::string Name;
  int Rank;
};

static const char *const Long = "a name that is too long for the small buffer";

int algorithms(const std::vector<Node> &Nodes, const std::string &Wanted) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    std::string Name = Wanted;
    Name[0] = 'b';
    auto It = std::find_if(Nodes.begin(), Nodes.end(), [Name](const Node &N) {
      // CHECK-MESSAGES: :[[@LINE-1]]:57: warning: the lambda captures a copy of 'Name', a 'std::string', which owns heap memory, inside a loop; it is only read: capture '&Name' [anomalloc-capture-copy]
      // CHECK-FIXES: {{^}}    auto It = std::find_if(Nodes.begin(), Nodes.end(), [&Name](const Node &N) {{{$}}
      return N.Name == Name;
    });
    Sum += It == Nodes.end();
    // A parameter, by a default capture.
    Sum += std::count_if(Nodes.begin(), Nodes.end(), [=](const Node &N) {
      // CHECK-MESSAGES: :[[@LINE-1]]:55: warning: the lambda captures a copy of 'Wanted'
      // CHECK-FIXES: {{^}}    Sum += std::count_if(Nodes.begin(), Nodes.end(), [=, &Wanted](const Node &N) {{{$}}
      return N.Name == Wanted && N.Rank > I;
    });
    std::vector<int> Weights{3, 1, 2};
    std::for_each(Nodes.begin(), Nodes.end(), [W = Weights, &Sum](const Node &N) {
      // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: the lambda captures a copy of 'Weights', a 'std::vector<int>', which owns heap memory, inside a loop; it is only read: capture '&W = Weights'
      // CHECK-FIXES: {{^}}    std::for_each(Nodes.begin(), Nodes.end(), [&W = Weights, &Sum](const Node &N) {{{$}}
      Sum += W[N.Rank];
    });
    Sum += [Weights, I] { return Weights[I]; }();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: the lambda captures a copy of 'Weights'
    // CHECK-FIXES: {{^}}    Sum += [&Weights, I] { return Weights[I]; }();{{$}}
    auto Weigh = [Weights](int R) { return Weights[R]; };
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the lambda captures a copy of 'Weights'
    // CHECK-FIXES: {{^}}    auto Weigh = [&Weights](int R) { return Weights[R]; };{{$}}
    Sum += Weigh(0) + Weigh(1);
  }
  return Sum;
}

// std::sort copies its comparator for each part that it sorts.
void sorted(std::vector<int> &Order, const std::vector<Node> &Nodes) {
  const std::vector<Node> Known = Nodes;
  std::sort(Order.begin(), Order.end(), [Known](int A, int B) {
    // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: the lambda captures a copy of 'Known', a 'std::vector<Node>', which owns heap memory, and 'std::sort' makes more of it; it is only read: capture '&Known'
    // CHECK-FIXES: {{^}}  std::sort(Order.begin(), Order.end(), [&Known](int A, int B) {{{$}}
    return Known[A].Rank < Known[B].Rank;
  });
}

template <typename Function> int twice(Function F) { return F(1) + F(2); }

int called(const std::string &Text) {
  int Sum = 0;
  std::string Local = Text + Text;
  while (Sum < 100)
    Sum += twice([Local](int I) { return I + static_cast<int>(Local.size()); });
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the lambda captures a copy of 'Local'
  // CHECK-FIXES: {{^}}    Sum += twice([&Local](int I) { return I + static_cast<int>(Local.size()); });{{$}}
  return Sum;
}

// What outlives the function takes over what the function has no use for.
std::vector<std::function<int()>> Tasks;
void tasks(int N) {
  for (int I = 0; I < N; ++I) {
    std::vector<int> Data(100, I);
    Data[3] = 7;
    Tasks.push_back([Data] { return Data[2] + Data[3]; });
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: the lambda captures a copy of 'Data', a 'std::vector<int>', which owns heap memory, inside a loop; it is not used again: move it, 'Data = std::move(Data)'
    // CHECK-FIXES: {{^}}    Tasks.push_back([Data = std::move(Data)] { return Data[2] + Data[3]; });{{$}}
    std::vector<int> Other(100, I);
    Tasks.push_back([Mine = Other] { return Mine[2]; });
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} copy of 'Other'{{.*}}; it is not used again: move it, 'Mine = std::move(Other)'
    // CHECK-FIXES: {{^}}    Tasks.push_back([Mine = std::move(Other)] { return Mine[2]; });{{$}}
    std::vector<int> A(100, I), B(100, 1);
    Tasks.push_back([=] { return A[2] + B[2]; });
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: the lambda captures copies of 'A' and 'B', which own heap memory, inside a loop; they are not used again: move them, 'A = std::move(A), B = std::move(B)'
    // CHECK-FIXES: {{^}}    Tasks.push_back([=, A = std::move(A), B = std::move(B)] { return A[2] + B[2]; });{{$}}
  }
}

int main() {
  std::vector<Node> Nodes{{Long, 0}, {"b name that is too long for the small buffer", 1}, {Long, 2}};
  std::vector<int> Order{2, 0, 1};
  sorted(Order, Nodes);
  tasks(3);
  int Sum = 0;
  for (auto &T : Tasks)
    Sum += T();
  std::printf("%d %d %d %d\n", algorithms(Nodes, Long), called(Long), Order[0], Sum);
  return 3;
}
