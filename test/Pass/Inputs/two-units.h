int look(const int *P) noexcept;

struct Table {
  int *Data;
  __attribute__((noinline)) explicit Table(int N) : Data(new int[N]) {
    Data[0] = N;
  }
  ~Table() { delete[] Data; }
};
__attribute__((noinline)) inline int first(const Table &T) {
  return look(T.Data);
}

__attribute__((noinline)) inline int tables(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    int *P = new int[4];
    P[0] = 1;
    S += look(P);
    delete[] P;
  }
  return S;
}

__attribute__((noinline)) inline int objects(int N) {
  int S = 0;
  for (int I = 0; I != N; ++I) {
    Table T(1);
    S += first(T) - 1;
  }
  return S;
}
