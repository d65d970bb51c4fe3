// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -- -config="{CheckOptions: {Hints: true}}"

// A literal that is too long for a std::string itself, in each iteration.

#include <map>
#include <string>
#include <unordered_map>

bool more();

int inLoops(std::map<std::string, int> &M,
            const std::unordered_map<std::string, int> &U) {
  int S = 0;
  while (more()) {
    S += M["a key of many characters"];
    // CHECK-MESSAGES: :[[@LINE-1]]:12: {{.*}}: a look-up copies a string literal of 24 characters into a temporary 'std::string', inside a loop; make the key once, as a 'static const std::string'
    S += U.at("another key of many characters");
    // CHECK-MESSAGES: :[[@LINE-1]]:15: {{.*}}: a look-up copies a string literal of 30 characters
    S += M["short"] + U.at("short");
  }
  return S + M["a key of many characters"];
}

struct Cell {
  std::map<std::string, double> Values;
  double get() const { return Values.at("temperature_of_the_surface"); }
  // CHECK-MESSAGES: :[[@LINE-1]]:41: {{.*}}: a look-up copies {{.*}} in a function that is called in a loop
};

double sum(const Cell &C, std::map<int, int> &Numbers) {
  static const std::string Key = "a key of many characters";
  std::map<std::string, double> M;
  double S = 0;
  for (int I = 0; I < 1000; ++I)
    S += C.get() + Numbers[I] + M[Key];
  return S;
}
