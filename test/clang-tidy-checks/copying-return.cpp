// RUN: %check_tidy %s anomalloc-copying-return %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// Getters that return a part by value, and callers in loops that only look at
// it; fixed where every caller is seen, compiled and run.

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Element {
  std::vector<int> Nodes;
  std::string Name;
  int numNodes() const { return static_cast<int>(Nodes.size()); }
};

class Mesh {
public:
  Mesh() : Elements(5), Root(new Element) {
    for (int I = 0; I < 5; ++I) {
      Elements[I].Nodes.assign(3, I);
      Named["a name that is too long for the small buffer"].Nodes.push_back(I);
    }
    Pointer = &Elements[2];
  }

  // The paper's own case.
  Element operator[](int I) const { return Elements[I]; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'operator[]' returns a copy of a part of 'Elements', a 'Element', which owns heap memory (member 'Nodes'), inside a loop; return 'const Element &' [anomalloc-copying-return]
  // CHECK-FIXES: {{^}}  const Element &operator[](int I) const { return Elements[I]; }{{$}}
  std::vector<Element> elements() const { return Elements; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'elements' returns a copy of 'Elements', a 'std::vector<Element>', which owns heap memory, inside 2 nested loops; return 'const std::vector<Element> &'
  // CHECK-FIXES: {{^}}  const std::vector<Element> &elements() const { return Elements; }{{$}}
  Element at(int I) const;
  // CHECK-FIXES: {{^}}  const Element &at(int I) const;{{$}}
  Element operator()(int I, int) const { return Elements.at(I); }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'operator()' returns a copy of a part of 'Elements'
  // CHECK-FIXES: {{^}}  const Element &operator()(int I, int) const { return Elements.at(I); }{{$}}
  // A getter that could be const.
  std::vector<int> first() { return Elements.front().Nodes; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'first' returns a copy of 'Nodes'
  // CHECK-FIXES: {{^}}  const std::vector<int> &first() { return Elements.front().Nodes; }{{$}}
  Element byName(const std::string &Name) const {
    // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'byName' returns a copy of a part of 'Named'
    // CHECK-FIXES: {{^}}  const Element &byName(const std::string &Name) const {{{$}}
    auto It = Named.find(Name);
    if (It == Named.end())
      throw 1;
    return It->second;
  }
  auto root() const -> Element { return *Root; }
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'root' returns a copy of a part of 'Root'
  // CHECK-FIXES: {{^}}  auto root() const -> const Element & { return *Root; }{{$}}
  const std::string name() const { return Pointer->Name; }
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'name' returns a copy of 'Name', a 'std::string'
  // CHECK-FIXES: {{^}}  const std::string &name() const { return Pointer->Name; }{{$}}
  Element either(bool First) const { return First ? Elements[0] : *Pointer; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'either' returns a copy of
  // CHECK-FIXES: {{^}}  const Element &either(bool First) const { return First ? Elements[0] : *Pointer; }{{$}}
  Element through(int I) const {
    // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'through' returns a copy of a part of 'Elements', {{.*}}, inside 2 nested loops;
    // CHECK-FIXES: {{^}}  const Element &through(int I) const {{{$}}
    const Element &E = Elements[I];
    return E;
  }
  Element search(int Node) const {
    // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'search' returns a copy of
    // CHECK-FIXES: {{^}}  const Element &search(int Node) const {{{$}}
    for (const Element &E : Elements)
      if (E.Nodes[0] == Node)
        return E;
    return *Root;
  }
  static std::string title(const Mesh &M) { return M.Root->Name; }
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'title' returns a copy of 'Name'
  // CHECK-FIXES: {{^}}  static const std::string &title(const Mesh &M) { return M.Root->Name; }{{$}}

private:
  std::vector<Element> Elements;
  std::map<std::string, Element> Named;
  std::unique_ptr<Element> Root;
  const Element *Pointer;
};

// Out of line: both declarations are changed.
Element Mesh::at(int I) const { return Elements.at(I); }
// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'at' returns a copy of a part of 'Elements'
// CHECK-FIXES: {{^}}const Element &Mesh::at(int I) const { return Elements.at(I); }{{$}}

std::vector<int> nodesOf(const Element &E) { return E.Nodes; }
// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'nodesOf' returns a copy of 'Nodes'
// CHECK-FIXES: {{^}}const std::vector<int> &nodesOf(const Element &E) { return E.Nodes; }{{$}}

int sum(Mesh &M, const Element &E) {
  int Sum = 0;
  for (int I = 0; I < 5; ++I) {
    Sum += M[I].numNodes();
    Sum += M.at(I).Nodes[1];
    Sum += M(I, 0).numNodes();
    Sum += M.first().size();
    Sum += M.byName("a name that is too long for the small buffer").numNodes();
    Sum += M.root().numNodes();
    Sum += M.name().size();
    Sum += M.either(I == 2).numNodes();
    Sum += M.search(I).numNodes();
    Sum += Mesh::title(M).empty();
    // A variable that is only read counts beside one who has none.
    for (int J = 0; J < 2; ++J) {
      auto Local = M.through(I);
      Sum += Local.numNodes();
    }
    Sum += M.through(I).numNodes();
    Sum += nodesOf(E)[0];
    do
      Sum += static_cast<int>(M.elements().size());
    while (Sum < 0);
  }
  return Sum;
}

} // namespace

int main() {
  Mesh M;
  // An object of its own: no matter.
  Element Copy = M[3];
  Copy.Nodes.push_back(7);
  std::printf("%d %d\n", sum(M, Copy), Copy.numNodes());
  return 3;
}
