// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Text that exists already, copied to be looked at: found in loops, fixed,
// compiled and run. Seed 002's case comes first.

#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct Block {
  std::unique_ptr<char[]> get_char(int &size) const {
    size = 41;
    std::unique_ptr<char[]> text(new char[size]);
    std::memcpy(text.get(), "text of a block that needs heap memory...", size);
    return text;
  }
};

int theSeed(const Block *block) {
  int found = 0;
  for (int i = 0; i < 3; ++i) {
    int size = 0;
    const std::unique_ptr<char[]> pchar = block->get_char(size);
    std::string str(pchar.get(), size - 1); // Copy!
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'str' copies the text behind a 'char *' and is only looked at, inside a loop; a 'std::string_view' looks at it in place [anomalloc-string-temporary]
    // CHECK-FIXES: {{^}}    const std::string_view str(pchar.get(), size - 1); // Copy!{{$}}
    found += str.find("block") != std::string::npos;
  }
  for (int i = 0; i < 3; ++i) { // as the seed has it afterwards
    int size = 0;
    const std::unique_ptr<char[]> pchar = block->get_char(size);
    const std::string_view str(pchar.get(), size - 1);
    found += str.find("block") != std::string_view::npos;
  }
  return found;
}

// A parameter that callers fill from literals.
static int rank(const std::string &name, int other);
// CHECK-FIXES: {{^}}static int rank(std::string_view name, int other);{{$}}
static int rank(const std::string &name, int other) {
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: for 'name', a caller copies a string literal of 29 characters into a temporary 'std::string', inside a loop; 'std::string_view' is all that is needed here [anomalloc-string-temporary]
  // CHECK-FIXES: {{^}}static int rank(std::string_view name, int other) {{{$}}
  return name == "first" ? 0 : int(name.size()) + other;
}

namespace {
struct Counter {
  int Vowels = 0;
  bool add(std::string const &Word) {
    // CHECK-MESSAGES: :[[@LINE-1]]:31: remark: for 'Word', a caller copies the text behind a 'char *' into a temporary
    // CHECK-FIXES: {{^}}  bool add(std::string_view Word) {{{$}}
    for (char C : Word)
      Vowels += C == 'a' || C == 'e';
    return Word.empty() || Word < "b";
  }
};
} // namespace

static void parameters(const std::vector<const char *> &Words) {
  int Sum = 0;
  std::string Kept = "a string of its own, already there";
  for (int I = 0; I < 3; ++I) {
    Sum += rank("a literal that is rather long", I);
    Sum += rank(Kept, I);
  }
  Counter C;
  for (const char *Word : Words)
    Sum += C.add(Word);
  std::printf("%d %d %s\n", Sum, C.Vowels, Kept.c_str());
}

// Literals and parts of strings in locals.
static void locals(const std::string &Line, const std::vector<char> &Bytes) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    std::string Marker = "a marker of more than 15 characters";
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Marker' copies a string literal of 35 characters and is only looked at, inside a loop; a 'std::string_view'
    // CHECK-FIXES: {{^}}    const std::string_view Marker = "a marker of more than 15 characters";{{$}}
    Sum += Line == Marker;
    const std::string Key = Line.substr(I, Line.size() - 5);
    // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'Key' copies a part of a string and is only looked at
    // CHECK-FIXES: {{^}}    const std::string_view Key = std::string_view(Line).substr(I, Line.size() - 5);{{$}}
    Sum += Key.find('x') + Key.length();
    auto Value = Line.substr(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Value' copies a part of a string
    // CHECK-FIXES: {{^}}    auto Value = std::string_view(Line).substr(I);{{$}}
    Sum += Value.back();
    std::string Raw{Bytes.data() + 1, Bytes.size() - 1};
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'Raw' copies the text behind
    Sum += Raw.compare("abc") > 0;
    char Buffer[40];
    std::memset(Buffer, 'a' + I, sizeof Buffer);
    std::string Text(Buffer, sizeof Buffer);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'Text' copies
    // CHECK-FIXES: {{^}}    const std::string_view Text(Buffer, sizeof Buffer);{{$}}
    Sum += Text.rfind('a') == 39;
    std::cout << Text << '\n';
  }
  std::printf("%d\n", Sum);
}

// substr() whose result is only looked at.
static void substrings(const std::string &Line, const std::string *Pointer) {
  std::string Out, Copy;
  int Sum = 0;
  for (std::size_t I = 0; I < 3; ++I) {
    if (Line.substr(I, Line.size() - 9) == Out)
      // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'substr' copies a part of the string into a temporary 'std::string', inside a loop; 'std::string_view' has a 'substr' that looks at it in place [anomalloc-string-temporary]
      // CHECK-FIXES: {{^}}    if (std::string_view(Line).substr(I, Line.size() - 9) == Out){{$}}
      ++Sum;
    Out += Line.substr(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'substr' copies
    // CHECK-FIXES: {{^}}    Out += std::string_view(Line).substr(I);{{$}}
    Out.append(Pointer->substr(I, Line.size()));
    // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: 'substr' copies
    // CHECK-FIXES: {{^}}    Out.append(std::string_view(*Pointer).substr(I, Line.size()));{{$}}
    std::cout << Line.substr(I) << '\n';
    // CHECK-MESSAGES: :[[@LINE-1]]:23: remark: 'substr' copies
    // CHECK-FIXES: {{^}}    std::cout << std::string_view(Line).substr(I) << '\n';{{$}}
    Sum += Line.substr(I).find("heap");
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'substr' copies
    // CHECK-FIXES: {{^}}    Sum += std::string_view(Line).substr(I).find("heap");{{$}}
    if (Line.substr(I).substr(1).size() > 7)
      // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: 'substr' copies
      // CHECK-FIXES: {{^}}    if (std::string_view(Line).substr(I).substr(1).size() > 7){{$}}
      ++Sum;
  }
  std::printf("%d %s\n", Sum, Out.c_str());
}

int main() {
  const std::string Line = "a line of text that needs heap memory";
  Block B;
  std::printf("%d\n", theSeed(&B));
  parameters({"a word that is longer than others", "another one of its kind"});
  locals(Line, std::vector<char>(Line.begin(), Line.end()));
  substrings(Line, &Line);
}
