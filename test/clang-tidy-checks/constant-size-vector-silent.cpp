// RUN: %check_tidy %s anomalloc-constant-size-vector %t -std=c++17,c++23
// RUN: %check_tidy %s anomalloc-constant-size-vector %t -check-suffix=ALL -no-twins -- -config='{CheckOptions: {Hints: true}}'

// What needs a vector stays one.

// CHECK-SILENT
// CHECK-SILENT-ALL

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

void byReference(std::vector<double> &);
void byConstReference(const std::vector<double> &);
void byValue(std::vector<double>);
std::size_t elsewhere(const double *, std::size_t);
struct Base {
  virtual ~Base() = default;
};
struct NoDefault {
  explicit NoDefault(int);
    int I;
};
struct ExplicitDefault {
  explicit ExplicitDefault() {}
  // TWIN@{Explicit(2)}: explicit ->
  int I = 0;
};
template <typename T> void takesAnything(const T &);

std::vector<double> needsVector(int N) {
  std::vector<double> Passed(3);
  std::vector<double> Constant(3);
  std::vector<double> Copied(3);
  std::vector<double> Moved(3);
  std::vector<double> Swapped(3);
  byReference(Passed);
  // TWIN@{Passed(3)}: byReference(Passed) -> Passed[0] = 1
  byConstReference(Constant);
  // TWIN@{Constant(3)}: byConstReference(Constant) -> Constant[0] = 1
  byValue(Copied);
  // TWIN@{Copied(3)}: byValue(Copied) -> Copied[0] = 1
  byValue(std::move(Moved));
  // TWIN@{Moved(3)}: byValue(std::move(Moved)) -> Moved[0] = 1
  std::vector<double> Other;
  Swapped.swap(Other);
  // TWIN@{Swapped(3)}: .swap(Other) -> [0] = 1
  std::vector<double> Assigned(3);
  Assigned = Other;
  // TWIN@{Assigned(3)}: Assigned = Other -> Assigned[0] = 1
  std::vector<double> Source(3);
  Other = Source;
  // TWIN@{Source(3)}: Other = Source -> Source[0] = 1
  std::vector<double> Compared(3);
  if (Compared == Other)
  // TWIN@{Compared(3)}: Compared == Other -> Compared[0] == 1
    return {};
  std::vector<double> Any(3);
  takesAnything(Any);
  // TWIN@{Any(3)}: (Any) -> (Any[0])
  std::vector<double> Capacity(3);
  N += int(Capacity.capacity());
  // TWIN@{Capacity(3)}: capacity -> size
  std::vector<double> Address(3);
  auto *Pointer = &Address;
  // TWIN@{Address(3)}: = &Address -> = &Other; Address[0] = 1
  Pointer->push_back(1);
  std::vector<double> Reference(3);
  std::vector<double> &Named = Reference;
  // TWIN@{Reference(3)}: = Reference -> = Other; Reference[0] = 1
  Named.push_back(2);
  std::vector<double> ByCopy(3);
  auto Keep = [ByCopy] { return ByCopy[0]; };
  // TWIN@{ByCopy(3)}: [ByCopy] -> [&ByCopy]
  std::vector<double> Returned(3);
  Returned[0] = N + Keep();
  return Returned;
  // TWIN@{Returned(3)}: Returned -> Other
}

