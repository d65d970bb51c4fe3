// The transform is asked for by an option, runs beside the profiler or without it,
// and tells what it did.

// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-tame=stack -Rpass=anomalloc -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefixes=GONE,RECORDED < %t.ll
// RUN: %clangxx -O2 -g %plugin_options -mllvm -anomalloc-tame=stack -mllvm -anomalloc-record=0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=GONE --implicit-check-not=__anomalloc_
// RUN: %clangxx -O2 -g %plugin_options -S -emit-llvm %s -o - | FileCheck %s --check-prefix=THERE
// RUN: %clangxx -O0 -g %plugin_options -mllvm -anomalloc-tame=stack -mllvm -anomalloc-record=0 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=THERE
// RUN: not %clangxx -O2 -g %plugin_options -mllvm -anomalloc-tame=heap -S -emit-llvm %s -o - 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: -anomalloc-tame: 'heap' is no way to tame; write 'stack', 'hoist', or both with a comma

[[gnu::noinline]] static int sum(const int *P, int N) {
  int S = 0;
  for (int I = 0; I != N; ++I)
    S += P[I];
  return S;
}

// THERE: call {{.*}}@_Znam(
// GONE: define {{.*}}@f(
// GONE: alloca [32 x i8], align 16
// GONE-NOT: @_Znam
// GONE: ret i32
// RECORDED: __anomalloc_
extern "C" int f(int X) {
  // REMARK: :[[#@LINE+1]]:12: remark: block of 32 bytes made into a stack slot [-Rpass=anomalloc]
  int *P = new int[8];
  P[0] = X;
  P[X & 7] = 5;
  int S = sum(P, 8);
  delete[] P;
  return S;
}
extern "C" int *g() { return new int; }
