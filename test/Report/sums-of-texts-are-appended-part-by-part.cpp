// A sum of texts makes one for each '+', unless an operand can be taken over.
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g %s -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=200 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=TEXT
// RUN: FileCheck %s --input-file=text --check-prefix=WIDE
// RUN: FileCheck %s --input-file=text --check-prefix=NUMBERS
// REQUIRES: runtime, cli
#include <string>
#include <vector>

std::vector<std::string> Texts(64);
std::vector<std::wstring> WideTexts(64);

// TEXT: text({{.*}}) @ {{.*}}.cpp:[[#@LINE+3]] <- std::operator+
// TEXT: change: append the parts, one by one ('+='), to a text that is there, or to an operand that is not used again
[[gnu::noinline]] void text(const std::string &Before, int N) {
  Texts[N % 64] = Before + " and some more words";
}

// WIDE: wide({{.*}}) @ {{.*}}.cpp:[[#@LINE+3]] <- std::operator+
// WIDE: change: append the parts, one by one
[[gnu::noinline]] void wide(const std::wstring &Before, int N) {
  WideTexts[N % 64] = Before + L" and some more words";
}

// What is no text is computed in place.
struct Numbers {
  int *Of;
  explicit Numbers(int N) : Of(new int[64]{N}) {}
  Numbers(const Numbers &) = delete;
  ~Numbers() { delete[] Of; }
};
Numbers operator+(const Numbers &A, int N) { return Numbers(A.Of[0] + N); }

// NUMBERS: numbers({{.*}}) @ {{.*}}.cpp:[[#@LINE+3]] <- operator+
// NUMBERS: change: work in place: 'a *= b' in place of 'a = a * b'
[[gnu::noinline]] int numbers(const Numbers &A, int N) {
  return (A + N).Of[N % 64];
}

int main() {
  std::string Before("these are the words before it");
  std::wstring WideBefore(L"these are the words before it");
  Numbers A(1);
  long Sum = 0;
  for (int N = 0; N != 2000; ++N) {
    text(Before, N);
    wide(WideBefore, N);
    Sum += numbers(A, N);
  }
  return Sum == 1;
}
