// RUN: %check_tidy %s anomalloc-heap-member %t -std=c++17,c++20

// Members behind a pointer that only delays their making.

#include <memory>
#include <string>
#include <vector>

struct Context {
  explicit Context(int Id) : Id(Id) {}
  void run() { ++Id; }
  int id() const { return Id; }
  int Id;
  double Values[4];
};
void show(const Context &C);

// The case of the seed: made later than its owner.
class ExecutorCommand {
public:
  bool pre_execution(int Id) {
    m_ctx = std::make_unique<Context>(Id);
    return m_ctx != nullptr;
  }
  void execute() {
    if (m_ctx)
      m_ctx->run();
    show(*m_ctx);
  }
  void done() { m_ctx.reset(); }

private:
  // "Context" not default initialisable. Initialised in pre_execution().
  std::unique_ptr<Context> m_ctx;
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'm_ctx' allocates a 'Context' of 40 bytes only to make it later than its owner, in a function that is called in a loop; 'std::optional<Context>' holds it in place [anomalloc-heap-member]
};

void executeAll(int N) {
  for (int I = 0; I < N; ++I) {
    ExecutorCommand Command;
    Command.pre_execution(I);
    Command.execute();
    Command.done();
  }
}

// Made in a loop by its owner, with new and reset().
class Worker {
public:
  void work(int N) {
    for (int I = 0; I < N; ++I) {
      State.reset(new Context(I));
      State->run();
      Sum += State->Id + (*State).id() + State.get()->id();
      if (State.get() == nullptr || !State)
        return;
      State = nullptr;
    }
  }

private:
  std::unique_ptr<Context> State;
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'State' allocates a 'Context' of 40 bytes only to make it later than its owner, inside a loop; 'std::optional<Context>' holds it in place
  int Sum = 0;
};

// Each object makes one: no delay at all.
class Item {
public:
  explicit Item(int Id) : Data(new Context(Id)) {}
  Item() : Data(std::make_unique<Context>(0)) {}
  int id() const { return Data->id(); }

private:
  const std::unique_ptr<Context> Data;
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'Data' allocates a 'Context' of 40 bytes for each 'Item', in a function that is called in a loop; a member of type 'Context' is part of its owner
};

int items(int N) {
  int Sum = 0;
  while (N--)
    Sum += Item(N).id() + Item().id();
  return Sum;
}

// In a class of a template's instantiation, and through an alias.
using ContextPointer = std::unique_ptr<Context>;
template <typename T> class Lazy {
public:
  void set(int I) { Pointer = std::make_unique<T>(I); }
  int get() { return Pointer->id(); }

private:
  std::unique_ptr<T> Pointer;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'Pointer' allocates a 'Context'
};
class Aliased {
public:
  void set(int I) { Pointer = ContextPointer(new Context(I)); }
  int get() { return Pointer ? Pointer->id() : 0; }

private:
  ContextPointer Pointer;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'Pointer' allocates a 'Context'
};
int both(int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Lazy<Context> L;
    L.set(I);
    Aliased A;
    A.set(I);
    Sum += L.get() + A.get();
  }
  return Sum;
}

// A number behind a pointer.
struct Cell {
  explicit Cell(double X) { Value = std::make_unique<double>(X); }
  double get() const { return *Value; }
  std::unique_ptr<double> Value;
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'Value' allocates a 'double' of 8 bytes for each 'Cell'
};
double cells(const std::vector<double> &Numbers) {
  double Sum = 0;
  for (double N : Numbers)
    Sum += Cell(N).get();
  return Sum;
}

// After the change.
class Repaired {
public:
  void set(int I) { m_ctx = I; }

private:
  int m_ctx;
};
