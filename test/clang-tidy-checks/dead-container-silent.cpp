// RUN: %check_tidy %s anomalloc-dead-container %t -std=c++17,c++23 -- -- -DNDEBUG

// CHECK-SILENT

#include <algorithm>
#include <cassert>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

void use(const std::vector<int> &);
void take(std::vector<int> &);

// Read in one way or another.
int reads(const std::vector<int> &From) {
  std::vector<int> Size;
  std::vector<int> Element;
  std::vector<int> Iterated;
  std::vector<int> Copied;
  std::vector<int> Handed;
  int Sum = 0;
  for (int X : From) {
    Size.push_back(X);
    Element.push_back(X);
    Iterated.push_back(X);
    Copied.push_back(X);
    Handed.push_back(X);
  }
  Sum += int(Size.size()) + Element[0];
  // TWIN@{> Size;}: int(Size.size()) + ->
  // TWIN@{> Element;}: Element[0] -> 1
  for (int X : Iterated)
  // TWIN@{> Iterated;}: Iterated -> From
    Sum += X;
  std::vector<int> Other = Copied;
  // TWIN@{> Copied;}: Copied -> From
  use(Other);
  take(Handed);
  // TWIN@{> Handed;}: take(Handed); ->
  return Sum;
}
std::vector<int> returned(int X) {
  std::vector<int> Result;
  Result.push_back(X);
  return Result;
  // TWIN@{> Result;}: Result -> {}
}
void pointer(std::vector<int> *&Out) {
  static std::vector<int> Kept;
  // TWIN: static ->
  Kept.push_back(1);
  Out = &Kept;
  // TWIN@{> Kept;}: &Kept -> nullptr
}

// What filling it tells is used.
int distinct(const std::vector<int> &From) {
  std::set<int> Seen;
  std::map<int, int> Index;
  int N = 0;
  for (int X : From) {
    if (!Seen.insert(X).second)
    // TWIN@{> Seen;}: if (!Seen.insert(X).second) -> Seen.insert(X); if (X)
      continue;
    N += Index.emplace(X, 1).second;
    // TWIN@{> Index;}: N += Index.emplace(X, 1).second -> Index.emplace(X, 1)
    int &Last = Index[X];
    // TWIN@{> Index;}: &Last = Index[X] -> Last = X
    ++Last;
    N += Last;
  }
  return N;
}
int assigned(std::vector<int> From) {
  std::vector<int> Old;
  return int((Old = From).size());
  // TWIN@{> Old;}: return int((Old = From).size()) -> Old = From; return 1
}
int erased(const std::string &Key) {
  std::map<std::string, int> Map;
  Map[Key] = 1;
  return int(Map.erase(Key));
  // TWIN@{> Map;}: return int(Map.erase(Key)) -> Map.erase(Key); return 1
}

// What swap takes; an out-parameter that the call cannot do without.
void swapped(std::string &Into, std::vector<int> &Kept) {
  std::string Out;
  Out += "text";
  std::swap(Out, Into);
  // TWIN@{std::string Out}: std::swap(Out, Into); ->
  std::string Empty;
  Into.swap(Empty);
  using std::swap;
  std::vector<int> Other;
  Other.push_back(1);
  swap(Kept, Other);
}
static void fill(std::vector<int> *Out, std::vector<int> &Other) {
  Out->push_back(1);
  Other.push_back(2);
}
void outParameter() {
  std::vector<int> Ignored, Too;
  fill(&Ignored, Too);
}

// Read through an iterator that a lambda captures; the value of an increment.
int throughIterator(const std::vector<int> &From) {
  std::vector<int> To;
  for (int X : From)
    To.push_back(X);
  auto It = To.cbegin();
  // TWIN@{> To;}: To -> From
  auto Next = [&It] { return *It++; };
  // TWIN@{> To;}: *It++ -> 1
  return Next() + Next();
}
int numbered(const std::vector<std::string> &Files) {
  std::map<std::string, int> Times;
  int Sum = 0;
  for (const std::string &File : Files)
    Sum += ++Times[File];
    // TWIN@{> Times;}: Sum += ++Times[File] -> ++Times[File]
  return Sum;
}

// Read to get over it.
int skipped(std::istream &In) {
  std::string Dummy, Line;
  int Number = 0;
  In >> Dummy >> Number;
  std::getline(In, Line);
  return Number;
}

// Named where the compiler does not look in this configuration.
void asserted(const std::vector<int> &From) {
  std::vector<int> Checked;
  for (int X : From)
    Checked.push_back(X);
  assert(Checked.size() == From.size());
  // TWIN@{> Checked;}: Checked.size() == From.size() -> From.size()
}
void configured(const std::vector<int> &From) {
  std::vector<int> Logged;
  for (int X : From)
    Logged.push_back(X);
#ifdef TRACE
  use(Logged);
  // TWIN@{> Logged;}: Logged -> From
#endif
}

// Elements whose life has an effect.
struct Guard {
  explicit Guard(int);
  ~Guard();
  // TWIN@{> Guards;}: ~Guard(); ->
};
void effects(std::mutex &M) {
  std::vector<Guard> Guards;
  Guards.emplace_back(1);
  std::vector<std::future<void>> Running;
  // TWIN: std::future<void> -> int
  Running.push_back(std::async([] {}));
  // TWIN@{> Running;}: std::async([] {}) -> 1
  std::vector<std::unique_lock<std::mutex>> Locks;
  // TWIN: std::unique_lock<std::mutex> -> std::mutex *
  Locks.emplace_back(M);
  // TWIN@-2: (M) -> (&M)
  std::vector<std::shared_ptr<Guard>> Shared;
  // TWIN: std::shared_ptr<Guard> -> int
  Shared.push_back(std::make_shared<Guard>(1));
  // TWIN@{> Shared;}: std::make_shared<Guard>(1) -> 1
}

// Marked, or not written by the user as such.
void marked(int X) {
  [[maybe_unused]] std::vector<int> Unused;
  // TWIN: [[maybe_unused]] ->
  Unused.push_back(X);
  std::vector<int> Silenced; // NOLINT
  // TWIN: // NOLINT ->
  Silenced.push_back(X);
#define LIST(Name) std::vector<int> Name
  LIST(FromMacro);
  // TWIN: LIST(FromMacro) -> std::vector<int> FromMacro
  FromMacro.push_back(X);
}

template <class T> struct Printer {
  void print(const std::vector<T> &From) {
    std::vector<T> Copy;
    for (const T &X : From)
      Copy.push_back(X);
    if constexpr (sizeof(T) > 4)
      use(Copy);
      // TWIN@{> Copy;}: Copy -> From
  }
};
template struct Printer<int>;
