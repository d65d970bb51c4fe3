// RUN: %check_tidy %s anomalloc-node-container %t -std=c++11,c++20
// CHECK-SILENT

// Where nodes are needed, or the check cannot tell.

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

void use(int);
void use(const std::set<int> &);
void use(const std::list<int> &);
std::vector<int> neighbours(int);

struct Token {
  const Token *Next;
  int Id;
  bool Declares;
};

// Tokens in a chain cannot be sorted; and what one of them asks is not whether
// it inserts.
void tokens(const Token *First, const std::vector<Token> &All) {
  std::set<int> Seen;
  for (const Token *T = First; T; T = T->Next)
  // TWIN@-1: T; T = T->Next -> T != First + 9; ++T
    if (Seen.insert(T->Id).second)
      use(T->Id);
  std::set<int> Declared;
  for (const Token &T : All) {
    if (T.Declares)
    // TWIN@-2: T.Declares -> Declared.find(T.Id) == Declared.end()
      Declared.insert(T.Id);
    else if (Declared.find(T.Id) != Declared.end())
    // TWIN@{> Declared;}: Declared.find(T.Id) != Declared.end() -> T.Declares
      use(T.Id);
  }
  // Hashes that the loop computes.
  std::set<int> Hashes;
  for (const Token &T : All) {
    int Hash = 0;
    for (int I = 0; I < T.Id; ++I)
      Hash = Hash * 31 + I;
    if (Hashes.insert(Hash).second)
    // TWIN@{> Hashes;}: insert(Hash) -> insert(T.Id)
      use(T.Id);
  }
}

void sets(const std::vector<int> &Values, int N) {
  // A work list: nothing that could be sorted before.
  std::set<int> Visited;
  std::vector<int> Work{0};
  while (!Work.empty()) {
  // TWIN@{> Visited;}: while (!Work.empty()) -> for (int K = 0; K < N; ++K)
    int Next = Work.back();
    Work.pop_back();
    for (int V : neighbours(Next))
      if (Visited.insert(V).second)
        Work.push_back(V);
        // TWIN@{> Visited;}: Work.push_back(V) -> use(V)
  }
  // Handed out.
  std::set<int> Passed;
  for (int V : Values)
    Passed.insert(V);
  use(Passed);
  // TWIN@{std::set<int> Passed;}: use(Passed) -> for (int P : Passed) use(P)
  // Elements leave again.
  std::set<int> Window;
  for (int V : Values) {
    if (Window.insert(V).second)
      use(V);
    Window.erase(V - N);
    // TWIN@{> Window;}: Window.erase(V - N); ->
  }
  // Searched for other keys.
  std::set<int> Members;
  for (int V : Values)
    Members.insert(V);
    // TWIN@{> Members;}: Members.insert(V) -> if (Members.insert(V).second) use(V)
  for (int I = 0; I < N; ++I)
    if (Members.count(I))
    // TWIN@{> Members;}: if (Members.count(I)) ->
      use(I);
  // Looked through while it grows.
  std::set<int> Growing;
  for (int V : Values) {
    Growing.insert(V);
    // TWIN@{> Growing;}: Growing.insert(V) -> if (Growing.insert(V).second) use(V)
    use(*Growing.begin());
    // TWIN@{> Growing;}: use(*Growing.begin()); ->
  }
  // Text has blocks of its own; another order.
  std::set<std::string> Words;
  // TWIN: std::string -> int
  std::set<int, std::greater<int>> Descending;
  // TWIN: , std::greater<int> ->
  for (int V : Values) {
    if (Words.insert(std::to_string(V)).second)
    // TWIN@{> Words;}: std::to_string(V) -> V
      use(V);
    if (Descending.insert(V).second)
      use(V);
  }
  // Filled once, outside of loops.
  std::set<int> Few;
  Few.insert(1);
  // TWIN@{> Few;}: Few.insert(1) -> for (int I = 0; I < N; ++I) Few.insert(I)
  for (int F : Few)
    use(F);
  // The result is an iterator that is used.
  std::set<int> Where;
  for (int V : Values)
    use(*Where.insert(V).first);
    // TWIN@{> Where;}: use(*Where.insert(V).first) -> if (Where.insert(V).second) use(V)
  std::set<int> NoLint; // NOLINT
  // TWIN: // NOLINT ->
  for (int V : Values)
    if (NoLint.insert(V).second)
      use(V);
}

