// RUN: %check_tidy %s anomalloc-function-allocation %t -std=c++17
// CHECK-SILENT

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

using Callback = std::function<void(int)>;
template <class F> void each(int N, F Do) {
  for (int I = 0; I < N; ++I)
    Do(I);
}
void call(int N, const Callback &Do) { Do(N); }
void elsewhere(int N, const Callback &Do);
struct Events {
  std::vector<Callback> All;
  Callback Last;
  void add(Callback Do) { All.push_back(std::move(Do)); }
  void set(const Callback &Do) { Last = Do; }
};
// A constructor that is not in view may keep it.
struct Host {
  explicit Host(Callback Do);
};
struct Store {
  template <class T, class... A> T *make(A &&...Arguments) {
    return new T(std::forward<A>(Arguments)...);
  }
};
void host(Store &S, Callback Do) { S.make<Host>(Do); }
#define CALL(N, ...) call(N, __VA_ARGS__)

Callback make(int N) {
  long A = N, B = 2, C = 3;
  return [=](int I) { call(I, [&](int) {}); (void)(A + B + C); };
}

void run(int N, Events &E) {
  long A = 1, B = 2, C = 3;
  std::string Name = "name";
  const Callback Once = [&](int I) { A += B + C + I; };
  for (int I = 0; I < N; ++I) {
    // Held in place.
    call(I, [&A, &B](int J) { A += B + J; });
    // TWIN: &A, &B](int J) { A += B -> &A, &B, &C](int J) { A += B + C
    call(I, [](int) {});
    // TWIN: [](int) {} -> [&](int) { A += B + C; }
    call(I, &std::exit ? Callback() : Callback());
    // TWIN: &std::exit ? Callback() : Callback() -> [&](int J) { A += B + C + J; }
    // A template, or converted once.
    each(I, [&](int J) { A += B + C + J; });
    // TWIN: each -> call
    call(I, Once);
    // TWIN: Once -> [&](int J) { A += B + C + J; }
    auto Named = [&](int J) { A += B + C + J; };
    call(I, std::ref(Named));
    // TWIN: std::ref(Named) -> Named
    // Kept, so that it has to be held somewhere.
    E.add([=](int J) { (void)(A + B + C + J); });
    // TWIN: E.add( -> call(I, 
    E.set([=](int J) { (void)(A + B + C + J); });
    // TWIN: E.set( -> call(I, 
    Store S;
    host(S, [=](int J) { (void)(A + B + C + J); });
    // TWIN: host(S, -> call(I, 
    elsewhere(I, [=](int J) { (void)(A + B + C + J); });
    // TWIN: elsewhere -> call
    std::map<int, Callback> ByKey;
    ByKey[I] = [&](int J) { A += B + C + J; };
    // TWIN: ByKey[I] = [&](int J) { A += B + C + J; } -> call(I, [&](int J) { A += B + C + J; })
    Callback Later;
    if (I % 2)
      Later = [&](int J) { A += B + C + J; };
      // TWIN: Later = [&](int J) { A += B + C + J; } -> call(I, [&](int J) { A += B + C + J; })
    Callback Passed = [&](int J) { A += B + C + J; };
    E.add(Passed);
    // TWIN@{Callback Passed}: E.add(Passed) -> Passed(1)
    Callback Changed = [&](int J) { A += B + C + J; };
    Changed = nullptr;
    // TWIN@{Callback Changed}: Changed = nullptr -> Changed(1)
    CALL(I, [&](int J) { A += B + C + J; });
    // TWIN: CALL -> call
    call(I, [&](int J) { A += B + C + J; }); // NOLINT
    // TWIN: // NOLINT ->
    make(I);
  }
  // Not in a loop.
  call(N, [&](int J) { A += B + C + J; });
  // TWIN: call -> while (N--) call
}
