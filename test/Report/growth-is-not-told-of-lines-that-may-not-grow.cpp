// A constructor that reserves before it fills shares the growing function, out of
// line, with those who do not reserve. What others outgrew is not said of its
// callers.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc report --no-probe --json --only=findings profile > json
// RUN: %query "sorted((f['line'], f['anomaly'], f['allocated']) for f in findings)" < json | FileCheck %s
// REQUIRES: runtime, cli
#include <memory>
#include <vector>

struct Particle {
  double Momentum[4] = {};
  std::shared_ptr<int> Owner; // Is copied one by one.
  Particle() = default;
  Particle(const Particle &) = default;
};

struct Event {
  std::vector<Particle> Particles;
  [[gnu::noinline]] Event(const Particle &One, int Number) {
    Particles.reserve(Number);
    for (int I = 0; I < Number; ++I)
      Particles.push_back(One);
  }
};

[[gnu::noinline]] void collect(std::vector<Particle> &To, const Particle &One,
                               int Number) {
  for (int I = 0; I < Number; ++I)
    // CHECK: ([[#@LINE+1]], 'growth-by-copying', 800)
    To.push_back(One);
}

int main() {
  Particle One;
  for (int I = 0; I < 100; ++I) {
    std::vector<Particle> Some;
    collect(Some, One, 100);
  }
  for (int I = 0; I < 300; ++I)
    // CHECK-SAME: ([[#@LINE+1]], 'repeated', 300)
    Event Full(One, 50);
}
