// RUN: %check_tidy %s anomalloc-constant-size-vector %t -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Of several sizes, many elements, or kept elsewhere too.

#include <functional>
#include <vector>

using Numbers = std::vector<double>;
void keep(const Numbers &);

Numbers branches(double X) {
  if (X < 0)
    return {};
    // TWIN@-2: {} -> {0, X}
  return {1 - X, X};
}
Numbers grown(double X) {
  Numbers Result(2);
  Result.push_back(X);
  // TWIN@-2: push_back(X) -> at(0) = X
  return Result;
}
Numbers many(double X) {
  Numbers Result(1000);
  // TWIN@-1: 1000 -> 4
  Result[0] = X;
  return Result;
}
Numbers handedOver(double X) {
  Numbers Result(2);
  Result[0] = X;
  keep(Result);
  // TWIN@-3: keep(Result); ->
  return Result;
}

// Something else fixes the type: what is overridden, or what it is handed to.
struct Message {
  virtual ~Message() = default;
  virtual std::vector<unsigned char> bytes() const { return {}; }
};
struct KeepAlive final : Message {
  std::vector<unsigned char> bytes() const override {
    // TWIN: bytes() const override -> own() const
    std::vector<unsigned char> Bytes(5);
    Bytes[0] = 1;
    return Bytes;
  }
};

using Slope = std::function<Numbers(double, const Numbers &)>;
double solve(const Slope &F);
struct Growth {
  Numbers operator()(double X, const Numbers &Y) const { return {X + Y[0]}; }
};
static Numbers decay(double X, const Numbers &Y) { return {X, -Y[0]}; }
double solutions() {
  auto Named = [](double X, const Numbers &) { return Numbers{X, 1}; };
  double Sum = solve(Growth());
  Sum += solve(Named);
  // TWIN@{auto Named}: solve(Named) -> Named(1, {})[0]
  Sum += solve(decay);
  // TWIN@{static Numbers decay}: solve(decay) -> decay(1, {})[0]
  Sum += solve([](double X, const Numbers &Y) { return Numbers{X, Y[0]}; });
  return Sum;
}

// Callers need a vector.
static Numbers passed(double X) { return {1 - X, X}; }
static Numbers grows(double X) { return {1 - X, X}; }
static Numbers isReturned(double X) { return {1 - X, X}; }
Numbers callers(double X) {
  keep(passed(X));
  // TWIN@{static Numbers passed}: keep(passed(X)); -> X += passed(X)[0];
  Numbers Grown = grows(X);
  Grown.push_back(X);
  // TWIN@{static Numbers grows}: Grown.push_back(X) -> X += Grown[0]
  return isReturned(X);
}
