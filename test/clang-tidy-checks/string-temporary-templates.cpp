// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'

// Templates are judged in their instantiations, once, and not fixed.

#include <string>
#include <vector>

template <typename T> struct Table {
  std::vector<T> Cells;
  int find(const std::string &Name) const { return Name == "x" ? 1 : 2; }
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: for 'Name', a caller copies a string literal of 29 characters
  // CHECK-FIXES: {{^}}  int find(const std::string &Name) const {
};

template <typename Text> int parts(const Text &Line) {
  int N = 0;
  for (int I = 0; I < 3; ++I)
    N += Line.substr(I) == "some text to be found";
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'substr' copies a part of the string
  // CHECK-FIXES: {{^}}    N += Line.substr(I) == "some text to be found";{{$}}
  return N;
}

template <typename T> int never(const std::string &Name) { return Name.size(); }

int main() {
  Table<int> A;
  Table<double> B;
  int N = 0;
  for (int I = 0; I < 3; ++I)
    N += A.find("a literal that is rather long") +
         B.find("a literal that is rather long");
  auto Lambda = [](const std::string &Name) { return Name.empty(); };
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: for 'Name', a caller copies
  // CHECK-FIXES: {{^}}  auto Lambda = [](const std::string &Name) { return Name.empty(); };{{$}}
  for (int I = 0; I < 3; ++I)
    N += Lambda("a literal that is rather long");
  return N + parts(std::string("a line of text, with some words"));
}
