// RUN: %check_tidy %s anomalloc-repeated-call %t -std=c++17
// CHECK-SILENT

// Each call needs an answer of its own.

#include <string>
#include <utility>
#include <vector>

struct Element {
  std::vector<int> Nodes;
  int node(int I) const { return Nodes[I]; }
  std::vector<int> take() && { return std::move(Nodes); }
  void clear() { Nodes.clear(); }
};

struct Watched : Element {
  ~Watched();
};

struct Mesh {
  Element operator[](int E) const;
  Element next(); // another one each time
  Watched watched(int E) const;
  Element named(const std::string &Name) const;
  Element same(int E) const;
  void add(int Node);
  std::vector<int> Nodes;
};

void keep(Element E);
void sink(Element &&E);
void use(int);
bool tell();

// The mesh changes, or the element does.
void changed0(Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    M.add(I);
    // TWIN@+2: M.add(I) -> use(I)
    use(M[E].node(I));
  }
}

void changed1(Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    use(M[I].node(0));
    // TWIN: M[I] -> M[E]
  }
}

void changed2(Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    use(M.next().node(0));
  // TWIN: M.next() -> M.same(E)
}

void index(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    E += 2;
    // TWIN@+2: E += 2 -> N += 0
    use(M[E].node(0));
  }
}

// Through another name.
void alias(const Mesh &M, int E, int N) {
  int &Other = E;
  // TWIN@+4: Other = E -> Other = N
  for (int I = 0; I < N; ++I) {
    Other = I;
    use(M[E].node(0));
  }
}

void member(Mesh &M, int E, int N) {
  Mesh &Other = M;
  // TWIN@+4: Mesh &Other -> Mesh Other
  for (int I = 0; I < N; ++I) {
    Other.add(1);
    use(M[E].node(0));
  }
}

// Only where it may be called.
void guarded0(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    if (E >= 0)
      // TWIN@+2: if (E >= 0) ->
      use(M[E].node(I));
  }
}

void guarded1(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    use(E < 0 ? 0 : M[E].node(I));
  // TWIN: E < 0 ? 0 : ->
}

void guarded2(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    use(tell() && M[E].node(I));
  // TWIN: tell() && -> tell() +
}

void guarded3(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    if (tell())
      continue;
    // TWIN@+2: continue -> use(I)
    use(M[E].node(I));
  }
}

void guarded4(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    if (E < 0)
      return;
    // TWIN@+2: return -> use(I)
    use(M[E].node(I));
  }
}

void guarded5(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    switch (E) {
    case 1:
      use(M[E].node(I));
    }
  }
}

// Somebody takes it, changes it, or moves out of it.
void taken0(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    keep(M[E]);
  // TWIN: keep(M[E]) -> use(M[E].node(I))
}

void taken1(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    sink(M[E]);
  // TWIN: sink(M[E]) -> use(M[E].node(I))
}

void taken2(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    M[E].clear();
  // TWIN: M[E].clear() -> use(M[E].node(I))
}

void taken3(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    use(M[E].take().size());
  // TWIN: take().size() -> node(I)
}

void taken4(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    std::vector<int> Nodes = M[E].Nodes;
    // TWIN: std::vector<int> Nodes = M[E].Nodes -> use(M[E].node(I))
  }
}

// Its destruction can be seen.
void watched(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I)
    use(M.watched(E).node(I));
  // TWIN: watched -> same
}

// The answer may refer to a text that is gone then.
void temporary(const Mesh &M, const std::string &Name, int N) {
  for (int I = 0; I < N; ++I)
    use(M.named("a name").node(I));
  // TWIN: "a name" -> Name
}

// Once is enough.
void once(const Mesh &M, int E, int N) {
  use(M[E].node(1));
  for (int I = 0; I < N; ++I) {
    use(M[I].node(1));
    // TWIN: node(1) -> node(1) + M[I].node(2)
    E = I;
  }
}

// A label may be jumped to.
void jump(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
  Again:
    use(M[E].node(I));
    if (tell())
      goto Again;
  }
}

// It is made once.
void first(const Mesh &M, int E, int N) {
  for (int I = 0; I < N; ++I) {
    static int Node = M[E].node(1);
    // TWIN: static -> const
    use(Node);
  }
}
