// RUN: %check_tidy %s anomalloc-missing-move %t -std=c++17,c++23

// CHECK-SILENT

#include <array>
#include <functional>
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
  }
}

// Used again: later, in the next iteration, after a jump, in a handler.
void again(std::vector<Ids> &All, int N) {
  Ids Same = read(0);
  for (int I = 0; I < N; ++I) {
    All.push_back(Same);
    Ids Row = read(I);
    All.push_back(Row);
    use(Row);
  Retry:
    Ids Jumped = read(I);
    for (int J = 0; J < 2; ++J)
      All.push_back(Jumped);
    Ids Tried = read(I);
    try {
      All.push_back(Tried);
    } catch (const std::exception &) {
      use(Tried);
    }
    if (N > 100)
      goto Retry;
  }
}
void sameExpression(std::vector<Ids> &All, int N) {
  while (N--) {
    Ids Row = read(N);
    All.insert(All.begin() + int(Row.size()), Row);
    Ids Other = read(N);
    All.emplace_back(Other.size() > 2 ? Other : Row);
  }
}

// Referred to from elsewhere.
void referred(std::vector<Ids> &All, std::vector<const Ids *> &Pointers, int N) {
  while (N--) {
    Ids Row = read(N);
    const Ids &Alias = Row;
    All.push_back(Row);
    use(Alias);
    Ids Pointed = read(N);
    Pointers.push_back(&Pointed);
    All.push_back(Pointed);
    use(*Pointers.back());
    Ids Captured = read(N);
    auto Later = [&Captured] { use(Captured); };
    All.push_back(Captured);
    Later();
  }
}

// Cannot be moved, or gains nothing.
struct NoMove {
  NoMove() = default;
  NoMove(const NoMove &) = default;
  Ids Values;
};
struct Plain {
  int Values[100];
};
void cannot(std::vector<NoMove> &A, std::vector<Plain> &B, std::vector<Ids> &C,
            int N) {
  while (N--) {
    NoMove X;
    A.push_back(X);
    Plain Y;
    B.push_back(Y);
    const Ids Constant = read(N);
    C.push_back(Constant);
    static Ids Static = read(N);
    C.push_back(Static);
  }
}

// References and what is returned anyway.
Ids returned(int N) {
  Ids Row = read(N);
  return Row;
}
void reference(std::vector<Ids> &All, Ids &Row, int N) {
  while (N--) {
    All.push_back(Row);
    returned(N);
  }
}

// Once only, or where nobody can edit.
void once(std::vector<Ids> &All, int N) {
  Ids Row = read(N);
  All.push_back(Row);
}
#define ADD(To, What) To.push_back(What)
void macros(std::vector<Ids> &All, int N) {
  while (N--) {
    Ids Row = read(N);
    ADD(All, Row);
    Ids Other = read(N);
    All.push_back(Other); // NOLINT
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

// A member of a local object is another question.
struct Pair {
  Ids First, Second;
};
void parts(std::vector<Ids> &All, int N) {
  while (N--) {
    Pair P{read(N), read(N)};
    All.push_back(P.First);
  }
}

// A copy of it counts, and allocates nothing.
namespace boost {
struct shared_count {
  long *Count = nullptr;
  shared_count() = default;
  template <typename T> explicit shared_count(T *) : Count(new long(1)) {}
  shared_count(const shared_count &O) : Count(O.Count) { ++*Count; }
  shared_count(shared_count &&O) : Count(O.Count) { O.Count = nullptr; }
  ~shared_count() {
    if (Count && !--*Count)
      delete Count;
  }
};
template <typename T> struct shared_ptr {
  T *px;
  shared_count pn;
  explicit shared_ptr(T *P) : px(P), pn(P) {}
};
} // namespace boost

void counted(std::vector<boost::shared_ptr<Ids>> &All, int N) {
  for (int I = 0; I < N; ++I) {
    boost::shared_ptr<Ids> P(new Ids(read(I)));
    All.push_back(P);
  }
}

// Not kept, only looked up.
void range(Ids &Into, int N) {
  while (N--) {
    Ids Row = read(N);
    Into.insert(Into.end(), Row.begin(), Row.end());
  }
}
