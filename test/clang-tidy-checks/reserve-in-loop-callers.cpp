// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -- -config='{CheckOptions: {Hints: true}}'

// Other units may call the function again for the same container.

#include <cstddef>
#include <memory>
#include <vector>

using Ints = std::vector<int>;

void candidates(const Ints &From, Ints &Found) {
  Found.reserve(Found.size() + From.size());
  // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: 'reserve' for no more than is needed next makes 'std::vector<int>' reallocate each time, where it would grow geometrically by itself; drop it, or reserve at least twice the capacity; not in view: whether it is called again for the same container [anomalloc-reserve-in-loop]
  for (int I : From)
    if (I > 0)
      Found.push_back(I);
}

// A container behind a smart pointer outlives the call as well.
struct Trace {
  Ints Actions;
};
class Context {
public:
  int schedule(int Action) {
    int Ordinal = int(Of->Actions.size()) + 1;
    Of->Actions.reserve(Ordinal);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'reserve' for no more than is needed next {{.*}}; not in view: whether it is called again for the same container
    Of->Actions.push_back(Action);
    return Ordinal;
  }

private:
  std::shared_ptr<Trace> Of;
};

// Called here only, and once; its own container.
static void once(const Ints &From, Ints &Found) {
  Found.reserve(Found.size() + From.size());
  for (int I : From)
    Found.push_back(I);
}
Ints both(const Ints &A) {
  Ints Result;
  Result.push_back(0);
  Result.reserve(Result.size() + A.size());
  for (int I : A)
    Result.push_back(I);
  static Ints All;
  return Result;
}
int main() {
  Ints Found;
  once({1, 2}, Found);
  return int(Found.size());
}
