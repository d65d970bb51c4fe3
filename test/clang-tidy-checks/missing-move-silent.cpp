// RUN: %check_tidy %s anomalloc-missing-move %t -std=c++17,c++23

// CHECK-SILENT

#include <array>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using Ids = std::vector<int>;
Ids read(int);
void use(const Ids &);

// Seed 002, after.
void cells(int N) {
  std::vector<Ids> All;
  for (int I = 0; I < N; ++I) {
    Ids Row = read(I);
    All.push_back(std::move(Row));
    // TWIN: std::move(Row) -> Row
  }
}

// Used again: later, in the next iteration, after a jump, in a handler.
void again(std::vector<Ids> &All, int N) {
  Ids Same = read(0);
  for (int I = 0; I < N; ++I) {
    All.push_back(Same);
    // TWIN: All -> Ids New = read(1); All.push_back(New); All
    Ids Row = read(I);
    All.push_back(Row); // then used
    use(Row);
    // TWIN@{All.push_back(Row); // then used}: use(Row); ->
  Retry:
    Ids Jumped = read(I);
    for (int J = 0; J < 2; ++J)
    // TWIN@+2: for (int J = 0; J < 2; ++J) ->
      All.push_back(Jumped);
    Ids Tried = read(I);
    try {
      All.push_back(Tried);
    } catch (const std::exception &) {
      use(Tried);
      // TWIN@{All.push_back(Tried)}: use(Tried); ->
    }
    if (N > 100)
      goto Retry;
  }
}
void sameExpression(std::vector<Ids> &All, int N) {
  while (N--) {
    Ids Row = read(N);
    All.insert(All.begin() + int(Row.size()), Row);
    // TWIN: All.begin() + int(Row.size()) -> All.begin()
    Ids Other = read(N);
    All.emplace_back(Other.size() > 2 ? Other : Row);
    // TWIN: Other.size() > 2 ? Other : Row -> Other
  }
}

// Referred to from elsewhere.
void referred(std::vector<Ids> &All, std::vector<const Ids *> &Pointers, int N) {
  while (N--) {
    Ids Row = read(N);
    const Ids &Alias = Row;
    // TWIN@+2: const Ids &Alias -> const Ids Alias
    All.push_back(Row);
    use(Alias);
    Ids Pointed = read(N);
    Pointers.push_back(&Pointed);
    // TWIN@{All.push_back(Pointed)}: Pointers.push_back(&Pointed); ->
    All.push_back(Pointed);
    use(*Pointers.back());
    Ids Captured = read(N);
    auto Later = [&Captured] { use(Captured); };
    // TWIN@{All.push_back(Captured)}: &Captured -> Captured
    All.push_back(Captured);
    Later();
  }
}

// Cannot be moved, or gains nothing.
struct NoMove {
  NoMove() = default;
  NoMove(const NoMove &) = default;
  // TWIN@{A.push_back(X)}: NoMove(const NoMove &) = default; ->
  Ids Values;
};
struct Plain {
  int Values[100];
  // TWIN@{B.push_back(Y)}: int Values[100] -> Ids Values
};
NoMove noMove(int);
Plain plain(int);
void cannot(std::vector<NoMove> &A, std::vector<Plain> &B, std::vector<Ids> &C,
            int N) {
  while (N--) {
    NoMove X = noMove(N);
    A.push_back(X);
    Plain Y = plain(N);
    B.push_back(Y);
    static Ids Static = read(N);
    // TWIN@+2: static ->
    C.push_back(Static);
  }
}

// References and what is returned anyway.
Ids returned(int N) {
  Ids Row = read(N);
  return Row;
  // TWIN: return Row -> std::vector<Ids> All; while (N--) { Ids New = read(N); All.push_back(New); } return Row
}
void reference(std::vector<Ids> &All, Ids &Row, int N) {
// TWIN@+3: Ids &Row, -> Ids &Out,
  while (N--) {
    All.push_back(Row); // a reference
    // TWIN: All -> Ids Row = read(N); All
    returned(N);
  }
}

// Where nobody can edit.
#define ADD(To, What) To.push_back(What)
void macros(std::vector<Ids> &All, int N) {
  while (N--) {
    Ids Row = read(N);
    ADD(All, Row);
    // TWIN: ADD(All, Row) -> All.push_back(Row)
    Ids Other = read(N);
    All.push_back(Other); // NOLINT
    // TWIN: // NOLINT ->
  }
}

// A parameter named once: performance-unnecessary-value-param says it.
struct Holder {
  explicit Holder(Ids Values) : Kept(Values) {}
  Ids Kept;
};
void hold(int N) {
  while (N--)
    Holder H(read(N));
}

// A member of a local object that is looked at again, by its destructor too.
struct Pair {
  Ids First, Second;
};
struct Watcher {
  Ids Seen;
  ~Watcher() { use(Seen); }
};
void parts(std::vector<Ids> &All, int N) {
  while (N--) {
    Pair P{read(N), read(N)};
    All.push_back(P.First);
    use(P.Second);
    // TWIN@{All.push_back(P.First);}: use(P.Second); ->
    Watcher W{read(N)};
    All.push_back(W.Seen);
    // TWIN: W.Seen); -> W.Seen); Ids Q = read(N); All.push_back(Q);
  }
}

