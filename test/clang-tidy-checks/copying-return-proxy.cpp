// RUN: %check_tidy %s anomalloc-copying-return %t -std=c++11,c++20

// Where no reference can be returned, or not by this function alone: notes.

#include <string>
#include <vector>

class Mesh;

// The paper's own case: the element is made anew for each question.
class Element {
public:
  Element(const Mesh &, int);
  int numNodes() const { return static_cast<int>(Nodes.size()); }

private:
  std::vector<int> Nodes;
};

class Mesh {
public:
  Element getElem(int I) const;
  Element operator[](int I) const { return getElem(I); }
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'operator[]' makes a 'Element' for each call, which owns heap memory (member 'Nodes'), inside a loop; return a light proxy, a reference and an index, to callers that only look at it [anomalloc-copying-return]
  // CHECK-NOTES: :[[@LINE+13]]:12: note: this caller needs no copy
};

// Its body is in another unit.
struct Grid {
  Element operator[](int I) const;
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'operator[]' makes a 'Element' for each call
  // CHECK-NOTES: :[[@LINE+7]]:12: note: this caller needs no copy
};

int sum(const Mesh &M, const Grid &G) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    Sum += M[I].numNodes();
    Sum += G[I].numNodes();
  }
  return Sum;
}

// Nobody looks for a moment only.
struct Kept {
  Element operator[](int I) const;
};
void keep(const Kept &K, std::vector<Element> &To) {
  for (int I = 0; I < 3; ++I)
    To.push_back(K[I]);
}

// A forwarding accessor: both have to change.
struct Rows {
  std::vector<std::vector<int>> All;
  std::vector<int> row(int I) const { return All[I]; }
  // CHECK-FIXES: {{^}}  const std::vector<int> &row(int I) const { return All[I]; }{{$}}
  // CHECK-NOTES: :[[@LINE-2]]:3: warning: 'row' returns a copy of a part of 'All'
  // CHECK-NOTES: :[[@LINE+11]]:12: note: this caller needs no copy
  std::vector<int> operator()(int I) const { return row(I); }
  // CHECK-FIXES: {{^}}  std::vector<int> operator()(int I) const { return row(I); }{{$}}
  // CHECK-NOTES: :[[@LINE-2]]:3: warning: 'operator()' returns a copy of a part of 'All'
  // CHECK-NOTES: :[[@LINE+7]]:12: note: this caller needs no copy
  // CHECK-NOTES: :[[@LINE-8]]:20: note: 'row' must return a reference first
};

int forwarded(const Rows &R) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += R(I).size();
  return Sum;
}

// An interface: every override has to change.
struct Shape {
  virtual ~Shape() = default;
  virtual std::string name() const { return Name; }
  // CHECK-NOTES: :[[@LINE-1]]:11: warning: 'name' returns a copy of 'Name'
  // CHECK-NOTES: :[[@LINE+14]]:12: note: this caller needs no copy
  // CHECK-NOTES: :[[@LINE-3]]:11: note: every override has to change with it
  virtual std::string kind() const { return Name; }
  std::string Name;
};
struct Circle : Shape {
  std::string name() const override { return Own; }
  // Not a part.
  std::string kind() const override { return "circle"; }
  std::string Own;
};
int names(const std::vector<Shape *> &All) {
  int Sum = 0;
  for (const Shape *S : All) {
    Sum += S->name().size();
    Sum += S->kind().size();
  }
  return Sum;
}

// Callers that the change would break, or may break.
static int print(const std::string &, std::string &To) { return To.size(); }
struct Person {
  std::string Name;
  std::string name() const { return Name; }
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'name' returns a copy of 'Name'
  // CHECK-NOTES: :[[@LINE+16]]:12: note: this caller needs no copy
  // CHECK-NOTES: :[[@LINE+16]]:5: note: this caller needs an object of its own
  std::string other() const { return Name; }
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'other' returns a copy of 'Name'
  // CHECK-NOTES: :[[@LINE+14]]:32: note: this caller needs no copy
  // CHECK-NOTES: :[[@LINE-3]]:3: note: check that no caller changes the object while it refers to this part
  std::string lent() const { return Name; }
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: 'lent' returns a copy of 'Name'
  // CHECK-NOTES: :[[@LINE+13]]:18: note: this caller needs no copy
  // CHECK-NOTES: :[[@LINE-3]]:3: note: check that callers elsewhere do not change or move from the result
};

int people(Person &P) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    // The first of all, then one that breaks.
    Sum += P.name().size();
    P.name().append("x");
    const std::string &Bound = P.other();
    P.Name += "x";
    Sum += Bound.size();
    Sum += print(P.lent(), P.Name);
  }
  return Sum;
}
