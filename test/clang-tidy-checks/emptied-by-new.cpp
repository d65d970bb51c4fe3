// RUN: %check_tidy %s anomalloc-emptied-by-new %t -std=c++11,c++20
// RUN-FIXED: same-output fewer-allocations

// Containers that are emptied by a new one: found, fixed, compiled and run.

#include <cstdio>
#include <deque>
#include <map>
#include <queue>
#include <stack>
#include <string>
#include <unordered_map>
#include <vector>

struct Reader {
  std::stack<int> Brackets;
  std::queue<std::string> Texts;
  std::vector<int> Row;
  int read(int N) {
    Brackets = std::stack<int>();
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Brackets' is emptied by a new 'std::stack', whose deque allocates a table and a block, in a function that is called in a loop; 'pop' what is left, and the memory stays [anomalloc-emptied-by-new]
    // CHECK-FIXES: {{^}}    while (!Brackets.empty())
    // CHECK-FIXES-NEXT: {{^}}      Brackets.pop();{{$}}
    this->Texts = {};
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'this->Texts' is emptied by a new 'std::queue'
    // CHECK-FIXES: {{^}}    while (!this->Texts.empty())
    // CHECK-FIXES-NEXT: {{^}}      this->Texts.pop();{{$}}
    std::vector<int>().swap(Row);
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'Row' is emptied by a new 'std::vector', and its memory is given away, in a function that is called in a loop; 'clear()' keeps the memory for what follows [
    // CHECK-FIXES: {{^}}    Row.clear();{{$}}
    for (int I = 0; I < N; ++I)
      Row.push_back(I);
    Brackets.push(N);
    Texts.push("a");
    return int(Brackets.size() + Texts.size() + Row.size());
  }
};

static int local(int N) {
  int Sum = 0;
  std::vector<std::string> Words;
  std::unordered_map<int, int> Table;
  std::deque<int> D;
  for (int I = 0; I < N; ++I) {
    Words = std::vector<std::string>();
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Words' is emptied by a new 'std::vector', and its memory is given away, inside a loop; 'clear()' keeps the memory for what follows [
    // CHECK-FIXES: {{^}}    Words.clear();{{$}}
    Table = {};
    D = std::deque<int>{};
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'D' is emptied by a new 'std::deque', which allocates a table and a block, inside a loop;
    // CHECK-FIXES: {{^}}    D.clear();{{$}}
    for (int J = 0; J < I; ++J) {
      Words.emplace_back("w");
      Table[J] = I;
      D.push_back(J);
    }
    Sum += int(Words.size() + Table.size() + D.size());
  }
  return Sum;
}

// What follows is said, and left to a person: the order of destruction is seen;
// a comment; no statement.
static int Order = 0;
struct Noisy {
  explicit Noisy(int At) : At(At) {}
  ~Noisy() { Order = Order * 3 + At; }
  int At;
};
static int seen(int N) {
  std::stack<Noisy> S;
  std::vector<int> V, W;
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    S.emplace(1);
    S.emplace(2);
    Sum += S.top().At;
    S = std::stack<Noisy>();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'S' is emptied by a new 'std::stack'
    // CHECK-FIXES: {{^}}    S = std::stack<Noisy>();{{$}}
    V = /*of the next row*/ std::vector<int>();
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'V' is emptied
    // CHECK-FIXES: {{^}}    V = /*of the next row*/ std::vector<int>();{{$}}
    if (I % 2)
      W = std::vector<int>();
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'W' is emptied
    // CHECK-FIXES: {{^}}      W = std::vector<int>();{{$}}
    V.push_back(I);
    W.push_back(I);
  }
  return Sum + Order + int(V.size() + W.size());
}

// What follows is silent: an empty list, which keeps the memory; a map, which
// has none to keep; a vector that nobody fills again; once; the elements of
// another object.
static int silent(int N) {
  std::vector<int> A, Given(9, 1), Late;
  std::map<int, int> M;
  std::vector<std::vector<int>> Rows(N);
  Late = std::vector<int>();
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    A = {};
    M = std::map<int, int>();
    A.push_back(I);
    M[I] = 1;
    Late.push_back(I);
    Rows[I] = std::vector<int>();
    Rows[I].push_back(I);
    Sum += int(A.size() + M.size() + Rows[I].size() + Given.size());
    Given = std::vector<int>();
  }
  return Sum;
}

int main() {
  int Sum = 0;
  Reader R;
  for (int I = 0; I < 9; ++I)
    Sum += R.read(I);
  std::printf("%d %d %d %d\n", Sum, local(5), seen(3), silent(4));
}
