// Containers and copies whose blocks are used in one way or another.
#include "table.h"
#include <algorithm>
#include <cstdio>

// Few large copies, which are only read.
[[gnu::noinline]] static double sumOf(std::vector<double> Values) {
  double Sum = 0;
  for (double V : Values)
    Sum += V;
  return Sum;
}

// Filled, and never read.
[[gnu::noinline]] static void note(int From) {
  std::vector<int> Seen;
  Seen.reserve(64);
  for (int I = 0; I != 64; ++I)
    Seen.push_back(From + I);
}

// The copy is changed, so it is needed.
[[gnu::noinline]] static int largestOf(const Table &From) {
  std::vector<int> Sorted = From.items();
  std::sort(Sorted.begin(), Sorted.end());
  return Sorted.back();
}

int main() {
  std::vector<double> Values(100000, 0.5);
  std::vector<int> Items(64);
  for (int I = 0; I != 64; ++I)
    Items[I] = I * 37 % 64;
  Table All(Items);
  double Sum = isEmpty(All);
  for (int I = 0; I != 200; ++I)
    Sum += sumOf(Values);
  for (int I = 0; I != 5000; ++I)
    note(I);
  for (int I = 0; I != 8000; ++I)
    Sum += largestOf(All);
  std::printf("%g\n", Sum);
}
