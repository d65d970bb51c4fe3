// RUN: %check_tidy %s anomalloc-expensive-object-in-loop %t -std=c++17,c++23
// RUN-FIXED: same-output fewer-allocations

// Objects that are built anew from the same arguments.

#include <cstdio>
#include <fstream>
#include <locale>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

using Lines = std::vector<std::string>;

// Regular expressions: in a loop, and in a function that is called in one.
static bool isWord(const std::string &S) {
  std::regex Word("[a-z]+");
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'std::regex' is compiled from the same pattern each time, with many allocations, in a function that is called in a loop; make it a 'static const' variable [anomalloc-expensive-object-in-loop]
  // CHECK-FIXES: {{^}}  static const std::regex Word("[a-z]+");{{$}}
  return std::regex_match(S, Word);
}
constexpr char Pattern[] = "b+";
static int regexes(const Lines &All, const std::string &Given) {
  int Count = 0;
  for (const std::string &L : All) {
    Count += isWord(L);
    const std::regex Digits("[0-9]+", std::regex::icase | std::regex::optimize);
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::regex' {{.*}}, inside a loop; make it a 'static const' variable
    // CHECK-FIXES: {{^}}    static const std::regex Digits("[0-9]+", std::regex::icase | std::regex::optimize);{{$}}
    auto Named = std::regex(Pattern);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'std::regex'
    // CHECK-FIXES: {{^}}    static const auto Named = std::regex(Pattern);{{$}}
    const std::regex Parameter{Given};
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::regex' {{.*}}; build it once, before the loop
    Count += std::regex_search(L, Digits) + std::regex_search(L, Named) +
             std::regex_search(L, Parameter);
    Count += int(std::regex_replace(L, std::regex("a"), "bb").size());
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'std::regex' {{.*}}; make it a 'static const' variable
    auto Find = [](const std::string &S) {
      std::wregex W(L"x");
      // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'std::wregex'
      // CHECK-FIXES: {{^}}      static const std::wregex W(L"x");{{$}}
      return S.size() + std::regex_search(std::wstring(S.size(), L'x'), W);
    };
    for (int I = 0; I < 2; ++I)
      Count += int(Find(L));
  }
  return Count;
}

// Seed 002: a locale with a facet of its own.
struct Comma : std::numpunct<char> {
  explicit Comma(std::size_t References = 0) : numpunct(References) {}
  char do_decimal_point() const override { return ','; }
};
static std::string print(double X) {
  std::ostringstream oss;
  oss.imbue(std::locale(oss.getloc(), new Comma));
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: a facet, and a locale around it, are allocated each time, in a function that is called in a loop; keep one facet that owns itself (built with a count of 1), and give the locale its address [anomalloc-expensive-object-in-loop]
  oss << X;
  return oss.str();
}
static void locales(int N) {
  for (int I = 0; I < N; ++I) {
    std::puts(print(I + 0.5).c_str());
    std::ostringstream Out;
    Out.imbue(std::locale("C"));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: the same locale is looked up by its name each time, inside a loop; make it a 'static const' variable
    Out << I;
    std::puts(Out.str().c_str());
  }
}

// Random numbers, and a file.
static void random(int N) {
  while (N--) {
    std::random_device Device;
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'std::random_device' is opened each time, inside a loop; build it once: before the loop, or 'thread_local'
    std::mt19937 Engine(Device());
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'std::mt19937' is filled from 'std::random_device' each time
    std::discrete_distribution<int> Pick({1.0, 2.0});
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'std::discrete_distribution<int>' computes and allocates the same tables each time, inside a loop; build it once, before the loop
    if (Pick(Engine) < 0)
      std::puts("never");
    std::ofstream Log("/dev/null", std::ios::app);
    // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: the same file is opened each time, with a buffer and a locale of its own, inside a loop; build it once, before the loop
    Log << N;
  }
}

int main() {
  std::printf("%d\n", regexes({"abc", "12", "bb", "x"}, "c$"));
  locales(3);
  random(3);
}
