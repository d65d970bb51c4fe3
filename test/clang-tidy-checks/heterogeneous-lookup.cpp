// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Temporary keys of look-ups in ordered containers: found in loops, fixed,
// compiled and run. Seed 002's class comes first.

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

class Map {
  std::map<std::string, int> m_map;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: a look-up in 'm_map' copies a string literal of 18 characters into a temporary 'std::string', inside a loop; 'std::less<>' compares it as it is, with 'key' a 'std::string_view' [anomalloc-heterogeneous-lookup]
  // CHECK-FIXES: {{^}}  std::map<std::string, int, std::less<>> m_map;{{$}}
public:
  bool contain(std::string const &key)
  // CHECK-FIXES: {{^}}  bool contain(std::string_view key){{$}}
  { return m_map.find(key) != m_map.end(); }
};

class MapAfterwards {
  std::map<std::string, int, std::less<>> m_map;

public:
  bool contain(std::string_view key) { return m_map.find(key) != m_map.end(); }
};

class Registry {
public:
  void add(const std::string &Name, int Value) { Known.insert({Name, Value}); }
  int values(const std::vector<const char *> &Names) const {
    int Sum = 0;
    for (const char *Name : Names) {
      auto Found = Known.find(Name);
      if (Found != Known.end())
        Sum += Found->second;
    }
    return Sum;
  }

private:
  std::multimap<std::string, int> Known;
  // CHECK-MESSAGES: :[[@LINE-1]]:35: remark: a look-up in 'Known' copies the text behind a 'char *' into a temporary
  // CHECK-FIXES: {{^}}  std::multimap<std::string, int, std::less<>> Known;{{$}}
};

template <typename T> struct Table {
  std::map<std::string, T> Cells;
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: a look-up in 'Cells' copies a string literal of 24 characters
  int count() const {
    int N = 0;
    for (int I = 0; I < 3; ++I)
      N += Cells.count("a cell with a longer key");
    return N;
  }
};

using Names = std::set<std::string>;
// CHECK-MESSAGES: :[[@LINE-1]]:7: warning: a look-up in 'Aliased' copies a string literal

static int locals(std::string_view Line, const std::string &Text) {
  std::set<std::string> Words{"a word that needs heap memory", "short"};
  // CHECK-MESSAGES: :[[@LINE-1]]:25: remark: a look-up in 'Words' copies the text of a 'std::string_view' into a temporary
  // CHECK-FIXES: {{^}}  std::set<std::string, std::less<>> Words{"a word that needs heap memory", "short"};{{$}}
  std::map<std::string, int> Parts;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: remark: a look-up in 'Parts' copies a part of a string into
  // CHECK-FIXES: {{^}}  std::map<std::string, int, std::less<>> Parts;{{$}}
  std::map<std::string, int>::iterator Position;
  std::map<std::string, int> Spelled;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: a look-up in 'Spelled' copies a string literal
  Names Aliased;
  Parts["text that needs heap memory"] = 3;
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    N += Words.count(std::string(Line.substr(I)));
    // CHECK-FIXES: {{^}}    N += Words.count(Line.substr(I));{{$}}
    N += Parts.lower_bound(Text.substr(I)) != Parts.end();
    // CHECK-FIXES: {{^}}    N += Parts.lower_bound(std::string_view(Text).substr(I)) != Parts.end();{{$}}
    Position = Spelled.find("a key that needs heap memory");
    N += Position != Spelled.end();
    N += Aliased.count("a key that needs heap memory");
  }
  for (const auto &Each : Parts)
    N += Each.second;
  return N;
}

int main() {
  int N = 0;
  Map m;
  MapAfterwards n;
  for (int I = 0; I < 3; ++I) {
    N += m.contain("a very long string");
    N += n.contain("a very long string");
  }
  Registry R;
  R.add("a name that needs heap memory", 2);
  N += R.values({"a name that needs heap memory", "another one of this kind"});
  N += Table<int>().count() + Table<double>().count();
  const std::string Text = "text that needs heap memory";
  std::printf("%d\n", N + locals("a word that needs heap memory", Text));
}
