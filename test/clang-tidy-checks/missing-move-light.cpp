// RUN: %check_tidy %s anomalloc-missing-move %t -- -config='{CheckOptions: {Hints: true}}'

// What a loop repeats, and allocates seldom all the same.

#include <string>
#include <vector>

using Row = std::vector<int>;
Row read(int N);
std::string line(int N);

// Most text is short and held in place.
void text(std::vector<std::string> &All, int N) {
  while (N--) {
    std::string Line = line(N);
    All.push_back(Line);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: remark: 'Line', a 'std::string' that owns heap memory, is copied by 'push_back' and never used again, inside a loop; 'std::move' it
    // CHECK-FIXES: {{^}}    All.push_back(std::move(Line));{{$}}
  }
}

// A branch that is taken once.
Row first(int N, bool Wanted, Row &Last) {
  Row First;
  while (N--) {
    Row Here = read(N);
    if (Wanted && First.empty())
      First = Here;
    // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'Here', {{.*}}
    // CHECK-FIXES: {{^}}      First = std::move(Here);{{$}}
    else if (First.empty())
      Last = Here;
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Here', {{.*}}, inside a loop
    // CHECK-FIXES: {{^}}      Last = std::move(Here);{{$}}
  }
  return First;
}
