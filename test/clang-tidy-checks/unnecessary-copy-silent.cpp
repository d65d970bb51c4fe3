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
    auto Written = All[I].Members;
    Written[0] = 1;
    auto Given = P->get();
    take(Given);
    auto Moved = P->Members;
    All.push_back(Owner{std::move(Moved), {}});
    auto Assigned = P->Members;
    Assigned = make();
    auto Kept = P->Members;
    keep(Kept);
    // Not a copy.
    auto Made = make();
    const auto &Bound = P->get();
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
    Sum += look(Before);
    auto Erased = O.Named.at(I);
    O.Named.erase(I);
    Sum += look(Erased);
    auto Element = All[I].Members;
    All.push_back({});
    Sum += look(Element);
    auto Through = P->Members;
    P->change();
    Sum += look(Through);
    auto Reset = P->Members;
    P.reset();
    Sum += look(Reset);
    auto Shared = Global;
    unknown();
    Sum += look(Shared);
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
    return Result;
  }
}

// What performance-unnecessary-copy-initialization and
// performance-for-range-copy report.
int stock(const Owner &O, const Owner *P, const std::vector<Owner> &All) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto A = O.get();
    auto B = P->get();
    auto C = (*P).at(I);
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

// Not each time, or not by hand.
int once(const Owner &O) {
  auto Copy = O.Members;
  return look(Copy);
}
int noHeap(const std::vector<std::pair<int, int>> &All) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto P = All.at(I);
    Sum += P.first;
  }
  return Sum;
}
int silenced(const Owner &O) {
  int Sum = 0;
  for (int I = 0; I < 3; ++I) {
    auto Copy = O.Members; // NOLINT
#define COPY(Name) auto Name = O.Members
    COPY(InMacro);
    auto Unused = O.Members;
    static auto Static = O.Members;
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
    std::vector<double> Shifted(M.size());
    for (unsigned I = 1; I < M.size(); ++I)
      Shifted[I] = M[I];
    std::vector<double> Half(M.size());
    for (unsigned I = 0; I < M.size(); I += 2)
      Half[I] = M[I];
    std::vector<double> Converted(F.size());
    for (unsigned I = 0; I < F.size(); ++I)
      Converted[I] = F[I];
    std::vector<double> Longer(M.size() + 1);
    for (unsigned I = 0; I < M.size(); ++I)
      Longer[I] = M[I];
    std::vector<double> Changed(M.size());
    for (unsigned I = 0; I < M.size(); ++I)
      Changed[I] = M[I];
    Changed[0] = 1;
    std::vector<double> Some(M.begin() + 1, M.end());
    std::vector<double> Filtered;
    for (double X : M)
      if (X > 0)
        Filtered.push_back(X);
    Sum += Scaled[0] + Shifted[0] + Half[0] + Converted[0] + Longer[0] +
           Changed[0] + Some[0] + Filtered[0];
  }
  return Sum;
}
