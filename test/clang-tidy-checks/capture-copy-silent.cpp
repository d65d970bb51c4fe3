// RUN: %check_tidy %s anomalloc-capture-copy %t -std=c++17
// CHECK-SILENT

// The copy is needed, or costs nothing.

#include <algorithm>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

using Values = std::vector<int>;
std::vector<std::function<int()>> Tasks;
void later(std::function<void()>);
template <typename F, typename G> void inTurn(const F &First, const G &Second) {
  First();
  Second();
}

int needed(const Values &Parameter, const Values &Read, Values &Order, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Values Data(10, I);
    // It outlives the variable, which is used again.
    Tasks.push_back([Data] { return Data[2]; });
    Data.push_back(1);
    // TWIN@{Tasks.push_back([Data] { return Data[2]; })}: Data.push_back(1); ->
    // Moving would take it from the next iteration.
    Tasks.push_back([Order] { return Order[2]; });
    // TWIN: { return Order[2]; } -> { return Order[2]; }); Values New(Order); Tasks.push_back([New] { return New[0]; }
    // Not ours to move.
    Tasks.push_back([Parameter] { return Parameter[2]; });
    // TWIN: { return Parameter[2]; } -> { return Parameter[2]; }); Values Mine(Parameter); Tasks.push_back([Mine] { return Mine[0]; }
    const Values Constant(10, I);
    // TWIN@{Tasks.push_back([Constant]}: const ->
    Tasks.push_back([Constant] { return Constant[2]; });
    // A reference is kept.
    Values Referred(10, I);
    const int &First = Referred[0];
    // TWIN@{Tasks.push_back([Referred]}: const int &First -> int First
    Tasks.push_back([Referred] { return Referred[2]; });
    Sum += First;
    // Another thread.
    Values Threads(10, I);
    std::thread T([Threads] { Tasks[Threads[0]](); });
    Threads.push_back(2);
    // TWIN@{std::thread T}: Threads.push_back(2); ->
    T.join();
    Values Async(10, I);
    auto F = std::async([Async] { return Async[0]; });
    Async.push_back(2);
    // TWIN@{std::async}: Async.push_back(2); ->
    Values Later(10, I);
    later([Later] { Tasks[Later[0]](); });
    Later.push_back(2);
    // TWIN@{later([Later]}: Later.push_back(2); ->
    // The lambda changes its own.
    Values Own(10, I);
    std::for_each(Order.begin(), Order.end(),
                  [Own](int X) mutable { Own.push_back(X); });
    // TWIN: mutable { Own.push_back(X); } -> { (void)(Own[0] + X); }
    // The original changes meanwhile.
    Values Itself(10, I);
    std::for_each(Itself.begin(), Itself.end(),
                  // TWIN@+2: begin(), Itself.end -> cbegin(), Itself.cend
                  [Itself](int &X) { X = Itself[0] + 1; });
    // TWIN: &X) { X = -> X) { X ==
    Values Changed(10, I);
    auto Before = [Changed] { return Changed.size(); };
    Changed.push_back(3);
    // TWIN@{auto Before}: Changed.push_back(3); ->
    Sum += Before();
    // Another lambda of the call changes it.
    Values Both(10, I);
    inTurn([&Both] { Both.push_back(2); }, [Both] { (void)Both[0]; });
    // TWIN: &Both] { Both.push_back(2) -> &Both] { (void)Both.size()
    // Another name may change it.
    Sum += std::count_if(Order.begin(), Order.end(), [Parameter](int &X) {
      return (X = Parameter[0]) > 0;
      // TWIN@-1: X = -> X ==
    });
    std::for_each(Order.begin(), Order.end(), [Parameter](int X) {
      // TWIN: for_each -> count_if
      return X == Parameter[0];
    });
    // References, and what has no heap memory.
    Values Sizes(10, I);
    int Small = 3;
    Sum += std::count_if(Order.begin(), Order.end(),
                         [&Sizes, Small](int X) { return X == Sizes[Small]; });
    // TWIN: [&Sizes -> [Sizes
    Sum += std::count_if(Order.begin(), Order.end(), [&](int X) {
      // TWIN: [&] -> [=]
      return X == Sizes[Small];
    });
    Sum += std::count_if(Order.begin(), Order.end(), [Sizes](int X) { // NOLINT
      // TWIN: // NOLINT ->
      return X == Sizes[0];
    });
  }
  return Sum;
}

struct Member {
  Values Data;
  // Captures the object's address.
  int sum(const Values &Other) {
    int Sum = 0;
    for (int I = 0; I < 3; ++I)
      Sum += std::count_if(Other.begin(), Other.end(),
                           [this](int X) { return X == Data[0]; });
                           // TWIN: this](int X) { return X == Data -> Other](int X) { return X == Other
    return Sum;
  }
};

std::function<int()> returned(int N) {
  while (true) {
    Values Data(10, N);
    auto F = [Data] { return Data[0]; };
    if (Data[1])
    // TWIN@{auto F = [Data]}: Data[1] -> N
      return F;
      // TWIN@{auto F = [Data]}: return F; -> Tasks.push_back(F);
  }
}
