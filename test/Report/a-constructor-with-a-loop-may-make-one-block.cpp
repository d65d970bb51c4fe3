// Where the loop that makes many blocks stands in a constructor, it is no remedy to
// make the object once: it is made once. Where objects are made in a loop as well,
// both help.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --only=findings --width=200 profile > text
// RUN: FileCheck %s --input-file=text
// REQUIRES: runtime, cli

struct Once {
  int **Rows, Number;
  // CHECK: 1  {{.*}} Once::Once(int) @ {{.*}}.cpp:[[#@LINE+7]]
  // CHECK-NEXT: 5,001 allocations of 32 and 40,000 bytes, {{.*}} in all ({{.*}}), 1 loop deep
  // CHECK-NEXT: 5,001  main @ {{.*}}.cpp:[[#@LINE+28]]
  // CHECK-NEXT: repeated:
  // CHECK: change: make one block for all that the loop needs
  [[gnu::noinline]] explicit Once(int N) : Rows(new int *[N]), Number(N) {
    for (int I = 0; I < N; ++I)
      Rows[I] = new int[8];
  }
  ~Once() {
    for (int I = 0; I < Number; ++I)
      delete[] Rows[I];
    delete[] Rows;
  }
};

struct Often {
  int **Rows, Number;
  [[gnu::noinline]] explicit Often(int N) : Rows(new int *[N]), Number(N) {
    for (int I = 0; I < N; ++I)
      Rows[I] = new int[4];
  }
  ~Often() {
    for (int I = 0; I < Number; ++I)
      delete[] Rows[I];
    delete[] Rows;
  }
};

int main(int Argc, char **) {
  Once One(5000);
  for (int I = 0; I < 100; ++I)
    Often Many(10 * Argc);
  // CHECK: main @ {{.*}}.cpp:[[#@LINE-1]] <- Often::Often
  // CHECK: change: make the object once before the loop and use
  // CHECK-SAME: it again, or let it make one block for all that its own loop needs
}
