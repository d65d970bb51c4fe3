struct Data {
  Data() : Values(new double[4]()) {}
  Data(const Data &Other) : Values(new double[4]) { *this *= Other; }
  Data &operator=(const Data &Other) { return *this *= Other; }
  ~Data() { delete[] Values; }
  Data &operator*=(const Data &Other) {
    Values[0] = Other.Values[0] + 1;
    return *this;
  }
  double *Values;
};
__attribute__((noinline)) Data operator*(const Data &A, const Data &B) {
  Data C(A);
  C *= B;
  return C;
}
int main() {
  Data X, Y;
  for (int I = 0; I < 3000; ++I)
    X = X * Y;
  return X.Values[0] < 0;
}
