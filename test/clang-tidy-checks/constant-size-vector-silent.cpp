// RUN: %check_tidy %s anomalloc-constant-size-vector %t -std=c++17,c++23
// RUN: %check_tidy %s anomalloc-constant-size-vector %t -check-suffix=ALL -- -config='{CheckOptions: {WarnOutsideLoops: true}}'

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
  int I = 0;
};
template <typename T> void takesAnything(const T &);

std::vector<double> needsVector(int N) {
  std::vector<double> Passed(3), Constant(3), Copied(3), Moved(3), Swapped(3);
  byReference(Passed);
  byConstReference(Constant);
  byValue(Copied);
  byValue(std::move(Moved));
  std::vector<double> Other;
  Swapped.swap(Other);
  std::vector<double> Assigned(3);
  Assigned = Other;
  std::vector<double> Source(3);
  Other = Source;
  std::vector<double> Compared(3);
  if (Compared == Other)
    return {};
  std::vector<double> Any(3);
  takesAnything(Any);
  std::vector<double> Capacity(3);
  N += int(Capacity.capacity());
  std::vector<double> Address(3);
  auto *Pointer = &Address;
  Pointer->push_back(1);
  std::vector<double> Reference(3);
  std::vector<double> &Named = Reference;
  Named.push_back(2);
  std::vector<double> ByCopy(3);
  auto Keep = [ByCopy] { return ByCopy[0]; };
  std::vector<double> Returned(3);
  Returned[0] = N + Keep();
  return Returned;
}

double changesSize(int N) {
  std::vector<double> Pushed(3), Cleared(3), Erased(3), Resized(3), Popped(3);
  Pushed.push_back(1);
  Cleared.clear();
  Erased.erase(Erased.begin());
  Resized.resize(N);
  Popped.pop_back();
  std::vector<double> Variable(N);
  std::vector<double> UsedBefore;
  if (UsedBefore.empty())
    N = 3;
  UsedBefore.resize(3);
  std::vector<double> Sometimes;
  if (N > 2)
    Sometimes.resize(3);
  std::vector<double> Twice;
  Twice.resize(3);
  Twice.resize(4);
  std::vector<double> Inserter(3);
  std::fill_n(std::back_inserter(Inserter), 2, 1.0);
  std::vector<double> Huge(1000);
  std::vector<double> None(0);
  std::vector<double> NeverUsed(3);
  std::vector<double> FromRange(Huge.begin(), Huge.begin() + 3);
  return Pushed[0] + Cleared.size() + Erased[0] + Resized[0] + Popped[0] +
         Variable[0] + UsedBefore[0] + Sometimes.size() + Twice[0] +
         Inserter[0] + Huge[0] + None.size() + FromRange[1];
}

int otherElements() {
  std::vector<bool> Bits(8);
  std::vector<NoDefault> Made(2, NoDefault(1));
  std::vector<ExplicitDefault> Explicit(2);
  std::pmr::vector<int> Pool(4);
  Bits[1] = true;
  return Bits[0] + Made[1].I + Explicit[0].I + Pool[1];
}

// A name that only the iterator's namespace makes known.
int unqualifiedAlgorithm() {
  std::vector<int> V{3, 1, 2};
  sort(V.begin(), V.end());
  return V[0];
}

// The iterator's type is spelled out.
int spelledIterator() {
  std::vector<int> V{3, 1, 2};
  std::vector<int>::iterator It = V.begin();
  std::vector<int> W{3, 1, 2};
  std::vector<int>::const_iterator Found = std::find(W.begin(), W.end(), 1);
  std::vector<int> X{1};
  auto Last = X.end();
  std::vector<int>::iterator Copy = Last;
  return *It + *Found + *(Copy - 1);
}

// Allocated once.
int once() {
  static const std::vector<int> Table = {1, 2, 3};
  static thread_local std::vector<int> Local(3);
  return Table[1] + Local[0];
}

#define DECLARE(Name, Size) std::vector<int> Name(Size)
int inMacro() {
  DECLARE(V, 3);
  return V[1];
}

template <typename T> int dependent() {
  std::vector<T> V(sizeof(T));
  return int(V.size());
}

int suppressed() {
  std::vector<int> V(3); // NOLINT(anomalloc-constant-size-vector)
  return V[1];
}

// A class that other units may use, a member that they may reach.
int main(int Count, char **) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += int(needsVector(I).size() + changesSize(I)) + otherElements() +
           unqualifiedAlgorithm() + spelledIterator() + once() + inMacro() +
           suppressed();
  return Sum;
}