double changesSize(int N) {
  std::vector<double> Pushed(3);
  std::vector<double> Cleared(3);
  std::vector<double> Erased(3);
  std::vector<double> Resized(3);
  std::vector<double> Popped(3);
  Pushed.push_back(1);
  // TWIN@{Pushed(3)}: .push_back(1) -> [0] = 1
  Cleared.clear();
  // TWIN@{Cleared(3)}: .clear() -> [0] = 1
  Erased.erase(Erased.begin());
  // TWIN@{Erased(3)}: .erase(Erased.begin()) -> [0] = 1
  Resized.resize(N);
  // TWIN@{Resized(3)}: .resize(N) -> [0] = N
  Popped.pop_back();
  // TWIN@{Popped(3)}: .pop_back() -> [0] = 1
  std::vector<double> Variable(N);
  // TWIN: N -> 3
  std::vector<double> UsedBefore;
  if (UsedBefore.empty())
  // TWIN@{> UsedBefore;}: UsedBefore.empty() -> N
    N = 3;
  UsedBefore.resize(3);
  std::vector<double> Sometimes;
  if (N > 2)
    Sometimes.resize(3);
  std::vector<double> Twice;
  Twice.resize(3);
  Twice.resize(4);
  // TWIN@{> Twice;}: resize(4) -> size()
  std::vector<double> Inserter(3);
  std::fill_n(std::back_inserter(Inserter), 2, 1.0);
  // TWIN@{Inserter(3)}: std::back_inserter(Inserter) -> Inserter.begin()
  std::vector<double> Huge(1000);
  // TWIN: 1000 -> 10
  std::vector<double> None(0);
  // TWIN: 0 -> 3
  std::vector<double> NeverUsed(3);
  // TWIN: NeverUsed(3); -> NeverUsed(3); NeverUsed[0] = 1;
  std::vector<double> FromRange(Huge.begin(), Huge.begin() + 3);
  // TWIN: (Huge.begin(), Huge.begin() + 3) -> (3)
  return Pushed[0] + Cleared.size() + Erased[0] + Resized[0] + Popped[0] +
         Variable[0] + UsedBefore[0] + Sometimes.size() + Twice[0] +
         Inserter[0] + Huge[0] + None.size() + FromRange[1];
}

int otherElements() {
  std::vector<bool> Bits(8);
  // TWIN: bool -> char
  std::vector<NoDefault> Made(2, NoDefault(1));
  // TWIN: (2, NoDefault(1)) -> {NoDefault(1), NoDefault(2)}
  std::vector<ExplicitDefault> Explicit(2);
  std::pmr::vector<int> Pool(4);
  // TWIN: pmr:: ->
  Bits[1] = true;
  return Bits[0] + Made[1].I + Explicit[0].I + Pool[1];
}

// A name that only the iterator's namespace makes known.
int unqualifiedAlgorithm() {
  std::vector<int> V{3, 1, 2};
  sort(V.begin(), V.end());
  // TWIN@-1: sort -> std::sort
  return V[0];
}

// The iterator's type is spelled out.
int spelledIterator() {
  std::vector<int> V{3, 1, 2};
  std::vector<int>::iterator It = V.begin();
  // TWIN@-1: std::vector<int>::iterator -> auto
  std::vector<int> W{3, 1, 2};
  std::vector<int>::const_iterator Found = std::find(W.begin(), W.end(), 1);
  // TWIN@-1: std::vector<int>::const_iterator -> auto
  std::vector<int> X{1};
  auto Last = X.end();
  std::vector<int>::iterator Copy = Last;
  // TWIN@{std::vector<int> X{1}}: std::vector<int>::iterator -> auto
  return *It + *Found + *(Copy - 1);
}

// Allocated once.
int once() {
  static const std::vector<int> Table = {1, 2, 3};
  // TWIN: static ->
  static thread_local std::vector<int> Local(3);
  // TWIN: static thread_local ->
  return Table[1] + Local[0];
}

#define DECLARE(Name, Size) std::vector<int> Name(Size)
int inMacro() {
  DECLARE(V, 3);
  // TWIN: DECLARE(V, 3) -> std::vector<int> V(3)
  return V[1];
}

template <typename T> int dependent() {
// TWIN@{std::vector<T> V(sizeof(T))}: template <typename T> -> using T = int;
  std::vector<T> V(sizeof(T));
  return int(V.size());
}

int suppressed() {
  std::vector<int> V(3); // NOLINT(anomalloc-constant-size-vector)
  // TWIN: // NOLINT(anomalloc-constant-size-vector) ->
  return V[1];
}

// A class that other units may use, a member that they may reach.
int main(int Count, char **) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += int(needsVector(I).size() + changesSize(I)) + otherElements() +
           unqualifiedAlgorithm() + spelledIterator() + once() + inMacro() +
           suppressed();
           // TWIN@{std::vector<T> V(sizeof(T))}: suppressed() -> suppressed() + dependent()
  return Sum;
}
