// RUN: %check_tidy %s anomalloc-dead-container %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Somebody names it, or may need it.

#include <cassert>
#include <string>
#include <vector>

int counts(const std::vector<std::string> &Parts) {
  int Count = 0;
  for (std::string Part : Parts)
    ++Count;
  [[maybe_unused]] std::vector<int> Meant;
  // TWIN: [[maybe_unused]] ->
  std::vector<int> Asserted;
  // TWIN: Asserted -> NotAsserted
#ifdef SOMETIMES
  Asserted.push_back(1);
#endif
  return Count;
}

/// Filled by braces, elsewhere.
struct Plain {
  std::vector<int> Open;
};

class Closed {
public:
  void add(int I) { Used.push_back(I); }
  bool operator==(const Closed &Other) const { return Used == Other.Used; }
  // TWIN@{> Used}: Used == Other.Used -> this == &Other

private:
  std::vector<int> Used;
};
