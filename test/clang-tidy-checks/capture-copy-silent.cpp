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

int needed(const Values &Parameter, Values &Order, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Values Data(10, I);
    // It outlives the variable, which is used again.
    Tasks.push_back([Data] { return Data[2]; });
    Data.push_back(1);
    // Moving would take it from the next iteration.
    Tasks.push_back([Order] { return Order[2]; });
    // Not ours to move.
    Tasks.push_back([Parameter] { return Parameter[2]; });
    const Values Constant(10, I);
    Tasks.push_back([Constant] { return Constant[2]; });
    // A reference is kept.
    Values Referred(10, I);
    const int &First = Referred[0];
    Tasks.push_back([Referred] { return Referred[2]; });
    Sum += First;
    // Another thread.
    std::thread T([Data] { Tasks[Data[0]](); });
    Data.push_back(2);
    T.join();
    auto F = std::async([Data] { return Data[0]; });
    Data.push_back(2);
    later([Data] { Tasks[Data[0]](); });
    Data.push_back(2);
    // The lambda changes its own.
    std::for_each(Order.begin(), Order.end(),
                  [Data](int X) mutable { Data.push_back(X); });
    // The original changes meanwhile.
    std::for_each(Data.begin(), Data.end(),
                  [Data](int &X) { X = Data[0] + 1; });
    auto Before = [Data] { return Data.size(); };
    Data.push_back(3);
    Sum += Before();
    // Another name may change it.
    std::for_each(Order.begin(), Order.end(),
                  [Parameter](int &X) { X = Parameter[0] + 1; });
    // References, and what has no heap memory.
    int Small = 3;
    Sum += std::count_if(Order.begin(), Order.end(),
                         [&Data, Small](int X) { return X == Data[Small]; });
    Sum += std::count_if(Order.begin(), Order.end(), [&](int X) {
      return X == Data[Small];
    });
    // NOLINTNEXTLINE
    Sum += std::count_if(Order.begin(), Order.end(), [Data](int X) {
      return X == Data[0];
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
    return Sum;
  }
};

// Once.
int once(const Values &V, const std::string &Text) {
  return std::count_if(V.begin(), V.end(), [Text](int X) {
    return X == static_cast<int>(Text.size());
  });
}

std::function<int()> returned(int N) {
  while (true) {
    Values Data(10, N);
    auto F = [Data] { return Data[0]; };
    if (Data[1])
      return F;
  }
}
