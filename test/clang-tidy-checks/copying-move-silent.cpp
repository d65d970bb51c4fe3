// RUN: %check_tidy %s anomalloc-copying-move %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

std::vector<int> read(int);
void see(const std::vector<int> &);

// No heap memory is copied.
struct Point {
  double X, Y;
};
void points(std::vector<Point> &Out, std::vector<std::array<int, 4>> &Four) {
  const Point P{1, 2};
  const std::array<int, 4> A{};
  for (int I = 0; I < 9; ++I) {
    Out.push_back(std::move(P));
    Four.push_back(std::move(A));
  }
}
// Nothing is copied.
void look() {
  const std::vector<int> Row = read(1);
  see(std::move(Row));
  // TWIN: see(std::move(Row)) -> std::vector<int> Other(std::move(Row))
}
// To leave the const out is not the author's to do, or spares nothing.
struct Owner {
  std::vector<int> Row;
  std::vector<int> get() const { return std::move(Row); }
};
void keep(std::vector<std::vector<int>> &All, const std::vector<int> &Row) {
  for (int I = 0; I < 9; ++I)
    All.push_back(std::move(Row));
}
void share(std::vector<std::vector<int>> &All, const std::vector<std::vector<int>> &From) {
  for (const auto &Row : From)
    All.push_back(std::move(Row));
}
// Forwarded: another instantiation is not const.
template <typename T> void put(std::vector<std::vector<int>> &All, T &Row) { All.push_back(std::move(Row)); }
void putBoth(std::vector<std::vector<int>> &All, const std::vector<int> Row) {
  std::vector<int> Other = read(2);
  for (int I = 0; I < 9; ++I)
    put(All, Row), put(All, Other);
}
// Returned in place, or moved by the return.
std::vector<int> same() {
// TWIN@{return Row; // same}: std::vector<int> same -> std::optional<std::vector<int>> same
  const std::vector<int> Row = read(3);
  return Row; // same
}
std::optional<std::vector<int>> moved() {
  std::vector<int> Row = read(3);
  return Row;
}
// A move that moves, or copies what owns nothing.
struct Good {
  Good(Good &&Other) noexcept : Row(std::move(Other.Row)), Size(Other.Size) { Size = Other.Row.size(); }
  // TWIN: Row(std::move(Other.Row)) -> Row(Other.Row)
  std::vector<int> Row;
  std::size_t Size;
};
// Moved in any case: there is no copy.
struct Unique {
  Unique(Unique &&Other) : Row(std::move(Other.Row)) {}
  // TWIN: Unique(Unique -> Unique(const Unique &) = default; Unique(Unique
  std::vector<int> Row;
};
void growUnique(std::vector<Unique> &V, Unique U) { V.push_back(std::move(U)); }
// It may throw: 'noexcept' would end the program.
struct Heavy {
  Heavy(const Heavy &) = default;
  Heavy(Heavy &&Other) : Row(std::move(Other.Row)) { Other.Row.assign(4, 0); }
  // TWIN: assign(4, 0) -> clear()
  std::vector<int> Row;
};
void growHeavy(std::vector<Heavy> &V, const Heavy &H) { V.push_back(H); }
struct Elsewhere {
  Elsewhere(const Elsewhere &) = default;
  Elsewhere(Elsewhere &&Other);
  // TWIN: Other); -> Other) : Row(std::move(Other.Row)) {}
  std::vector<int> Row;
};
void growElsewhere(std::vector<Elsewhere> &V, const Elsewhere &H) { V.push_back(H); }
// No vector of it grows.
struct Single {
  Single(const Single &) = default;
  Single(Single &&Other) : Row(std::move(Other.Row)) {}
  std::vector<int> Row;
};
void lookAt(const std::vector<Single> &V) { see(V[0].Row); }
// TWIN@{Single(Single}: see(V[0].Row) -> std::vector<Single> W; W.push_back(V[0])
// Its copies share.
struct Counted {
  Counted(const Counted &) = default;
  Counted(Counted &&Other) : Row(std::move(Other.Row)) {}
  std::shared_ptr<int> Row;
  // TWIN@{Counted(Counted}: std::shared_ptr<int> -> std::vector<int>
};
void growCounted(std::vector<Counted> &V, const Counted &C) { V.push_back(C); }
