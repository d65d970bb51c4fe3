// A local that is not used again, and that a container or a pair copies, is to
// be moved there. One that is used again is not.
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=300 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=PUSHED
// RUN: FileCheck %s --input-file=text --check-prefix=PAIRED
// RUN: FileCheck %s --input-file=text --check-prefix=AGAIN
// REQUIRES: runtime, cli
#include <map>
#include <string>
#include <vector>

std::vector<std::vector<int>> Lists;
std::map<std::string, int> Names;
std::vector<std::vector<int>> Again;

// PUSHED: pushed({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <-
// PUSHED: change: the original is not used again: move it ('std::move')
[[gnu::noinline]] void pushed(int N) {
  std::vector<int> Last(N % 5 + 1);
  Lists.push_back(Last);
}

// PAIRED: paired({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// PAIRED: change: the original is not used again: move it ('std::move')
[[gnu::noinline]] void paired(int N) {
  std::string Key = std::to_string(N);
  Key.append(20, 'a');
  Names.insert(std::make_pair(Key, N));
}

// AGAIN: again({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// AGAIN-NOT: change: the original is not used again
// AGAIN: change:
[[gnu::noinline]] size_t again(int N) {
  std::vector<int> Twice(N % 5 + 1);
  Again.push_back(Twice);
  Twice.push_back(N);
  return Twice.size();
}

int main() {
  size_t Sum = 0;
  Lists.reserve(2000);
  Again.reserve(2000);
  for (int N = 0; N != 2000; ++N) {
    pushed(N);
    paired(N);
    Sum += again(N);
  }
  return Sum == 1;
}
