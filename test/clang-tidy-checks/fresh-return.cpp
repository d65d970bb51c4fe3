// RUN: %check_tidy %s anomalloc-fresh-return %t
// RUN: %check_tidy %s anomalloc-fresh-return %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// a function makes a vector or matrix anew for each call and returns it by value

#include <valarray>
#include <vector>

struct Point {
  double X, Y;
};

class Vector {
public:
  explicit Vector(int Size) : Values(Size) {}
  double &operator()(int I) { return Values[I]; }
  double operator()(int I) const { return Values[I]; }
  int size() const { return int(Values.size()); }

private:
  std::vector<double> Values;
};

// Owns by raw pointer; other units define the copies.
class Matrix {
public:
  Matrix(int Rows, int Columns);
  Matrix(const Matrix &Other);
  Matrix &operator=(const Matrix &Other);
  ~Matrix();
  double &operator()(int Row, int Column) { return Entries[Row * 3 + Column]; }
  double operator()(int Row, int Column) const { return Entries[Row * 3 + Column]; }
  // The matrix itself is asked for: its uses tell.
  Matrix transposed(int) const;

private:
  double *Entries;
};

// The interface returns a matrix, and nobody is seen to call it.
class Material {
public:
  virtual ~Material() = default;
  virtual Matrix tangent(const Vector &Strain) const = 0;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:11: remark: each call of 'tangent' returns a new 'Matrix', which owns heap memory (by pointer 'Entries', which it copies); let the caller pass a 'Matrix &' to fill, and keep one for all calls [anomalloc-fresh-return]
};

// An override shows the size.
class Kernel {
public:
  virtual ~Kernel() = default;
  virtual Vector weights(const Point &At) const = 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: each call of 'weights' makes a new 'Vector', which owns heap memory (member 'Values'), inside a loop; it always has 4 elements: return a type that holds them in place, such as 'std::array' [anomalloc-fresh-return]
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:11: warning: each call of 'weights' makes a new 'Vector', which owns heap memory (member 'Values'), inside a loop; it always has 4 elements: return a type that holds them in place, such as 'std::array' [anomalloc-fresh-return]
};
class Quadrilateral : public Kernel {
public:
  Vector weights(const Point &At) const override {
    Vector Result(4);
    Result(0) = At.X;
    Result(3) = At.Y;
    return Result;
  }
};
double sum(const Kernel &K, const std::vector<Point> &Points) {
  double Sum = 0;
  for (const Point &P : Points)
    Sum += K.weights(P)(0);
  return Sum;
}

class Mesh {
public:
  // Another unit has the body.
  std::vector<Point> corners(int Element) const;
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: each call of 'corners' returns a new 'std::vector<Point>', which owns heap memory, inside a loop; let the caller pass a 'std::vector<Point> &' to fill, and keep one for all calls [anomalloc-fresh-return]
  // CHECK-MESSAGES-ALL: :[[@LINE-2]]:3: warning: each call of 'corners' returns a new 'std::vector<Point>'
  // Public, of an argument, and nobody is seen to call it.
  std::vector<double> distances(const Point &From) const {
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:3: remark: each call of 'distances' makes a new 'std::vector<double>', which owns heap memory; let the caller pass a 'std::vector<double> &' to fill, and keep one for all calls [anomalloc-fresh-return]
    std::vector<double> Result;
    for (const Point &P : Points)
      Result.push_back(P.X - From.X);
    return Result;
  }
  // Without an argument it is most likely asked for once.
  std::vector<int> valences() const { return std::vector<int>(Points.size()); }

private:
  std::vector<Point> Points;
};
static std::valarray<double> principal(const Vector &Strain) {
// CHECK-MESSAGES: :[[@LINE-1]]:8: warning: each call of 'principal' makes a new 'std::valarray<double>', which owns heap memory, inside a loop; it always has 2 elements: return a type that holds them in place, such as 'std::array' [anomalloc-fresh-return]
// CHECK-MESSAGES-ALL: :[[@LINE-2]]:8: warning: each call of 'principal' makes a new 'std::valarray<double>'
  std::valarray<double> Result(2);
  Result[0] = Strain(0);
  Result[1] = Strain(1);
  return Result;
}
// What it makes besides may be far more.
static std::vector<int> ranks(const Point &Of) {
// CHECK-MESSAGES-ALL: :[[@LINE-1]]:8: remark: each call of 'ranks' makes a new 'std::vector<int>', which owns heap memory, inside a loop; let the caller pass
  std::vector<std::vector<double>> Rows(int(Of.X), std::vector<double>(3));
  std::vector<int> Result(Rows.size());
  Result[0] = int(Rows[0][0]);
  return Result;
}
int ranksOfAll(const std::vector<Point> &Points) {
  int Sum = 0;
  for (const Point &P : Points)
    Sum += ranks(P)[0];
  return Sum;
}
// Each call makes the next one.
struct Sampler {
  virtual ~Sampler() = default;
  virtual std::vector<int> sample() = 0;
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:11: remark: each call of 'sample' makes a new 'std::vector<int>', which owns heap memory; let the caller pass
};
struct Combinations : Sampler {
  std::vector<int> sample() override {
    std::vector<int> Result(Size);
    Result[0] = ++Last;
    return Result;
  }
  int Size = 3, Last = 0;
};

void walk(const Mesh &M, const Vector &Strain, int Elements) {
  double Sum = 0;
  std::vector<Point> Last;
  for (int I = 0; I < Elements; ++I) {
    const auto Corners = M.corners(I);
    Sum += Corners[0].X;
    std::valarray<double> P = principal(Strain);
    P[0] = 1;
  }
}

// It hands on what an override makes, which has to change with it.
class Bounds {
  struct Rule {
    virtual ~Rule() = default;
    virtual std::vector<double> upper(const std::vector<double> &At) const {
      return std::vector<double>(At.size(), 1e300);
    }
  };
  Rule *Which;

public:
  std::vector<double> upper(const std::vector<double> &At) const {
    // CHECK-MESSAGES-ALL: :[[@LINE-1]]:3: remark: each call of 'upper' makes a new 'std::vector<double>', which owns heap memory, inside a loop; let the caller pass a 'std::vector<double> &' to fill, and keep one for all calls; not in view: whether the overrides of 'upper', which makes it, could fill one [anomalloc-fresh-return]
    std::vector<double> Result = Which->upper(At);
    return Result;
  }
};
double last(const Bounds &B, const std::vector<double> &At) {
  double Sum = 0;
  for (unsigned I = 0; I < At.size(); ++I)
    Sum += B.upper(At)[I];
  return Sum;
}
