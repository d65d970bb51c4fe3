// RUN: %check_tidy %s anomalloc-heap-member %t -std=c++11,c++20

// Iterators that keep their state behind a pointer.

#include <memory>
#include <vector>

struct Node {
  int Value;
};

// The case of the seed.
class NodeContainerIterator {
public:
  explicit NodeContainerIterator(const std::vector<Node *> &Nodes);
  NodeContainerIterator &operator++();
  Node &operator*() const;
  bool atEnd() const;

private:
  struct IIterator;
  std::shared_ptr<IIterator> m_pimpl;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: each 'NodeContainerIterator' keeps its state in a heap block of its own, behind 'm_pimpl', in a function that is called in a loop; store the state as members [anomalloc-heap-member]
};

int sum(const std::vector<std::vector<Node *>> &All) {
  int Sum = 0;
  for (const auto &Nodes : All)
    for (NodeContainerIterator I(Nodes); !I.atEnd(); ++I)
      Sum += (*I).Value;
  return Sum;
}

// By its operators, with unique_ptr, made by begin() and end().
class Walker {
public:
  class Position {
    struct State {
      const Node *At;
    };
    std::unique_ptr<State> Mine;
    // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: each 'Walker::Position' keeps its state
  public:
    explicit Position(const Node *At) : Mine(new State{At}) {}
    Position &operator++() {
      ++Mine->At;
      return *this;
    }
    const Node &operator*() const { return *Mine->At; }
    bool operator!=(const Position &Other) const {
      return Mine->At != Other.Mine->At;
    }
  };
  Position begin() const { return Position(Nodes.data()); }
  Position end() const { return Position(Nodes.data() + Nodes.size()); }
  std::vector<Node> Nodes;
};
int walk(const std::vector<Walker> &Walkers) {
  int Sum = 0;
  for (const Walker &W : Walkers)
    for (auto I = W.begin(); I != W.end(); ++I)
      Sum += (*I).Value;
  return Sum;
}

// After the change.
class RepairedIterator {
public:
  explicit RepairedIterator(const std::vector<Node *> &Nodes);
  RepairedIterator &operator++();
  Node &operator*() const;

private:
  std::vector<Node *>::const_iterator m_iterator;
};

// Derived classes stand behind it: it must be a pointer.
class AnyIterator {
public:
  AnyIterator();
  AnyIterator &operator++();
  int operator*() const;

private:
  struct Base {
    virtual ~Base();
    virtual int get() const = 0;
  };
  std::unique_ptr<Base> Of;
};
// No iterator.
class Handle {
public:
  Handle();

private:
  struct Impl;
  std::shared_ptr<Impl> Pimpl;
};
// More than the pointer; what it points to belongs to others.
class TwoIterator {
public:
  TwoIterator();
  TwoIterator &operator++();

private:
  std::shared_ptr<std::vector<int>> Data;
  int At = 0;
};
class SharedIterator {
public:
  SharedIterator();
  SharedIterator &operator++();

private:
  std::shared_ptr<std::vector<int>> Data;
};
// Never made in a loop.
class OnceIterator {
public:
  OnceIterator();
  OnceIterator &operator++();

private:
  struct Impl;
  std::shared_ptr<Impl> Pimpl;
};
void once() { OnceIterator I; }
void others(int N) {
  while (N--) {
    AnyIterator A;
    Handle H;
    TwoIterator T;
    SharedIterator S;
  }
}
