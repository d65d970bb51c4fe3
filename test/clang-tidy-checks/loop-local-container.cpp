// RUN: %check_tidy %s anomalloc-loop-local-container %t -std=c++11,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Containers and strings that each iteration makes and fills anew, hoisted.

#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static void print(const std::vector<int> &V) {
  std::printf("%zu %d\n", V.size(), V.empty() ? -1 : V.back());
}

// Seed 002.
void seed(int N) {
  for (int I = 0; I < N; ++I) {
    std::vector<int> bsz;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::vector<int>' is made and filled anew in each iteration, and allocates each time, inside a loop; declare it before the loop, and 'clear()' it here, to use its memory again [anomalloc-loop-local-container]
    // CHECK-FIXES: {{^}}  std::vector<int> bsz;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  for (int I = 0; I < N; ++I) {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    bsz.clear();{{$}}
    for (int J = 0; J < I; ++J)
      bsz.push_back(J);
    print(bsz);
  }
}

// With a size, a value, a range; several in one loop; by a reference.
using Row = std::vector<double>;
void initialised(unsigned N, const std::vector<int> &All) {
  for (unsigned I = 1; I <= N; ++I) {
    Row Zeros(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'Row' is made {{.*}}, and 'clear()' and 'resize()' it here,
    Row Halves(I + 1, 0.5);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'Row' is made {{.*}}, and 'assign()' to it here,
    // CHECK-FIXES: {{^}}  Row Halves;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  Row Zeros;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  for (unsigned I = 1; I <= N; ++I) {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Zeros.clear(); Zeros.resize(I);{{$}}
    // CHECK-FIXES: {{^}}    Halves.assign(I + 1, 0.5);{{$}}
    for (unsigned J = 0; J < I; ++J)
      Zeros[J] += Halves[J];
    std::printf("%g %g\n", Zeros[0], Halves.back());
  }
  for (auto It = All.begin(); It != All.end(); ++It) {
    std::vector<int> Tail(It, All.end());
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning:
    // CHECK-FIXES: {{^}}  std::vector<int> Tail;{{$}}
    // CHECK-FIXES: {{^}}    Tail.assign(It, All.end());{{$}}
    std::vector<int> &Alias = Tail;
    Alias.push_back(3);
    print(Tail);
  }
}

// A copy that is changed.
void copies(const std::vector<int> &Base, int N) {
  while (N--) {
    std::vector<int> Work = Base;
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}} declare it before the loop, and assign to it here,
    // CHECK-FIXES: {{^}}  std::vector<int> Work;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  while (N--) {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Work = Base;{{$}}
    Work[0] = N;
    print(Work);
  }
}

// Strings: by append, and by getline; with `continue`; in a nested block.
void strings(const std::vector<std::string> &Names, std::istream &In) {
  for (const std::string &Name : Names) {
    if (Name.empty())
      continue;
    {
      std::string Path("a path to all that is long: ");
      // CHECK-MESSAGES: :[[@LINE-1]]:19: remark: 'std::string' is made
      // CHECK-FIXES: {{^}}  std::string Path;{{$}}
      // CHECK-FIXES-NEXT: {{^}}  for (const std::string &Name : Names) {{{$}}
      // CHECK-FIXES: {{^}}      Path = "a path to all that is long: ";{{$}}
      Path += Name;
      std::puts(Path.c_str());
    }
  }
  do {
    std::string Line;
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'std::string' is made
    // CHECK-FIXES: {{^}}  std::string Line;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  do {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Line.clear();{{$}}
    std::getline(In, Line);
    std::puts(Line.c_str());
  } while (In);
}

// In a lambda, which has loops of its own, and in a member function.
struct Graph {
  std::vector<std::vector<int>> Next;
  int reach() const {
    int Sum = 0;
    for (const auto &N : Next) {
      std::vector<int> Todo;
      // CHECK-MESSAGES: :[[@LINE-1]]:24: warning:
      // CHECK-FIXES: {{^}}    std::vector<int> Todo;{{$}}
      // CHECK-FIXES: {{^}}      Todo.clear();{{$}}
      Todo.insert(Todo.end(), N.begin(), N.end());
      while (!Todo.empty()) {
        Sum += Todo.back();
        Todo.pop_back();
      }
    }
    return Sum;
  }
};
template <typename T> int functionTemplate(T N) {
  int Sum = 0;
  for (T I = 0; I < N; ++I) {
    std::vector<T> V;
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'std::vector<int>' is made
    for (T J = 0; J < I; ++J)
      V.push_back(J);
    Sum += int(V.size());
  }
  return Sum;
}
int lambda(int N) {
  auto Count = [](int M) {
    int Sum = 0;
    for (int I = 0; I < M; ++I) {
      std::vector<char> Marks(M);
      // CHECK-MESSAGES: :[[@LINE-1]]:25: warning:
      // CHECK-FIXES: {{^}}    std::vector<char> Marks;{{$}}
      // CHECK-FIXES: {{^}}      Marks.clear(); Marks.resize(M);{{$}}
      Marks[I] = 1;
      Sum += Marks[0];
    }
    return Sum;
  };
  return Count(N);
}

int main() {
  seed(20);
  initialised(6, {1, 2, 3});
  copies({1, 2, 3}, 4);
  std::istringstream In("a line that is long enough to need memory\n"
                        "another line that is long enough to need memory\n");
  strings({"one, and more of it", "", "two, and more of it"}, In);
  Graph G{{{1, 2}, {3}, {4, 5, 6}}};
  std::printf("%d %d %d\n", G.reach(), functionTemplate(5), lambda(4));
}
