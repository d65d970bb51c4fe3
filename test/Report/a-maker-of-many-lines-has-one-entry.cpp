// A constructor that makes a tenth of all blocks through many lines has an entry of
// its own, for all of them: a change of its class does for all. One whose blocks
// are most of one line's has none.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 profile > text
// RUN: FileCheck %s --input-file=text
// RUN: FileCheck %s --input-file=text --check-prefix=SINGLE
// RUN: %anomalloc record --quiet --mode=lifetime --output=lives ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 lives > text
// RUN: FileCheck %s --input-file=text --check-prefix=LIVES
// REQUIRES: runtime, cli
// CHECK: f0(Text const&) @ {{.*}} and 7 more lines <- Text::Text
// CHECK-NEXT: 800 allocations of 24 bytes
// CHECK: one maker for 8 lines, 24 bytes at most
// CHECK-NEXT: change: many lines make it: give its members room of their own for as few elements
// LIVES: and 7 more lines <- Text::Text
// LIVES: change: many lines make it: give its members room of their own
// SINGLE: single({{.*}}) @ {{.*}} <- Other::Other
// SINGLE-NEXT: 900 allocations
// SINGLE-NEXT: made in
// SINGLE-NEXT: repeated: 900 blocks of 240 bytes{{$}}
// SINGLE-NEXT: change: do without the temporary
#include <vector>

struct Text {
  std::vector<int> Parts;
  Text() : Parts(6) {}
  [[gnu::noinline]] Text(const Text &From) : Parts(From.Parts) {}
  long push(int I) {
    Parts[I % 6] += I;
    return Parts[3];
  }
};
struct Other {
  std::vector<long> Parts;
  [[gnu::noinline]] explicit Other(int N) : Parts(N) {}
};
[[gnu::noinline]] long single(int N) { return Other(N).Parts[2]; }

[[gnu::noinline]] long f0(const Text &T) {
  Text Copy(T);
  return Copy.push(0);
}
[[gnu::noinline]] long f1(const Text &T) {
  Text Copy(T);
  return Copy.push(1);
}
[[gnu::noinline]] long f2(const Text &T) {
  Text Copy(T);
  return Copy.push(2);
}
[[gnu::noinline]] long f3(const Text &T) {
  Text Copy(T);
  return Copy.push(3);
}
[[gnu::noinline]] long f4(const Text &T) {
  Text Copy(T);
  return Copy.push(4);
}
[[gnu::noinline]] long f5(const Text &T) {
  Text Copy(T);
  return Copy.push(5);
}
[[gnu::noinline]] long f6(const Text &T) {
  Text Copy(T);
  return Copy.push(6);
}
[[gnu::noinline]] long f7(const Text &T) {
  Text Copy(T);
  return Copy.push(7);
}

int main() {
  Text T;
  long Sum = 0;
  for (int I = 0; I < 100; ++I)
    Sum += f0(T) + f1(T) + f2(T) + f3(T) + f4(T) + f5(T) + f6(T) + f7(T);
  for (int I = 0; I < 900; ++I)
    Sum += single(30);
  return Sum == 1;
}
