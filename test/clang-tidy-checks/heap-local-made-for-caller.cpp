// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}'

// A function makes an object that its callers need for a while only.

#include <memory>

struct Hit {
  double Distance = 0;
  int Face = -1;
};

static Hit *find(int I) { return I > 3 ? new Hit{1.0, I} : nullptr; }
// CHECK-MESSAGES: :[[@LINE-1]]:8: warning: each call of 'find' makes a 'Hit' of 16 bytes on the heap, for its caller to free, inside a loop; 'std::optional<Hit>' returns it in place [anomalloc-heap-local]

static std::unique_ptr<Hit> nearest(int I) {
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: each call of 'nearest' makes {{.*}} 'std::optional<Hit>' returns
  if (I < 3)
    return nullptr;
  auto H = std::make_unique<Hit>();
  H->Face = I;
  return H;
}

Hit *first(int I) {
  // CHECK-MESSAGES: :[[@LINE-1]]:1: warning: each call of 'first' makes {{.*}}; return it by value
  Hit *H = new Hit;
  H->Face = I;
  return H;
}

double all(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    if (Hit *H = find(I)) {
      Sum += H->Distance;
      delete H;
    }
    auto Near = nearest(I);
    if (Near)
      Sum += Near->Distance;
    std::unique_ptr<Hit> Owned(first(I));
    Sum += Owned->Distance;
  }
  return Sum;
}

// Nobody is seen to call it; or somebody keeps it.
std::unique_ptr<Hit> lookup(bool There) {
  // CHECK-MESSAGES: :[[@LINE-1]]:1: remark: each call of 'lookup' {{.*}}; not in view: whether callers keep it
  return There ? std::make_unique<Hit>() : nullptr;
}
static std::unique_ptr<Hit> both() { return std::unique_ptr<Hit>(new Hit); }
// CHECK-MESSAGES: :[[@LINE-1]]:8: remark: each call of 'both' {{.*}}; not in view: what the callers do that keep it
std::unique_ptr<Hit> Kept;
double once(int N) {
  Kept = both();
  for (int I = 0; I < N; ++I)
    Kept->Distance += both()->Distance;
  return Kept->Distance;
}
