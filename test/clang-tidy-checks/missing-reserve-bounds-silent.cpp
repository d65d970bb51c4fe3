// RUN: %check_tidy %s anomalloc-missing-reserve %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// What has elements or room already, or grows on.

#include <string>
#include <utility>
#include <vector>

using Ints = std::vector<int>;
void use(Ints &);
bool good(int);

// Nobody knows its size, nor whether the next call adds to it again.
class Log {
public:
  void add(const Ints &In) {
    for (int I : In)
      All.push_back(I);
  }
  explicit Log(const Ints &In) : All(3) {
    // TWIN@+4: All(3) -> All()
    First = good(3);
    for (int I : In) {
      All.push_back(I);
      First = good(I);
    }
  }

private:
  Ints All;
  bool First = true;
};

// Most calls return the first that fits, and put nothing in.
struct Function {
  int Type = 0;
};
const Function *chosen(const std::vector<Function> &All, int Type) {
  std::vector<const Function *> Others;
  for (const Function &F : All) {
    if (F.Type == Type)
      return &F;
    // TWIN@+3: return &F -> return nullptr
    if (F.Type > Type)
      Others.push_back(&F);
  }
  return Others.size() == 1 ? Others.front() : nullptr;
}

// It comes with a room of its own, or got some before.
void given(const Ints &In, Ints Start) {
  Ints Room = std::move(Start);
  // TWIN@+3: = std::move(Start) -> 
  for (int I : In) {
    Room.push_back(I);
    good(I);
  }
  use(Room);
}
void filled(const Ints &In) {
  Ints Before;
  use(Before);
  // TWIN@+3: use(Before); ->
  for (int I : In) {
    Before.push_back(I);
    good(I);
  }
  use(Before);
}

// A helper that appends more, or now and then.
static void twice(Ints &Where, int I) {
  Where.push_back(I);
  Where.push_back(I);
  // TWIN@{twice(All}: Where.push_back(I); ->
}
static void sometimes(Ints &Where, int I) {
  if (good(I))
    // TWIN@{sometimes(Some}: if (good(I)) ->
    Where.push_back(I);
}
void helped(const Ints &In) {
  Ints All, Some;
  for (int I : In) {
    twice(All, I);
    good(I);
  }
  for (int I : In) {
    sometimes(Some, I);
    good(I);
  }
  use(All);
  use(Some);
}

// Two steps are few; what stays here is anomalloc-small-local-vector's.
int steps(std::vector<Ints> &Out, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Ints Two;
    Two.push_back(I);
    // TWIN: Two.push_back(I); -> Two.push_back(I); Two.push_back(I);
    Two.push_back(I + 1);
    Out.push_back(std::move(Two));
    Ints Here;
    Here.push_back(I);
    Here.push_back(I + 1);
    Here.push_back(I + 2);
    Sum += Here[I % 3];
    // TWIN@{Here.push_back(I);}: Sum += Here[I % 3] -> Out.push_back(std::move(Here))
  }
  return Sum;
}

// Made with its size, and emptied later: the room stays.
class Smile {
public:
  explicit Smile(int N) : Strikes(N) {}
  // TWIN@{Strikes.push_back}: : Strikes(N) ->
  int last() const { return Strikes.back(); }
  // TWIN B@{Strikes.push_back}: int last() const { return Strikes.back(); } -> void give(Ints &To) { Strikes.swap(To); }
  void fill(const Ints &In) {
    Strikes.clear();
    for (int I : In) {
      good(I);
      Strikes.push_back(I);
    }
  }

private:
  Ints Strikes;
};
