// RUN: %check_tidy %s anomalloc-work-memory %t -- -fix-notes -config='{CheckOptions: {Hints: true}}'
// RUN-FIXED: same-output fewer-allocations

// Work memory stays from call to call: an edit that hangs on a note, since the
// function must not run again inside itself.

#include <cstdio>
#include <vector>

using Numbers = std::vector<double>;

static double sized(int N) {
  Numbers Sums(N);
  // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Sums' is work memory that each call allocates
  // CHECK-NOTES: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-3]]:11: note: check that the function never runs inside itself, as through a callback, nor after its thread has ended, and that each thread may keep the memory
  // CHECK-FIXES:      {{^}}  static thread_local Numbers Sums;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Sums.clear(); Sums.resize(N);{{$}}
  for (int I = 1; I < N; ++I)
    Sums[I] += Sums[I - 1] + I;
  return Sums[N - 1];
}

// Several at once, each as it was made.
static double several(const Numbers &From, int N) {
  std::vector<double> Copy(From), Filled(N, 2.0);
  // CHECK-NOTES: :[[@LINE-1]]:23: remark: 'Copy' and 'Filled' are work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-3]]:35: note: and this one
  // CHECK-NOTES: :[[@LINE-4]]:23: note: check that the function
  // CHECK-FIXES:      {{^}}  static thread_local std::vector<double> Copy, Filled;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Copy = From;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Filled.assign(N, 2.0);{{$}}
  Copy[0] += N;
  Filled[1] += Copy[0];
  return Filled[0] + Filled[1];
}

// It ends early, and throws: the next call begins anew.
static int grown(int N) {
  std::vector<int> Found;
  // CHECK-NOTES: :[[@LINE-1]]:20: remark: 'Found' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-NOTES: :[[@LINE-3]]:20: note: check that the function
  // CHECK-FIXES:      {{^}}  static thread_local std::vector<int> Found;{{$}}
  // CHECK-FIXES-NEXT: {{^}}  Found.clear();{{$}}
  for (int I = 0; I < N; ++I) {
    Found.push_back(I);
    if (I == 7)
      throw int(Found.size());
    if (I == 5 && N < 7)
      return int(Found.size());
  }
  return -int(Found.size());
}

// What a lambda captures, another thread may use, or is named where the
// compiler does not look, stays as it is. So does a type that other text hides.
static double captured(int N) {
  Numbers Sums(N);
  // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Sums' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  Numbers Sums(N);{{$}}
  auto Add = [&](int I) { Sums[I] += I; };
  Add(1);
  return Sums[1];
}
static double parallel(int N) {
  Numbers Parts(N);
  // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Parts' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  Numbers Parts(N);{{$}}
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
    Parts[I] = I;
  return Parts[N - 1];
}
static double hidden(int N) {
  Numbers Asked(N);
  // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Asked' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  Numbers Asked(N);{{$}}
#ifdef WITH_THREADS
  start([=] { return Asked[0]; });
#endif
  return Asked[N - 1];
}
static double commented(int N) {
  Numbers /* of the rows */ Told(N);
  // CHECK-NOTES: :[[@LINE-1]]:29: remark: 'Told' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  Numbers /* of the rows */ Told(N);{{$}}
  return Told[N - 1];
}
static double deduced(const Numbers &From) {
  auto Same = From;
  // CHECK-NOTES: :[[@LINE-1]]:8: remark: 'Same' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  auto Same = From;{{$}}
  Same[0] += 1;
  return Same[0];
}
// One of a group is no work memory.
static double mixed(int N) {
  Numbers Work(N), Three(3);
  // CHECK-NOTES: :[[@LINE-1]]:11: remark: 'Work' is work memory
  // CHECK-NOTES: note: called in a loop here
  // CHECK-FIXES: {{^}}  Numbers Work(N), Three(3);{{$}}
  return Work[0] + Three[0];
}

int main() {
  double Sum = 0;
  int Thrown = 0;
  for (int I = 5; I < 12; ++I) {
    Sum += sized(I) + several({1, 2, double(I)}, I) + captured(I) +
           parallel(I) + hidden(I) + commented(I) + deduced({3, 4}) + mixed(I);
    try {
      Sum += grown(I);
    } catch (int Size) {
      Thrown += Size;
    }
  }
  std::printf("%g %d\n", Sum, Thrown);
}
