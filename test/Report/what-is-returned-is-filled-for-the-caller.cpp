// Nobody in a function can keep the container, or the text, that it returns: the
// caller would have to pass one. Whether the caller keeps it, nothing tells. (A
// function that makes nothing else is a maker, whose caller has the entry.)
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=300 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=FILLED
// RUN: FileCheck %s --input-file=text --check-prefix=MADE
// RUN: FileCheck %s --input-file=text --check-prefix=PHRASE
// RUN: FileCheck %s --input-file=text --check-prefix=LETTERS
// RUN: FileCheck %s --input-file=text --check-prefix=KEPT
// REQUIRES: runtime, cli
#include <string>
#include <vector>

void *Scratch;

// FILLED: filled({{.*}}) @ {{.*}}.cpp:[[#@LINE+7]] <-
// FILLED: change: it is returned: let callers that drop it pass one to fill, which they keep and clear; if they keep what they get, it is needed
// FILLED: 0 to 2,000 allocations
[[gnu::noinline]] std::vector<int> filled(int N) {
  std::vector<char> Own(N % 5 + 100);
  Scratch = &Own;
  std::vector<int> Found;
  Found.push_back(N);
  return Found;
}

// MADE: made({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// MADE: change: it is returned: let callers that drop it pass one to fill
[[gnu::noinline]] std::vector<double> made(int N) {
  std::string Own(N % 5 + 100, 'a');
  Scratch = &Own;
  return std::vector<double>(N % 7 + 1);
}

// PHRASE: phrase({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]] <-
// PHRASE: change: it is returned: let callers that only look at it pass a text to append to, or hand out a view of what is there; if they keep it, it is needed
[[gnu::noinline]] std::string phrase(const std::string &Name) {
  std::vector<char> Own(Name.size());
  Scratch = &Own;
  return Name + " and some more words";
}

// LETTERS: letters{{.*}}({{.*}}) @ {{.*}}.cpp:[[#@LINE+6]] <-
// LETTERS: change: it is returned: let callers that only look at it
[[gnu::noinline]] std::string letters(int N) {
  std::vector<char> Own(N % 5 + 100);
  Scratch = &Own;
  std::string Text;
  Text.append(N % 3 + 20, 'a');
  return Text;
}

// What stays in the function can be kept.
// KEPT: kept({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <-
// KEPT: change: keep the container and use it again
[[gnu::noinline]] int kept(int N) {
  std::vector<int> Found;
  Found.push_back(N);
  Scratch = Found.data();
  return Found.back() + int(Found.size());
}

int main() {
  long Sum = 0;
  const std::string Name("a name");
  for (int N = 0; N != 2000; ++N)
    Sum += filled(N).size() + made(N).size() + phrase(Name).size() +
           letters(N).size() + kept(N);
  return Sum == 1;
}
