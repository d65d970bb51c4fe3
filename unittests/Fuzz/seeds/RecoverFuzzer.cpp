// Compiled to small seeds of RecoverFuzzer, without the C++ library: loops, a table of cases, an
// inlined constructor, a member of a class in a namespace.
void *operator new(decltype(sizeof(0)) Size);
extern "C" void *malloc(decltype(sizeof(0)) Size);
void *volatile Sink;

namespace shape {
struct Pair {
  Pair(long A, long B) : First(A), Second(B) {}
  long First, Second;
};
class Mesh {
public:
  __attribute__((noinline)) Pair refine(int N);

private:
  int Kind = 0;
};
Pair Mesh::refine(int N) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < I; ++J)
      Sink = new Pair(I, J);
  return Pair(N, Kind);
}
} // namespace shape

int choose(int Which) {
  switch (Which) {
  case 0:
    Sink = malloc(8);
    break;
  case 1:
    Sink = malloc(16);
    break;
  case 2:
    Sink = malloc(24);
    break;
  case 3:
    Sink = malloc(32);
    break;
  case 4:
    Sink = malloc(48);
    break;
  default:
    return 0;
  }
  shape::Mesh M;
  return int(M.refine(Which).First);
}
