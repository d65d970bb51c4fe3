// RUN: %check_tidy %s anomalloc-node-container %t -stdlib=libstdc++ -- -fix-notes -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// A stack over a deque, which allocates a table and a block of 512 bytes, could
// keep a vector. How many elements it gets decides what is better.

#include <cstdio>
#include <stack>

static int jumps(const int *Codes, int N) {
  std::stack<int> Ifs, Elses;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: remark: 'std::stack<int>' keeps elements in a deque, which allocates a table and a large block even for none, in a function that is called in a loop; 'std::stack<int, std::vector<int>>' allocates what it needs; not in view: whether most of them stay empty, or have an element or two [anomalloc-node-container]
  // CHECK-FIXES: {{^}}  std::stack<int, std::vector<int>> Ifs, Elses;{{$}}
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    if (Codes[I] == 1) {
      Ifs.push(I);
    } else if (Codes[I] == 2 && !Ifs.empty()) {
      Elses.push(I);
      Sum += I - Ifs.top();
      Ifs.pop();
    } else if (!Elses.empty()) {
      Elses.push(Elses.top());
      Elses.pop();
      Elses.top() += 1;
      Sum += int(Elses.size());
    }
  }
  return Sum;
}

struct Step {
  double X;
  int From;
};
static double walk(int N) {
  const int First = N % 3;
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::stack<Step> Open;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'std::stack<Step>' keeps
    // CHECK-FIXES: {{^}}    std::stack<Step, std::vector<Step>> Open;{{$}}
    Open.push({1.0 * I, First});
    while (!Open.empty() && Open.size() < 2) {
      const Step S = Open.top();
      Sum += S.X;
      Open.push({S.X + 1, S.From});
    }
  }
  return Sum;
}

int main() {
  const int Codes[] = {1, 2, 3, 1, 1, 2, 4, 4};
  int Sum = 0;
  for (int I = 2; I < 8; ++I)
    Sum += jumps(Codes, I);
  std::printf("%d %g\n", Sum, walk(5));
}