std::list<int> lists(const std::vector<int> &Values, std::list<int> &Other) {
  std::list<int> Erased;
  std::list<int> Spliced;
  std::list<int> Sorted;
  std::list<int> Inserted;
  std::list<int> Handed;
  std::list<int> Returned;
  std::list<int> Copied;
  std::list<int> Iterated;
  std::list<int> Referenced;
  std::list<int> Walked;
  int *First = nullptr;
  std::list<int>::iterator Here = Walked.begin();
  // TWIN@{> Walked;}: Walked -> Other
  for (int V : Values) {
    Erased.push_back(V);
    Spliced.push_back(V);
    Sorted.push_back(V);
    Inserted.push_back(V);
    Handed.push_back(V);
    Returned.push_back(V);
    Copied.push_back(V);
    Iterated.push_back(V);
    // A reference that outlives growth.
    Referenced.push_back(V);
    if (!First)
      First = &Referenced.front();
      // TWIN@{> Referenced;}: First = &Referenced.front() -> use(Referenced.front())
    Walked.push_back(V);
    if (V == 0)
      Here = --Walked.end();
      // TWIN@{> Walked;}: Here = --Walked.end() -> use(Walked.back())
  }
  for (auto I = Erased.begin(); I != Erased.end();)
  // TWIN@{> Erased;}: end();) -> end(); ++I)
    I = *I ? Erased.erase(I) : std::next(I);
    // TWIN@{> Erased;}: I = *I ? Erased.erase(I) : std::next(I) -> use(*I)
  Other.splice(Other.end(), Spliced);
  // TWIN@{> Spliced;}: Other.splice(Other.end(), Spliced) -> for (int S : Spliced) use(S)
  Sorted.sort();
  // TWIN@{> Sorted;}: Sorted.sort() -> for (int S : Sorted) use(S)
  Inserted.insert(Inserted.begin(), 3);
  // TWIN@{> Inserted;}: Inserted.insert(Inserted.begin(), 3) -> for (int S : Inserted) use(S)
  use(Handed);
  // TWIN@{> Handed;}: use(Handed) -> for (int S : Handed) use(S)
  Other = Copied;
  // TWIN@{> Copied;}: Other = Copied -> for (int S : Copied) use(S)
  // Grows under the iterator.
  for (auto I = Iterated.begin(); I != Iterated.end(); ++I)
    if (*I > 3)
      Iterated.push_back(*I / 2);
      // TWIN@{> Iterated;}: Iterated.push_back(*I / 2) -> use(*I)
  use(*First);
  use(*Here);
  return Returned;
  // TWIN@{std::list<int> Returned;}: return Returned -> for (int S : Returned) use(S); return {}
}

// Stored, as arguments of another container's methods of the same names.
void stored(const std::vector<int> &Values) {
  std::vector<std::list<int>> Lists;
  std::set<std::set<int>> Sets;
  std::list<int> Current;
  std::set<int> Keys;
  for (int V : Values) {
    Current.push_back(V);
    Lists.push_back(Current);
    // TWIN@{> Current;}: Lists.push_back(Current) -> use(Current.back())
    if (Keys.insert(V).second)
      Sets.insert(Keys);
      // TWIN@{> Keys;}: Sets.insert(Keys) -> use(V)
  }
}

// Others can see it.
struct Public {
  void add(int N) {
    while (N--)
      Events.push_back(N);
  }
  const std::list<int> &events() const { return Events; }
  // TWIN@{std::list<int> Events;}: const std::list<int> &events() const { return Events; } -> int events() const { return Events.back(); }

private:
  std::list<int> Events;
};

int next();
void grows(std::map<int, int> &);
std::map<int, int> tables(int I, const char *Text) {
  std::map<int, int> Variable{{1, next()}, {2, I}};
  // TWIN: next()}, {2, I} -> 1}, {2, 2}
  std::map<int, const char *> WithText{{1, Text}};
  // TWIN: Text}} -> "text"}}
  std::map<int, int> Changed{{1, 2}};
  Changed[I] = 3;
  // TWIN@{Changed{{1}: Changed[I] = 3 -> use(Changed.count(I))
  std::map<int, int> Passed{{1, 2}};
  grows(Passed);
  // TWIN@{int> Passed{{1}: grows(Passed) -> use(Passed.count(I))
  static const std::map<int, int> Already{{1, 2}};
  // TWIN: static ->
  const std::map<int, int> Empty;
  // TWIN: Empty -> Empty{{1, 2}}
  std::map<int, int> Returned{{1, 2}};
  use(Variable.count(I) + WithText.count(I) + Already.count(I) + Empty.count(I));
  return Returned;
  // TWIN@{int> Returned{{1}: return Returned -> use(Returned.count(I)); return {}
}
int outside(int I) {
  const std::map<int, int> Once{{1, 2}, {2, 3}};
  return Once.at(I);
}
void callTables(int N) {
  while (N--)
    tables(N, "text");
    // TWIN@{Once{{1}: tables(N, "text") -> tables(N, "text"), outside(N)
}
#define TABLE const std::set<int> Table{1, 2, 3};
int macro(int N) {
  int Sum = 0;
  while (N--) {
    TABLE
    // TWIN: TABLE -> const std::set<int> Table{1, 2, 3};
    Sum += Table.count(N);
  }
  return Sum;
}
