// RUN: %check_tidy %s anomalloc-loop-local-container %t -std=c++11,c++17
// RUN-FIXED: same-output fewer-allocations

// String streams, whose locale is a cost as well.

#include <cstdio>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

struct Point { int X, Y; };
std::ostream &operator<<(std::ostream &Out, const Point &P) {
  return Out << P.X << ',' << P.Y;
}

void out(int N) {
  for (int I = 0; I < N; ++I) {
    std::ostringstream Out;
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'std::ostringstream' is built anew in each iteration, locale and buffer included, inside a loop; declare it before the loop, and empty it here, to use its memory again [anomalloc-loop-local-container]
    // CHECK-FIXES: {{^}}  std::ostringstream Out;{{$}}
    // CHECK-FIXES-NEXT: {{^}}  for (int I = 0; I < N; ++I) {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    Out.str(""); Out.clear();{{$}}
    Out << "the number " << I << " of many numbers" << std::endl;
    std::puts(Out.str().c_str());
  }
}

void in(const std::vector<std::string> &Lines) {
  for (const std::string &Line : Lines) {
    std::istringstream Words(Line);
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'std::istringstream' is built {{.*}}, and give it a new 'str()' here,
    // CHECK-FIXES: {{^}}  std::istringstream Words;{{$}}
    // CHECK-FIXES: {{^}}    Words.clear(); Words.str(Line);{{$}}
    int Sum = 0, Word;
    while (Words >> Word)
      Sum += Word;
    std::printf("%d\n", Sum);
  }
}

// Flags stay, and who knows what an operator sets: no change without a look.
void flags(int N) {
  for (int I = 0; I < N; ++I) {
    std::ostringstream Out;
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning:
    Out << I << std::hex << I;
    std::puts(Out.str().c_str());
  }
  while (N--) {
    std::stringstream Out;
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning:
    Out << Point{N, N};
    std::puts(Out.str().c_str());
  }
}

int main() {
  out(3);
  in({"1 2 3", "4 5", "6 x"});
  flags(3);
}
