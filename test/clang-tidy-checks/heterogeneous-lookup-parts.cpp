// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-string-temporary %t -check-suffix=TEXT -no-twins -- -config='{CheckOptions: {Hints: true}}'

// A string that is made of a part of a text only to be looked up or compared;
// a container that a local reference names.

#include <map>
#include <set>
#include <string>
#include <vector>

struct Table {
  std::map<std::string, int> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: remark: a look-up in 'Rows' copies the text between two iterators into a temporary 'std::string', inside a loop; 'std::less<>' compares it as it is [anomalloc-heterogeneous-lookup]
  std::set<std::string> Names;
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: a look-up in 'Names' copies a string literal of 29 characters
};

int rows(Table &T, const char *B, const char *E) {
  int Sum = 0;
  auto &Rows = T.Rows;
  auto &Names = T.Names;
  for (; B != E; ++B) {
    auto It = Rows.find(std::string(B, E));
    Sum += It == Rows.end() ? 0 : It->second;
    Sum += Names.count("a name that needs heap memory");
  }
  return Sum;
}

int compared(const std::string &Text, const std::string &Key, const std::vector<char> &V) {
  int Sum = 0;
  for (std::size_t I = 0; I < Text.size(); ++I) {
    Sum += std::string(Text.begin() + I, Text.end()) == Key;
    // CHECK-MESSAGES-TEXT: :[[@LINE-1]]:12: remark: a temporary 'std::string' copies the text between two iterators and is only looked at, inside a loop; a 'std::string_view' looks at it in place [anomalloc-string-temporary]
    Sum += std::string(Text.data(), Text.data() + I) < Key;
    // CHECK-MESSAGES-TEXT: :[[@LINE-1]]:12: remark: a temporary 'std::string' copies the text between two iterators
    const std::string Word(V.begin(), V.begin() + I);
    // CHECK-MESSAGES-TEXT: :[[@LINE-1]]:23: remark: 'Word' copies the text between two iterators and is only looked at
    if (Word == "and" || Word == Key)
      ++Sum;
  }
  return Sum;
}

// The same key each time, in a map that stays.
void counted(Table &T, int N) {
  auto &Rows = T.Rows;
  for (int I = 0; I < N; ++I) {
    Rows["a key that needs heap memory"] += I;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: a look-up copies a string literal of 28 characters into a temporary 'std::string', inside a loop; make the key once, as a 'static const std::string'
  }
}
