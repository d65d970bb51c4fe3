// RUN: %check_tidy %s anomalloc-missing-move %t -- -config='{CheckOptions: {Hints: true}}'

// What owns no heap memory yet costs nothing to copy, and what a function
// returned by value may stand for memory of something else.

#include <deque>
#include <set>
#include <string>
#include <vector>

using Ids = std::vector<int>;
Ids read(int);
std::string text(int);

class Key {
  std::string Text;

public:
  Key() {} // left empty
  void Clear() { Text.clear(); }
  void set(int);
};
struct Output {
  unsigned long Number, Size = 0;
  Key Smallest, Largest;
};
struct Filled {
  Filled() : Values(100) {}
  Ids Values;
};

void empty(std::vector<Output> &All, std::vector<Filled> &Full, std::vector<Ids> &Rows, int N) {
  while (N--) {
    Output Out;
    Out.Number = N;
    Out.Smallest.Clear();
    Out.Largest.Clear();
    All.push_back(Out);
    Output Set;
    Set.Smallest.set(N);
    All.push_back(Set);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'Set', a 'Output' that owns heap memory
    // CHECK-FIXES: {{^}}    All.push_back(std::move(Set));{{$}}
    Filled F;
    Full.push_back(F);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'F', a 'Filled' that owns heap memory
    // CHECK-FIXES: {{^}}    Full.push_back(std::move(F));{{$}}
    Ids Row;
    Rows.push_back(Row);
    Ids Pushed;
    Pushed.push_back(N);
    Rows.push_back(Pushed);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Pushed'
    // CHECK-FIXES: {{^}}    Rows.push_back(std::move(Pushed));{{$}}
    Ids Sized(N);
    Rows.push_back(Sized);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Sized'
    // CHECK-FIXES: {{^}}    Rows.push_back(std::move(Sized));{{$}}
  }
}

std::size_t sum(std::set<int> Seen, std::deque<int> Last);
void containers(int N) {
  while (N--) {
    std::set<int> Seen;
    std::deque<int> Last;
    sum(Seen, Last);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Last'
    // CHECK-FIXES: {{^}}    sum(Seen, std::move(Last));{{$}}
  }
}

void literals(std::vector<std::string> &Names, int N, bool A) {
  while (N--) {
    std::string Short = A ? "yes" : "no";
    Names.push_back(Short);
    std::string Later;
    if (A)
      Later = "fifteen letters";
    Names.push_back(Later);
    std::string Long = "some sixteen one";
    Names.push_back(Long);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'Long'
    // CHECK-FIXES: {{^}}    Names.push_back(std::move(Long));{{$}}
    std::string Added = "-";
    Added += text(N);
    Names.push_back(Added);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'Added'
    // CHECK-FIXES: {{^}}    Names.push_back(std::move(Added));{{$}}
    std::string Behind = "-";
    Names.push_back(Behind);
    Behind = text(N);
    Names.push_back(Behind);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'Behind'
    // CHECK-FIXES: {{^}}    Names.push_back(std::move(Behind));{{$}}
  }
}

// Strings are mostly short: a loop elsewhere is not enough of a reason.
struct Entry {
  std::string Name;
  Ids Values;
};
void enter(Entry &E, int N) {
  std::string Name = text(N);
  E.Name = Name;
  Ids Values = read(N);
  E.Values = Values;
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'Values', {{.*}}, in a function that is called in a loop;
  // CHECK-FIXES: {{^}}  E.Values = std::move(Values);{{$}}
}
void enterAll(std::vector<Entry> &All) {
  for (Entry &E : All)
    enter(E, 1);
}

// Assignment to a view copies elements, as `Iter.cursor() = Array` does.
class Array {
public:
  Array();
  Array(const Array &) = default;
  Array(Array &&) = default;
  Array &operator=(const Array &) = default;
  Array &operator=(Array &&) = default;
  Ids Values;
};
struct Iterator {
  Array cursor();
  Array &kept();
};
Array make(int);
void views(Iterator &I, int N) {
  while (N--) {
    Array Local = make(N);
    I.cursor() = Local;
    Array Other = make(N);
    I.kept() = Other;
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'Other'
    // CHECK-FIXES: {{^}}    I.kept() = std::move(Other);{{$}}
  }
}
