struct Table {
  int N, *Data;
  [[gnu::noinline]] explicit Table(int N) : N(N), Data(new int[N]) {
    Data[0] = N;
  }
  ~Table() { delete[] Data; }
};
[[gnu::noinline]] int total(const Table &T) { return T.Data[0] + T.N; }
Table *volatile Kept;

[[gnu::noinline]] int inALoop(int N) {
  int S = 0;
  for (int I = 1; I != N; ++I) {
    Table T(I);
    S += total(T);
  }
  return S;
}
[[gnu::noinline]] int once(int N) {
  Table T(N);
  return total(T);
}
[[gnu::noinline]] void keep(int N) { Kept = new Table(N); }

int main(int Count, char **) {
  int S = inALoop(200);
  for (int I = 1; I != 100; ++I)
    S += once(I);
  if (Count > 1)
    for (int I = 1; I != 50; ++I)
      keep(I);
  return S == 0;
}
