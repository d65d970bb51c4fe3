// RUN: %check_tidy %s anomalloc-destructor-disables-move %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

// Classes with copies of their own making and without moves.

#include <string>
#include <vector>

// The compiler's would do the same.
class Vector {
public:
  explicit Vector(int N) : Values(N) {}
  Vector(const Vector &Other) : Values(Other.Values) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'Vector' has copies, but no moves: it is copied where it could be moved, and its heap memory (member 'Values') with it, inside a loop; leave the copies out (rule of zero), or declare the moves '= default'
  Vector &operator=(const Vector &Other) {
    Values = Other.Values;
    return *this;
  }

private:
  std::vector<double> Values;
};
Vector operator*(double, const Vector &);

void power(Vector &V, int N) {
  for (int I = 0; I < N; ++I)
    V = 2 * V;
}

// It does something else: a person's matter.
class Counted {
public:
  Counted();
  Counted(const Counted &Other) : Text(Other.Text), Copies(Other.Copies + 1) {}
  std::string Text;
  int Copies = 0;
};
std::vector<Counted> AllCounted;

// Rule of three, with bodies elsewhere.
class Matrix {
public:
  Matrix(int Rows, int Columns);
  Matrix(const Matrix &Other);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: {{warning|remark}}: 'Matrix' has copies, but no moves: it is copied where it could be moved, and its heap memory{{.*}} with it, inside a loop; give it a move constructor and a move assignment that take the memory over
  Matrix &operator=(const Matrix &Other);
  ~Matrix();
  double &operator()(int I, int J) { return Entries[I * Columns + J]; }
  double operator()(int I, int J) const { return Entries[I * Columns + J]; }

private:
  int Rows, Columns;
  double *Entries;
};
Matrix operator*(const Matrix &, const Matrix &);

void power(Matrix &M, int N) {
  for (int I = 0; I < N; ++I)
    M = M * M;
}

// Nobody is seen to move it, and nothing would be lost without the destructor.
struct Derivation {
  Derivation() : Reference(0) {}
  ~Derivation() = default;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: the declared destructor of 'Derivation' takes its moves away: what asks for a move copies it, and its heap memory (member 'Chain') with it; leave the destructor out (rule of zero); not in view: whether objects of it are moved
  std::vector<int> Chain;
  int Reference;
};

// A base has to have it.
struct Base {
  virtual ~Base() = default;
  std::vector<int> Chain;
};
