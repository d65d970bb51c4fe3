// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// The object leaves its block, changes its owner, or is too large.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

struct Node {
  int Value = 0;
  Node *Next = nullptr;
};
struct Large {
  char Bytes[100000];
};
struct Shared : std::enable_shared_from_this<Shared> {
  int Value = 0;
};
// However far up, also through a template.
template <class T> struct Shareable : std::enable_shared_from_this<T> {};
struct Lookup : Shareable<Lookup> {
  void start();
};
struct PeerLookup : Lookup {
  int Value = 0;
};
namespace boost { template <class T> struct enable_shared_from_this {}; }
struct Session : boost::enable_shared_from_this<Session> {
  int Value = 0;
};
std::function<int()> Later;
void take(std::unique_ptr<Node>);

std::unique_ptr<Node> returned() {
  auto N = std::make_unique<Node>();
  N->Value = 1;
  return N;
  // TWIN@{ N = std}: return N -> return nullptr
}

void moved() {
  auto M = std::make_unique<Node>();
  M->Value = 1;
  take(std::move(M));
  // TWIN@{ M = std}: std::move(M) -> nullptr
}

std::shared_ptr<Node> Last;
void copied() {
  auto C = std::make_shared<Node>();
  C->Value = 1;
  Last = C;
  // TWIN@{ C = std}: Last = C -> Last = nullptr
}

// Only sometimes deleted here, or another object by then.
Node *kept(bool Bad) {
  Node *K = new Node;
  if (Bad) {
    delete K;
    return nullptr;
  }
  return K;
}
void list(int N) {
  Node *L = new Node;
  for (; N; --N)
    L = L->Next;
    // TWIN@{*L = new}: L = L->Next -> L->Value = N
  delete L;
}


// Another one owns it when the block is left, through whatever casts.
struct Base {
  int Bits = 0;
};
struct File : Base {
  bool load();
  File *Up = nullptr;
};
File *plain() {
  File *P = new File;
  if (P->load())
    return P;
    // TWIN@{*P = new}: return P -> return nullptr
  delete P;
  return nullptr;
}
Base *upcast() {
  File *U = new File;
  if (U->load())
    return U;
    // TWIN@{*U = new}: return U -> return nullptr
  delete U;
  return nullptr;
}
char *reinterpreted() {
  auto *R = new File;
  if (R->load())
    return reinterpret_cast<char *>(R);
    // TWIN@{*R = new}: reinterpret_cast<char *>(R) -> nullptr
  delete R;
  return nullptr;
}
unsigned long number() {
  auto *N = new File;
  if (N->load())
    return (unsigned long)(void *)N;
    // TWIN@{*N = new}: (void *)N -> 0
  delete N;
  return 0;
}
Base *Kept;
void stored() {
  auto *S = new File;
  if (S->load()) {
    Kept = S;
    // TWIN@{*S = new}: Kept = S -> Kept = nullptr
    return;
  }
  delete S;
}
void hung(File &Below) {
  auto *H = new File;
  if (!H->load()) {
    Below.Up = H;
    // TWIN@{*H = new}: Below.Up = H -> Below.Up = nullptr
    return;
  }
  delete H;
}
void hand(Base *);
bool handed() {
  auto *O = new File;
  if (O->load()) {
    hand(O);
    return true;
    // TWIN@{*O = new}: return true -> O->Bits = 1
  }
  delete O;
  return false;
}
static void keep(Base *B) { Kept = B; }
void handedToKeeper() {
  auto *KK = new File;
  if (KK->load()) {
    keep(KK);
    // TWIN@{*KK = new}: keep(KK) -> keep(nullptr)
    return;
  }
  delete KK;
}
Base *aliased() {
  auto *A = new File;
  Base *B = A;
  // TWIN@{*A = new}: B = A -> B = nullptr
  if (A->load())
    return B;
  delete A;
  return nullptr;
}
void large() {
  auto L = std::make_unique<Large>();
  // TWIN: <Large> -> <char>
  if (L)
    std::abort();
}
// It comes with its content.
static char *message(const char *Of, int Number) {
  // TWIN@{char *Said}: const char *Of, -> long Of,
  char *Text = static_cast<char *>(std::malloc(100));
  std::snprintf(Text, 100, "%s: %d", Of, Number);
  // TWIN@{char *Said}: "%s: %d" -> "%ld: %d"
  return Text;
}
void fails(int N) {
  char *Said = message("removing", N);
  // TWIN: "removing" -> 100
  std::puts(Said);
  std::free(Said);
}

void shared() {
  auto S = std::make_shared<Shared>();
  // TWIN: <Shared> -> <Node>
  S->Value = 1;
  auto L = std::make_shared<PeerLookup>();
  // TWIN: PeerLookup -> Node
  L->Value = 1;
  std::shared_ptr<Session> T(new Session);
  // TWIN: Session> T(new Session -> Node> T(new Node
  T->Value = 1;
  auto K = std::make_shared<Node>();
  Later = [K] { return K->Value; };
  // TWIN@{ K = std}: Later = [K] { return K->Value; } -> K->Value = 1
}

// The branch never runs.
void narrow(const wchar_t *In, int N) {
  if (sizeof(wchar_t) == sizeof(In[0])) {
    // TWIN@{*Wide = new}: sizeof(wchar_t) == sizeof(In[0]) -> N < 7
    std::puts("same");
  } else {
    wchar_t *Wide = new wchar_t[N];
    Wide[0] = In[0];
    delete[] Wide;
  }
}

// An inherited constructor keeps what that of the base keeps.
struct Keeper {
  explicit Keeper(Node *N) : Kept(N) {}
  Node *Kept;
};
struct Heir : Keeper {
  using Keeper::Keeper;
};
void inherited(bool Keep) {
  Node *Q = new Node;
  Q->Value = Keep;
  Heir Of(Q); if (Keep) return;
  // TWIN@{*Q = new}: Heir Of(Q); if (Keep) return; ->
  delete Q;
}
