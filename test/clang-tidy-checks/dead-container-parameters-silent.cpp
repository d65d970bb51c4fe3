// RUN: %check_tidy %s anomalloc-dead-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The caller gets what is filled, or the function itself reads it.

#include <string>
#include <vector>

void filled(std::vector<int> &Out) { Out.push_back(1); }
// TWIN: &Out -> Out
std::vector<int> returned(std::vector<int> In) {
  In.push_back(1);
  return In;
  // TWIN@{returned(}: return In -> return {}
}
int counted(std::vector<int> In) {
  In.push_back(1);
  return In.size();
  // TWIN@{counted(}: In.size() -> 1
}
void unused(std::vector<int> In) {}
// TWIN: {} -> { In.push_back(1); }
void emptied(std::string In) { In.clear(); }
// TWIN: clear() -> append("a")
