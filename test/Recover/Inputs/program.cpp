// Anomalies in makers of all kinds: constructors, operators, functions that return what they
// made, a private member, a wrapper of malloc.
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define OUT_OF_LINE __attribute__((noinline))
volatile long Sink;

// A constructor gives its object memory by a private member.
class Element {
public:
  OUT_OF_LINE Element(int Number) { allocate(Number); }
  long sum() const { return Nodes[0] + long(Points[1]); }

private:
  OUT_OF_LINE void allocate(int Number) {
    Nodes.assign(3, Number);
    Points.resize(6);
  }
  std::vector<int> Nodes;
  std::vector<double> Points;
};

class Mesh {
public:
  OUT_OF_LINE Element operator[](int I) const { return Element(I); }
};

// A table that is returned, and one that is made of two of these.
struct Table {
  OUT_OF_LINE Table(int Rows, int Columns)
      : Data(Rows, std::vector<double>(Columns)) {}
  std::vector<std::vector<double>> Data;
};

OUT_OF_LINE Table corners(int I) {
  Table T(3, 2);
  T.Data[0][0] = I;
  return T;
}

OUT_OF_LINE long integrate(int I) {
  Table A = corners(I);
  Table B = corners(I + 1);
  return long(A.Data[0][0] + B.Data[0][0]);
}

// A wrapper of malloc, with two callers.
namespace memory {
template <typename T> OUT_OF_LINE T *get(int Number) {
  return static_cast<T *>(std::malloc(Number * sizeof(T)));
}
} // namespace memory

OUT_OF_LINE long first(int I) {
  double *A = memory::get<double>(16);
  A[0] = I;
  long Sum = long(A[0]);
  std::free(A);
  return Sum;
}

OUT_OF_LINE long second(int I) {
  double *A = memory::get<double>(32);
  A[1] = I;
  long Sum = long(A[1]);
  std::free(A);
  return Sum;
}

OUT_OF_LINE long grow(int Number) {
  std::vector<long> All;
  for (int I = 0; I < Number; ++I)
    All.push_back(I);
  return All.back();
}

int main() {
  Mesh M;
  for (int Step = 0; Step < 50; ++Step) {
    for (int I = 0; I < 40; ++I) {
      Sink = Sink + M[I].sum();
      Sink = Sink + integrate(I);
      Sink = Sink + first(I) + second(I);
    }
    Sink = Sink + grow(100);
  }
  return 0;
}
