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
    if (Seen.insert(T->Id).second)
      use(T->Id);
  std::set<int> Declared;
  for (const Token &T : All) {
    if (T.Declares)
      Declared.insert(T.Id);
    else if (Declared.find(T.Id) != Declared.end())
      use(T.Id);
  }
  // Hashes that the loop computes.
  std::set<int> Hashes;
  for (const Token &T : All) {
    int Hash = 0;
    for (int I = 0; I < T.Id; ++I)
      Hash = Hash * 31 + I;
    if (Hashes.insert(Hash).second)
      use(T.Id);
  }
}

void sets(const std::vector<int> &Values, int N) {
  // A work list: nothing that could be sorted before.
  std::set<int> Visited;
  std::vector<int> Work{0};
  while (!Work.empty()) {
    int Next = Work.back();
    Work.pop_back();
    for (int V : neighbours(Next))
      if (Visited.insert(V).second)
        Work.push_back(V);
  }
  // Handed out.
  std::set<int> Passed;
  for (int V : Values)
    Passed.insert(V);
  use(Passed);
  // Elements leave again.
  std::set<int> Window;
  for (int V : Values) {
    if (Window.insert(V).second)
      use(V);
    Window.erase(V - N);
  }
  // Searched for other keys.
  std::set<int> Members;
  for (int V : Values)
    Members.insert(V);
  for (int I = 0; I < N; ++I)
    if (Members.count(I))
      use(I);
  // Looked through while it grows.
  std::set<int> Growing;
  for (int V : Values) {
    Growing.insert(V);
    use(*Growing.begin());
  }
  // Text has blocks of its own; another order.
  std::set<std::string> Words;
  std::set<int, std::greater<int>> Descending;
  for (int V : Values) {
    if (Words.insert(std::to_string(V)).second)
      use(V);
    if (Descending.insert(V).second)
      use(V);
  }
  // Filled once, outside of loops.
  std::set<int> Few;
  Few.insert(1);
  for (int F : Few)
    use(F);
  // The result is an iterator that is used.
  std::set<int> Where;
  for (int V : Values)
    use(*Where.insert(V).first);
  std::set<int> NoLint; // NOLINT
  for (int V : Values)
    if (NoLint.insert(V).second)
      use(V);
}

std::list<int> lists(const std::vector<int> &Values, std::list<int> &Other) {
  std::list<int> Erased, Spliced, Sorted, Inserted, Passed, Returned, Copied;
  std::list<int> Iterated, Referenced, Walked;
  int *First = nullptr;
  std::list<int>::iterator Here = Walked.begin();
  for (int V : Values) {
    Erased.push_back(V);
    Spliced.push_back(V);
    Sorted.push_back(V);
    Inserted.push_back(V);
    Passed.push_back(V);
    Returned.push_back(V);
    Copied.push_back(V);
    Iterated.push_back(V);
    // A reference that outlives growth.
    Referenced.push_back(V);
    if (!First)
      First = &Referenced.front();
    Walked.push_back(V);
    if (V == 0)
      Here = --Walked.end();
  }
  for (auto I = Erased.begin(); I != Erased.end();)
    I = *I ? Erased.erase(I) : std::next(I);
  Other.splice(Other.end(), Spliced);
  Sorted.sort();
  Inserted.insert(Inserted.begin(), 3);
  use(Passed);
  Other = Copied;
  // Grows under the iterator.
  for (auto I = Iterated.begin(); I != Iterated.end(); ++I)
    if (*I > 3)
      Iterated.push_back(*I / 2);
  use(*First);
  use(*Here);
  return Returned;
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
    if (Keys.insert(V).second)
      Sets.insert(Keys);
  }
}

// Others can see it.
struct Public {
  void add(int N) {
    while (N--)
      Events.push_back(N);
  }
  const std::list<int> &events() const { return Events; }

private:
  std::list<int> Events;
};

int next();
void grows(std::map<int, int> &);
std::map<int, int> tables(int I, const char *Text) {
  std::map<int, int> Variable{{1, next()}, {2, I}};
  std::map<int, const char *> WithText{{1, Text}};
  std::map<int, int> Changed{{1, 2}};
  Changed[I] = 3;
  std::map<int, int> Passed{{1, 2}};
  grows(Passed);
  static const std::map<int, int> Already{{1, 2}};
  const std::map<int, int> Empty;
  std::map<int, int> Returned{{1, 2}};
  use(Variable.count(I) + WithText.count(I) + Already.count(I) + Empty.count(I));
  return Returned;
}
void callTables(int N) {
  while (N--)
    tables(N, "text");
}
int outside(int I) {
  const std::map<int, int> Once{{1, 2}, {2, 3}};
  return Once.at(I);
}
#define TABLE const std::set<int> Table{1, 2, 3};
int macro(int N) {
  int Sum = 0;
  while (N--) {
    TABLE
    Sum += Table.count(N);
  }
  return Sum;
}
