// RUN: %check_tidy %s anomalloc-missing-move %t -- -config='{CheckOptions: {Hints: true}}'

// What a loop repeats, and allocates seldom all the same.

#include <functional>
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

// A struct that owns nothing but one text; and one that owns two.
struct Font {
  std::string Name;
  int Size = 0;
};
struct Person {
  std::string Name, Street;
};
Font font(int N);
Person person(int N);
void records(std::vector<Font> &Fonts, std::vector<Person> &People, int N) {
  while (N--) {
    Font F = font(N);
    Fonts.push_back(F);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'F', {{.*}}, inside a loop; 'std::move' it
    // CHECK-FIXES: {{^}}    Fonts.push_back(std::move(F));{{$}}
    Person P = person(N);
    People.push_back(P);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'P', {{.*}}, inside a loop; 'std::move' it
    // CHECK-FIXES: {{^}}    People.push_back(std::move(P));{{$}}
  }
}

// Most closures are held in place: only a loop makes up for it.
using Call = std::function<void(int)>;
Call call(int N);
void once(Call &Last, int N) {
  Call Here = call(N);
  Last = Here;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Here', {{.*}}
  // CHECK-FIXES: {{^}}  Last = std::move(Here);{{$}}
}
void often(std::vector<Call> &All, int N) {
  while (N--) {
    Call Here = call(N);
    All.push_back(Here);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Here', {{.*}}
    // CHECK-FIXES: {{^}}    All.push_back(std::move(Here));{{$}}
  }
}

// What nobody should call any more; and its successor.
[[deprecated]] void keep(Row &Last, int N) {
  Row Here = read(N);
  Last = Here;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Here', {{.*}}
  // CHECK-FIXES: {{^}}  Last = std::move(Here);{{$}}
}
void keepLast(Row &Last, int N) {
  Row Here = read(N);
  Last = Here;
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Here', {{.*}}
  // CHECK-FIXES: {{^}}  Last = std::move(Here);{{$}}
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
