// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++11,c++14 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Before C++17 there are no views: append() and compare() take parts of strings.

#include <cstdio>
#include <string>

struct Writer {
  std::string Text;
};

static int parts(const std::string &Line, Writer *W, const std::string &Key) {
  int N = 0;
  for (std::size_t I = 0; I < 3; ++I) {
    if (Line.substr(I, Key.size()) == Key)
      // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'substr' copies a part of the string into a temporary 'std::string', inside a loop; 'compare' with a position and a count looks at it in place [anomalloc-string-temporary]
      // CHECK-FIXES: {{^}}    if (Line.compare(I, Key.size(), Key) == 0){{$}}
      ++N;
    N += Line.substr(I) != "some text that is known";
    // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'substr' copies
    // CHECK-FIXES: {{^}}    N += Line.compare(I, std::string::npos, "some text that is known") != 0;{{$}}
    W->Text += Line.substr(I, Line.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'substr' copies a part of the string into a temporary 'std::string', inside a loop; 'append' with a position and a count copies it only once [anomalloc-string-temporary]
    // CHECK-FIXES: {{^}}    W->Text.append(Line, I, Line.size());{{$}}
    N += Key < Line.substr(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'substr' copies {{.*}}; 'compare'
  }
  return N;
}

// These need a view.
static int parameter(const std::string &Name) { return Name.size(); }
static int silent(const char *Argument, const std::string &Line) {
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    N += parameter("a literal that is rather long");
    std::string Copy(Argument);
    N += Copy.size() + Line.substr(I).find("heap");
  }
  return N;
}

int main() {
  Writer W;
  const std::string Line = "a line of text that needs heap memory";
  std::printf("%d %d\n", parts(Line, &W, "line of text that needs heap"),
              silent("x", Line));
  std::printf("%s\n", W.Text.c_str());
}
