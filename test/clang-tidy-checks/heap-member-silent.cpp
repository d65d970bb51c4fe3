// RUN: %check_tidy %s anomalloc-heap-member %t -std=c++17
// CHECK-SILENT

// Pointers that are needed, or that nothing repeats.

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

struct Context {
  explicit Context(int Id) : Id(Id) {}
  virtual ~Context() = default; // may be a derived one
  // TWIN@{std::unique_ptr<Context> P;}: virtual ->
  int Id;
};
struct Plain {
  explicit Plain(int Id) : Id(Id) {}
  void set(int I) { Id = I; }
  int Id;
};
struct Large {
  double Values[100];
  // TWIN@{std::unique_ptr<Large> P;}: 100 -> 2
};
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned &) = delete;
  // TWIN@{std::unique_ptr<Pinned> P;}: = delete -> = default
  int Id = 0;
};
void keep(Plain *P);
struct Keeper {
  explicit Keeper(Plain &P) : P(P) {}
  Plain &P;
};

struct Polymorphic {
  void make() { P = std::make_unique<Context>(1); }
  std::unique_ptr<Context> P;
};
struct TooLarge {
  void make() { P = std::make_unique<Large>(); }
  std::unique_ptr<Large> P;
};
struct Released {
  Plain *make() {
    P = std::make_unique<Plain>(1);
    return P.release();
    // TWIN@+3: P.release() -> nullptr
  }
  std::unique_ptr<Plain> P;
};
struct Moved {
  std::unique_ptr<Plain> make() {
    P = std::make_unique<Plain>(1);
    return std::move(P);
    // TWIN@+3: std::move(P) -> nullptr
  }
  std::unique_ptr<Plain> P;
};
struct Swapped {
  void make(std::unique_ptr<Plain> &Other) {
    P = std::make_unique<Plain>(1);
    P.swap(Other);
    // TWIN@+3: P.swap(Other); ->
  }
  std::unique_ptr<Plain> P;
};
struct HandedOut {
  Plain *make() {
    P = std::make_unique<Plain>(1);
    return P.get();
    // TWIN@+3: P.get() -> nullptr
  }
  std::unique_ptr<Plain> P;
};
struct Kept {
  void make() {
    P = std::make_unique<Plain>(1);
    keep(P.get());
    // TWIN@+3: keep(P.get()) -> P->set(1)
  }
  std::unique_ptr<Plain> P;
};
struct KeptByReference {
  void make() {
    P = std::make_unique<Plain>(1);
    Keeper K(*P);
    // TWIN@+3: Keeper K(*P) -> P->set(1)
  }
  std::unique_ptr<Plain> P;
};
struct Returned {
  void make() { P = std::make_unique<Plain>(1); }
  Plain &get() { return *P; }
  // TWIN@+4: { return *P; } -> { static Plain S(1); return S; }
  const int &id() { return P->Id; }
  // TWIN@+2: const int & -> int 
  std::unique_ptr<Plain> P;
};
struct Received {
  void make(std::unique_ptr<Plain> Q) {
    P = std::make_unique<Plain>(1);
    P = std::move(Q);
    // TWIN@+3: P = std::move(Q); ->
  }
  std::unique_ptr<Plain> P;
};
// The new object is made from the old one.
struct Chained {
  void make() { P = std::make_unique<Plain>(P ? P->Id + 1 : 0); }
  // TWIN@+2: P ? P->Id + 1 : 0 -> 0
  std::unique_ptr<Plain> P;
};
// unique_ptr gives const methods an object that they may change.
struct ChangedByConst {
  ChangedByConst() : P(new Plain(0)) {}
  void make() const { P->set(1); }
  // TWIN@+2: set(1) -> Id
  std::unique_ptr<Plain> P;
};
// The class could be moved no more.
struct HoldsPinned {
  void make() { P = std::make_unique<Pinned>(); }
  std::unique_ptr<Pinned> P;
};
// Objects are moved around.
struct MovedAround {
  void make() { P = std::make_unique<Plain>(1); }
  std::unique_ptr<Plain> P;
};
struct WithDeleter {
  struct Delete {
    void operator()(Plain *P) const { delete P; }
  };
  void make() { P.reset(new Plain(1)); }
  std::unique_ptr<Plain, Delete> P;
  // TWIN: , Delete ->
};
struct ArrayOwner {
  void make() { P.reset(new Plain[1]{Plain(1)}); }
  // TWIN@+2: new Plain[1]{Plain(1)} -> new Plain(1)
  std::unique_ptr<Plain[]> P;
  // TWIN: Plain[] -> Plain
};
// A type that contains itself.
struct Tree {
  void make() { Left = std::make_unique<Tree>(); }
  std::unique_ptr<Tree> Left;
};
struct Suppressed {
  void make() { P = std::make_unique<Plain>(1); }
  std::unique_ptr<Plain> P; // NOLINT
  // TWIN: // NOLINT ->
};
#define MEMBER std::unique_ptr<Plain> P
struct InMacro {
  void make() { P = std::make_unique<Plain>(1); }
  MEMBER;
  // TWIN: MEMBER -> std::unique_ptr<Plain> P
};

void loop(int N, std::vector<MovedAround> &Others) {
  for (int I = 0; I < N; ++I) {
    Polymorphic A;
    A.make();
    TooLarge B;
    B.make();
    Released C;
    delete C.make();
    Moved D;
    D.make();
    Swapped E;
    std::unique_ptr<Plain> Out;
    E.make(Out);
    HandedOut F;
    F.make();
    Kept G;
    G.make();
    KeptByReference H;
    H.make();
    Returned J;
    J.make();
    J.get();
    Received K;
    K.make(nullptr);
    Chained L;
    L.make();
    ChangedByConst M;
    M.make();
    HoldsPinned O;
    O.make();
    MovedAround P;
    P.make();
    Others.push_back(std::move(P));
    WithDeleter Q;
    Q.make();
    ArrayOwner R;
    R.make();
    Tree S;
    S.make();
    Suppressed T;
    T.make();
    InMacro U;
    U.make();
  }
}

// Made once.
class Once {
public:
  void make() { P = std::make_unique<Plain>(1); }

private:
  std::unique_ptr<Plain> P;
};
void once() {
  Once O;
  O.make();
}
