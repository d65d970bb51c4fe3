#include <memory>
#include <string>
#include <vector>
struct Big {
  std::vector<double> Values;
  Big(const Big &);
};
const Big &big();
void use(const std::string &);
double sum(const std::vector<std::vector<std::string>> &All, double Sum = 0) {
  for (const auto &Parts : All)
    for (const std::string Part : Parts)
      Sum += Part.size();
  return Sum;
}
// CHECK-DAG: a.cpp:12:{{.*}} warning: {{.*}}[anomalloc-unnecessary-copy]
void twice(const std::string &Text) {
  for (int I = 0; I < 9; ++I)
    use(Text.c_str());
  use(Text.c_str());
}
// The same in a loop and outside of any:
// CHECK-DAG: a.cpp:19:{{.*}} warning: {{.*}}[readability-redundant-string-cstr]
// CHECK-DAG: a.cpp:20:{{.*}} hint: {{.*}}[readability-redundant-string-cstr]
double once() {
  const Big Copy = big();
  return Copy.Values[0];
}
// CHECK-DAG: a.cpp:26:{{.*}} warning: {{.*}}copy{{.*}}
struct Mover {
  Mover(Mover &&Other) : Name(std::move(Other.Name)) {}
  std::string Name;
};
// Whatever calls it: a vector copies instead.
// CHECK-DAG: a.cpp:31:{{.*}} warning: move constructors should be marked noexcept [performance-noexcept-move-constructor]
static void fail(const std::string &Text) {
  for (;;)
    if (Text.empty()) {
      use(Text.c_str());
      throw 1;
    }
}
void run(const std::string &Text) { fail(Text); }
// On the way to an error nobody says anything.
