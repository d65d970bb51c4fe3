// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// What is returned is another's as well, of another class, or kept.

#include <memory>
#include <vector>

struct Hit {
  double Distance = 0;
};
struct Near : Hit {
  int Face = 0;
};
std::vector<Hit *> All;
std::vector<std::unique_ptr<Hit>> Kept;

Hit *registered() {
  if (Kept.size() > 9)
    return nullptr;
  Hit *R = new Hit;
  All.push_back(R);
  // TWIN@{*registered}: All.push_back(R) -> R->Distance = 1
  return R;
}
Hit *derived(bool There) { return There ? new Near : nullptr; }
// TWIN: new Near -> new Hit
Hit *sometimes(bool There) { return There ? new Hit : All[0]; }
// TWIN: All[0] -> nullptr
std::unique_ptr<Hit> createHit(bool There) {
  // TWIN: createHit -> nearHit
  return There ? std::make_unique<Hit>() : nullptr;
}
std::unique_ptr<Hit> always(bool) { return std::make_unique<Hit>(); }
// TWIN: std::make_unique<Hit>() -> Kept.empty() ? std::make_unique<Hit>() : nullptr
extern "C" Hit *c_hit(bool There) { return There ? new Hit : nullptr; }
// TWIN: extern "C" ->

static std::unique_ptr<Hit> stored() { return std::make_unique<Hit>(); }
void fill(int N) {
  for (int I = 0; I < N; ++I)
    Kept.push_back(stored());
    // TWIN@{stored() {}: Kept.push_back(stored()) -> stored()->Distance = 1
}

struct Pinned {
  Pinned() = default;
  Pinned(const Pinned &) = delete;
  // TWIN@{*pinned}: = delete -> = default
  int Value = 0;
};
Pinned *pinned(bool There) { return There ? new Pinned : nullptr; }