// Elements of a container that is used again, or that others see.
void elements(std::vector<Ids> &All, const std::vector<Ids> &Given) {
  std::vector<Ids> Own(3, read(1));
  for (auto &E : Own)
    All.push_back(E); // of its own
  All.insert(All.end(), Own.begin(), Own.end());
  // TWIN@{All.push_back(E); // of its own}: All.insert(All.end(), Own.begin(), Own.end()); ->
  for (const auto &E : Given)
    // TWIN@+2: for (const auto &E : Given) -> std::vector<Ids> Copy(Given); for (auto &E : Copy)
    All.push_back(E); // of others
}

// Callers that keep what they hand over, and an overload that takes the rest.
struct Sink {
  explicit Sink(const Ids &I) : Kept(I) {}
  void add(const Ids &I) { All.push_back(I); }
  void add(Ids &&I) { All.push_back(std::move(I)); }
  // TWIN@{void add(const Ids &I)}: void add(Ids &&I) { All.push_back(std::move(I)); } ->
  Ids Kept;
  std::vector<Ids> All;
};
void callers(const Ids &Mine, int N) {
  while (N--) {
    Sink S(Mine);
    // TWIN@{explicit Sink(const Ids &I)}: S(Mine) -> S(read(1))
    S.add(read(N));
  }
}

// A copy of it counts, and allocates nothing.
namespace boost {
struct shared_count {
  long *Count = nullptr;
  shared_count() = default;
  template <typename T> explicit shared_count(T *) : Count(new long(1)) {}
  shared_count(const shared_count &O) : Count(O.Count) { ++*Count; }
  // TWIN@{All.push_back(P);}: Count(O.Count) { ++*Count; } -> Count(new long(*O.Count)) {}
  shared_count(shared_count &&O) : Count(O.Count) { O.Count = nullptr; }
  ~shared_count() {
    if (Count && !--*Count)
      delete Count;
  }
};
template <typename T> struct shared_ptr {
// TWIN@{All.push_back(P);}: shared_ptr -> deep_ptr
  T *px;
  shared_count pn;
  explicit shared_ptr(T *P) : px(P), pn(P) {}
  // TWIN@{All.push_back(P);}: shared_ptr -> deep_ptr
};
} // namespace boost
// TWIN@{All.push_back(P);}: } -> template <typename T> using shared_ptr = deep_ptr<T>; }

void counted(std::vector<boost::shared_ptr<Ids>> &All, int N) {
  for (int I = 0; I < N; ++I) {
    boost::shared_ptr<Ids> P(new Ids(read(I)));
    All.push_back(P);
  }
}

// An iterator is a pointer, whatever it points to; a copy of a shared pointer
// allocates nothing, so that it is but a hint.
void pointers(std::map<std::string, Ids> &M, std::list<Ids> &L,
              std::vector<std::shared_ptr<Ids>> &All, int N) {
  for (auto I = M.begin(); I != M.end();)
    I = M.erase(I);
  for (auto I = L.begin(); I != L.end();)
    I = L.erase(I);
  for (int I = 0; I < N; ++I) {
    auto Counted = std::make_shared<Ids>(read(I));
    // TWIN@{All.push_back(Counted);}: auto Counted = std::make_shared<Ids>(read(I)); -> Ids Counted = read(I); std::vector<Ids> All;
    All.push_back(Counted);
  }
}

// Not kept, only looked up.
void range(Ids &Into, int N) {
  while (N--) {
    Ids Row = read(N);
    Into.insert(Into.end(), Row.begin(), Row.end());
    // TWIN: Into.insert(Into.end(), Row.begin(), Row.end()) -> std::vector<Ids> All; All.push_back(Row)
  }
}

// Emptied and filled again: it keeps its memory.
void rows(std::vector<Ids> &All, const int *From, int N) {
  Ids Filled;
  while (N--) {
    Filled.push_back(*From);
    if (*From++ == 0) {
      All.push_back(Filled);
      Filled.clear();
      // TWIN@{All.push_back(Filled);}: Filled.clear() -> Filled = Ids()
    }
  }
}

// Its base cannot be moved, so a move copies as well.
struct Base {
  Base();
  Base(const Base &);
  // TWIN@{All.push_back(Bits);}: Base(const Base &) -> Base(Base &&); Base(const Base &)
  Ids Values;
};
struct Derived : Base {
  int More = 0;
};
Derived derived(int N);
void bases(std::vector<Derived> &All, int N) {
  while (N--) {
    Derived Bits = derived(N);
    All.push_back(Bits);
  }
}

// What the only caller gives away owns nothing.
class Names {
public:
  void add(const std::string &Name) { All.push_back(Name); }

private:
  std::vector<std::string> All;
};
void label(Names &N, int Count) {
  while (Count--)
    N.add("short");
    // TWIN@{All.push_back(Name)}: short -> longer than what a string holds in place
}
