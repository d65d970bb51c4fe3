// RUN: %check_tidy %s anomalloc-loop-local-container %t -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Containers of a constant size that an array cannot replace, because others
// want to see a vector.

#include <cstdio>
#include <vector>

static int Seen = 0;
static void use(const std::vector<int> &V) { Seen += V[3] + int(V.size()); }
static void total(const std::vector<double> *V) { Seen += int(V->size()); }
struct Sink {
  void operator()(const std::vector<char> &V) { Seen += V[1]; }
};

static void lent(int N, Sink &S) {
  do {
    std::vector<int> Work(64);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::vector<int>' is made and filled anew in each iteration, and allocates each time, inside a loop; declare it before the loop, and 'clear()' and 'resize()' it here, to use its memory again [anomalloc-loop-local-container]
    // CHECK-FIXES: {{^}}    Work.clear(); Work.resize(64);{{$}}
    Work[N % 64] = 1;
    use(Work);
  } while (--N);
  for (int I = 0; I < 40; ++I) {
    std::vector<char> Row(32, 'x');
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'std::vector<char>' is made and filled anew {{.*}}; declare it before the loop, and 'assign()' to it here
    // CHECK-FIXES: {{^}}    Row.assign(32, 'x');{{$}}
    Row[1] = char(I);
    S(Row);
  }
  for (int I = 0; I < 40; ++I) {
    std::vector<double> Weights(8);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'std::vector<double>' is made and filled anew
    // CHECK-FIXES: {{^}}    Weights.clear(); Weights.resize(8);{{$}}
    Weights[I % 8] = 1;
    total(&Weights);
  }
}

int main() {
  Sink S;
  lent(50, S);
  std::printf("%d\n", Seen);
}
