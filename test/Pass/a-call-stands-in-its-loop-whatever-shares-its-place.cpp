// Which loop a call stands in is told by its place. Other calls have the same one:
// the destructor of a temporary when an exception ends the loop, and all calls of a
// macro.
// RUN: %clangxx -O2 -g %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o | FileCheck %s

struct Handle {
  Handle();
  ~Handle();
};
void use(void *);
static void inner(const Handle &, int N) {
  for (int I = 0; I < N; ++I)
    use(new int[5]);
}
static int value(const Handle &, int N) {
  while (N-- > 0)
    use(new char[7]);
  return N;
}
#define EACH(N)                                                                \
  use(new short[9]);                                                           \
  for (int I = 0; I < N; ++I)                                                  \
    use(new long[11])
static void macro(int N) { EACH(N); }

void argument(int N) {
  for (int I = 0; I < N; ++I)
    inner(Handle(), N);
}
void initializer(int N) {
  do {
    int V = value(Handle(), N);
    use(&V);
  } while (--N);
}
void caught(int N) {
  for (int I = 0; I < N; ++I)
    try {
      use(nullptr);
    } catch (int) {
      for (int J = 0; J < N; ++J)
        inner(Handle(), J);
    }
}
void ofMacro(int N) {
  for (int I = 0; I < N; ++I)
    macro(N);
}

// CHECK: loop _Z8argumenti {{.*}}:[[#@LINE-23]]:3 parent - trip
// CHECK: loop _Z8argumenti {{.*}}:[[#@LINE-39]]:3 parent 0 trip
// CHECK: loop _Z11initializeri {{.*}}:[[#@LINE-21]]:3 parent - trip
// CHECK: loop _Z11initializeri {{.*}}:[[#@LINE-37]]:3 parent {{[0-9]+}} trip
// CHECK-DAG: site heap _Znam size 20 type {{.*}} depth 2
// CHECK-DAG: site heap _Znam size 7 type {{.*}} depth 2
// CHECK-DAG: site heap _Znam size 18 type {{.*}} depth 1
// CHECK-DAG: site heap _Znam size 88 type {{.*}} depth 2
