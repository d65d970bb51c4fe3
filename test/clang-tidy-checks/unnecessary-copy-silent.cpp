// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -std=c++17
// CHECK-SILENT

// The copy is needed, or the stock checks report it.

#include <map>
#include <memory>
#include <string>
#include <vector>

using Values = std::vector<int>;
struct Owner {
  Values Members;
  std::map<int, Values> Named;
  const Values &get() const { return Members; }
  const Values &at(int I) const { return Named.at(I); }
  void change();
};
Values make();
void take(Values &);
void keep(Values &);
int look(const Values &);
void unknown();

Values Global;

int changed(Owner &O, std::vector<Owner> &All, std::unique_ptr<Owner> &P) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto Pushed = O.Members;
    Pushed.push_back(1);
    // TWIN@{auto Pushed}: Pushed.push_back(1) -> Sum += look(Pushed)
    auto Written = All[I].Members;
    Written[0] = 1;
    // TWIN@{auto Written}: Written[0] = 1 -> Sum += Written[0]
    auto Given = P->get();
    // TWIN@{auto Given}: get() -> Members
    take(Given);
    // TWIN@{auto Given}: take(Given) -> Sum += look(Given)
    auto Moved = P->Members;
    All.push_back(Owner{std::move(Moved), {}});
    // TWIN@{auto Moved}: All.push_back(Owner{std::move(Moved), {}}) -> Sum += look(Moved)
    auto Assigned = P->Members;
    Assigned = make();
    // TWIN@{auto Assigned}: Assigned = make() -> Sum += look(Assigned)
    auto Kept = P->Members;
    keep(Kept);
    // TWIN@{auto Kept}: keep(Kept) -> Sum += look(Kept)
    // Not a copy.
    auto Made = make();
    // TWIN: make() -> P->Members
    const auto &Bound = P->get();
    // TWIN: &Bound = P->get() -> Bound = P->Members
    Sum += Made[0] + Bound[0];
  }
  return Sum;
}

// The original changes, or may change, while the copy is in use.
int originalChanges(Owner &O, std::unique_ptr<Owner> &P, std::vector<Owner> &All) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto Before = O.Members;
    O.Members.push_back(I);
    // TWIN@{auto Before}: O.Members.push_back(I); ->
    Sum += look(Before);
    auto Erased = O.Named.at(I);
    O.Named.erase(I);
    // TWIN@{auto Erased}: O.Named.erase(I); ->
    Sum += look(Erased);
    auto Element = All[I].Members;
    All.push_back({});
    // TWIN@{auto Element}: All.push_back({}); ->
    Sum += look(Element);
    auto Through = P->Members;
    P->change();
    // TWIN@{auto Through}: P->change(); ->
    Sum += look(Through);
    auto Reset = P->Members;
    P.reset();
    // TWIN@{auto Reset}: P.reset(); ->
    Sum += look(Reset);
    auto Shared = Global;
    unknown();
    // TWIN@{auto Shared}: unknown(); ->
    Sum += Shared[0];
  }
  return Sum;
}

struct Listeners {
  std::vector<std::string> All;
  void add(const std::string &);
  // A listener may add another one.
  void tell() {
    for (int I = 0; I < 2; ++I) {
      auto Now = All;
      for (const auto &L : Now)
        add(L);
        // TWIN@{auto Now}: add(L) -> (void)L.size()
    }
  }
};

struct Node {
  std::weak_ptr<Owner> Weak;
  std::shared_ptr<Owner> shared() const;
  int gone() const {
    int Sum = 0;
    for (int I = 0; I < 2; ++I) {
      auto A = Weak.lock()->Members;
      auto B = shared()->get();
      Sum += A[0] + B[0];
    }
    return Sum;
  }
};

Values returned(const Owner *O) {
  for (;;) {
    Values Result = O->Members;
    // TWIN: Values -> for (int I = 0; I < 3; ++I) { Values In = O->Members; look(In); } Values
    return Result;
  }
}

// What performance-unnecessary-copy-initialization and
// performance-for-range-copy report.
int stock(const Owner &O, const Owner *P, const std::vector<Owner> &All) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto A = O.get();
    // TWIN: O.get() -> O.Members
    auto B = P->get();
    // TWIN: P->get() -> P->Members
    auto C = (*P).at(I);
    // TWIN: (*P).at(I) -> (*P).Named.at(I)
    auto D = All[I];
    auto E = O;
    Sum += A[0] + B[0] + C[0] + D.Members[0] + E.Members[0];
  }
  for (auto X : All)
    Sum += X.Members.size();
  for (const Owner X : All)
    Sum += X.Members[0];
  for (auto [Members, Named] : All)
    Sum += Members.size();
  return Sum;
}

// Not by hand.
struct Sized {
  std::pair<int, int> Size;
  // TWIN@{auto P = All[I]}: int, int -> Values, int
};
int noHeap(const std::vector<Sized> &All) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto P = All[I].Size;
    Sum += P.first;
    // TWIN@{auto P = All[I]}: P.first -> P.first[0]
  }
  return Sum;
}
int silenced(const Owner &O) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto Copy = O.Members; // NOLINT
    // TWIN: // NOLINT ->
#define COPY(Name) auto Name = O.Members
    COPY(InMacro);
    // TWIN: COPY(InMacro) -> auto InMacro = O.Members
    auto Unused = O.Members;
    // TWIN: auto Unused = O.Members; -> auto Unused = O.Members; look(Unused);
    static auto Static = O.Members;
    // TWIN: static ->
    Sum += Copy[0] + InMacro[0] + Static[0];
  }
  return Sum;
}

// Loops that do not copy all, or that copy to change.
double loops(const std::vector<double> &M, const std::vector<float> &F) {
  double Sum = 0;
  for (int K = 0; K < 3; ++K) {
    std::vector<double> Scaled(M.size());
    for (unsigned I = 0; I < M.size(); ++I)
      Scaled[I] = 2 * M[I];
      // TWIN@{> Scaled}: 2 * M[I] -> M[I]
    std::vector<double> Shifted(M.size());
    for (unsigned I = 1; I < M.size(); ++I)
    // TWIN@{> Shifted}: I = 1 -> I = 0
      Shifted[I] = M[I];
    std::vector<double> Half(M.size());
    for (unsigned I = 0; I < M.size(); I += 2)
    // TWIN@{> Half}: I += 2 -> ++I
      Half[I] = M[I];
    std::vector<double> Converted(F.size());
    // TWIN: double -> float
    for (unsigned I = 0; I < F.size(); ++I)
      Converted[I] = F[I];
    std::vector<double> Longer(M.size() + 1);
    // TWIN: + 1 ->
    for (unsigned I = 0; I < M.size(); ++I)
      Longer[I] = M[I];
    std::vector<double> Changed(M.size());
    for (unsigned I = 0; I < M.size(); ++I)
      Changed[I] = M[I];
    Changed[0] = 1;
    // TWIN@{> Changed}: Changed[0] = 1; ->
    std::vector<double> Some(M.begin() + 1, M.end());
    // TWIN: + 1 ->
    std::vector<double> Filtered;
    for (double X : M)
      if (X > 0)
      // TWIN@{> Filtered}: if (X > 0) ->
        Filtered.push_back(X);
    Sum += Scaled[0] + Shifted[0] + Half[0] + Converted[0] + Longer[0] +
           Changed[0] + Some[0] + Filtered[0];
  }
  return Sum;
}
