// RUN: %check_tidy %s anomalloc-node-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Stacks that must keep their elements where they are, or that others know.

#include <stack>
#include <string>
#include <vector>

void fill(std::stack<int> &S);
int next(std::stack<int> S);

// A reference to an element is alive while it grows.
int kept(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    std::stack<int> S;
    S.push(I);
    int &Top = S.top();
    // TWIN@{std::stack<int> S;}: int &Top -> int Top
    S.push(I + 1);
    Sum += Top;
  }
  return Sum;
}

// The element is named before it grows, and written after.
void inOneExpression(int N) {
  for (int I = 0; I < N; ++I) {
    std::stack<char> C;
    C.push('a');
    C.top() = (C.push('b'), 'c');
    // TWIN@{std::stack<char> C;}: C.top() = (C.push('b'), 'c'); -> C.push('b');
  }
}

// Others take such a stack.
void lent(int N) {
  for (int I = 0; I < N; ++I) {
    std::stack<int> Lent;
    fill(Lent);
    // TWIN@{std::stack<int> Lent;}: fill(Lent) -> Lent.push(I)
    std::stack<int> Copied;
    next(Copied);
    // TWIN@{std::stack<int> Copied;}: next(Copied) -> Copied.push(I)
    std::stack<int> Captured;
    auto Push = [&] { Captured.push(1); };
    // TWIN@{std::stack<int> Captured;}: auto Push = [&] { Captured.push(1); }; -> Captured.push(1); auto Push = [] {};
    Push();
  }
}

// Elements that own memory would be moved as it grows; a vector of bits is
// another thing; and this one has no deque.
void others(int N) {
  for (int I = 0; I < N; ++I) {
    std::stack<std::string> Words;
    // TWIN: std::stack<std::string> -> std::stack<const char *>
    Words.push("a");
    std::stack<bool> Bits;
    // TWIN: std::stack<bool> -> std::stack<char>
    Bits.push(true);
    std::stack<int, std::vector<int>> Already;
    // TWIN: std::stack<int, std::vector<int>> -> std::stack<int>
    Already.push(1);
    std::stack<short> From(std::deque<short>(3));
    // TWIN: (std::deque<short>(3)) ->
    From.push(1);
  }
}
