// RUN: %check_tidy %s anomalloc-copying-return %t -std=c++17
// CHECK-SILENT

// A reference would be wrong, or would save nothing.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using Values = std::vector<int>;

struct Part {
  Values V;
  Values v() const;
};

struct Owner {
  // Other threads change it: the copy is the point.
  Values locked() const {
    std::lock_guard<std::mutex> Guard(Mutex);
    // TWIN@-1: std::lock_guard<std::mutex> Guard(Mutex); ->
    return Members;
  }
  // The next call changes it.
  Values cached() const {
    Cache = Members;
    // TWIN@-1: Cache = Members; ->
    return Cache;
    // TWIN@{Values cached()}: Cache -> Members
  }
  Values mutableMember() const { return Cache; }
  // TWIN: Cache -> Members
  Values buffer() const {
    static Values Buffer;
    // TWIN@-1: static Values -> static const Values
    Buffer.assign(3, 1);
    // TWIN@{Values buffer()}: Buffer.assign(3, 1); ->
    return Buffer;
  }
  // Names that promise a copy.
  Values cloneMembers() const { return Members; }
  // TWIN: cloneMembers -> listMembers
  Values copy() const { return Members; }
  // TWIN: copy -> all
  Owner *copyAll() const;
  // Nothing outlives the call.
  Values local() const {
    Values Local = Members;
    return Local;
    // TWIN@{Values local()}: Local -> Members
  }
  Values parameter(Values P) const { return P; }
  // TWIN: return P -> return Members
  Values ofLocal() const {
    Part P;
    return P.V;
    // TWIN@{Values ofLocal()}: P.V -> Members
  }
  Values ofTemporary() const { return make().V; }
  // TWIN: make().V -> Members
  Values ofShared() const { return Weak.lock()->V; }
  // TWIN: Weak.lock()->V -> Members
  Values orNothing(bool Yes) const {
    if (Yes)
      return Members;
    return {};
    // TWIN@{Values orNothing}: return {} -> return Members
  }
  Values orDefault(const std::string &Key, Values Default) const {
    auto It = Named.find(Key);
    return It == Named.end() ? Default : It->second;
    // TWIN@{Values orDefault}: ? Default : It->second -> ? Members : It->second
  }
  // Computes something.
  Values sum() const {
    Values Result(Members);
    Result.push_back(1);
    // TWIN@-2: Result.push_back(1); ->
    return Result;
    // TWIN@{Values sum()}: Result -> Members
  }
  Values counted() { return ++Calls, Members; }
  // TWIN: ++Calls, Members -> Members
  Values act() {
    Calls = 1;
    // TWIN@-1: Calls = 1; ->
    return Members;
  }
  // Nothing says that it is an access by index.
  Part describe(bool Long) const { return {{Long, Members[0]}}; }
  Part nth(int I) const { return {{I, Members[0]}}; }
  // A string that is made needs no proxy.
  std::string operator[](int I) const { return Name.substr(I); }
  Values moved() && { return std::move(Members); }
  // No heap memory.
  std::pair<int, int> pair() const { return Pair; }
  const char *name() const { return Name.c_str(); }
  // A reference already.
  const Values &reference() const { return Members; }
  // TWIN: &reference -> reference
  // All callers keep the value.
  Values kept() const { return Members; }
  // All callers change it.
  Values changed() const { return Members; }
  Values silenced() const { return Members; } // NOLINT
  // TWIN: // NOLINT ->
#define GETTER(Name)                                                           \
  Values Name() const { return Members; }
  GETTER(fromMacro)
  // TWIN: GETTER(fromMacro) -> Values fromMacro() const { return Members; }

  static Part make();

private:
  Values Members;
  mutable Values Cache;
  mutable std::mutex Mutex;
  std::weak_ptr<Part> Weak;
  std::map<std::string, Values> Named;
  std::string Name;
  std::pair<int, int> Pair;
  int Calls = 0;
};

// The parameter itself: a literal would not outlive the call.
std::string same(const std::string &S) { return S; }
std::string either(const std::string &A, const std::string &B) {
  return A.empty() ? B : A;
}

void modify(Values &&V);

int callers(Owner &O, std::vector<Values> &Kept) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    Sum += O.locked().size() + O.cached().size() + O.mutableMember().size() +
           O.buffer().size() + O.cloneMembers().size() + O.copy().size() +
           // TWIN@{Values cloneMembers()}: cloneMembers -> listMembers
           // TWIN@{Values copy()}: O.copy -> O.all
           O.local().size() + O.parameter({1}).size() + O.ofLocal().size() +
           O.ofTemporary().size() + O.ofShared().size() +
           O.orNothing(I).size() + O.orDefault("", {}).size() +
           O.sum().size() + O.counted().size() + O.act().size() +
           O.describe(true).V.size() + O.nth(I).V.size() + O[I].size() +
           O.pair().first + O.name()[0] + O.reference().size() +
           O.silenced().size() + O.fromMacro().size() + same("").size() +
           either("", "").size() + std::move(O).moved().size();
    Kept.push_back(O.kept());
    // TWIN@{Values kept()}: Kept.push_back(O.kept()) -> Sum += O.kept().size()
    Values Own = O.kept();
    // TWIN@{Values kept()}: O.kept() -> {1}
    Own.push_back(1);
    Kept[0] = O.kept();
    // TWIN@{Values kept()}: Kept[0] = O.kept(); ->
    O.changed().push_back(3);
    // TWIN@{Values changed()}: O.changed().push_back(3) -> Sum += O.changed().size()
    modify(O.changed());
    // TWIN@{Values changed()}: modify(O.changed()); ->
  }
  return Sum;
}

// A function object, for algorithms.
struct Second {
  Values operator()(const std::pair<int, Values> &P) const { return P.second; }
};
int selected(const std::map<int, Values> &M, const Second &Select) {
  int Sum = 0;
  for (const auto &P : M)
    Sum += Select(P).size();
  return Sum;
}

template <typename T> struct Never {
  T Member;
  T get() const { return Member; }
};
template <typename T> int neverInstantiated(const Never<T> &N) {
// TWIN@{T get() const}: template <typename T> -> using T = Values;
  int Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += N.get().size();
  return Sum;
}

// Every caller makes an object of its own, which would have to change as well.
class Includer {
public:
  const Values getPaths() { return Paths; }

private:
  Values Paths;
};
unsigned ownObjects(Includer &I) {
  unsigned Sum = 0;
  for (int J = 0; J < 3; ++J) {
    Values Read = I.getPaths();
    // TWIN@{const Values getPaths()}: Values Read = I.getPaths() -> const Values &Read = I.getPaths()
    for (int P : Read)
      Sum += P;
  }
  return Sum;
}

// Those who need no copy have the other function.
class Session {
public:
  Values getIncludes() { return Includes; }
  const Values &getIncludes() const { return Includes; }
  // TWIN@{Values getIncludes() {}: getIncludes() const -> other() const

private:
  Values Includes;
};
