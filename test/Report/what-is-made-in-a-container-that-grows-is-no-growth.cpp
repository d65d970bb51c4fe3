// A container that is empty makes its first element in the function that gives it
// room. The element's own block took no other's place, however large it is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O2 -g -fno-exceptions %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --width=100 counts > text
// RUN: FileCheck %s --input-file=text --implicit-check-not=growth-by-copying
// RUN: %anomalloc record --quiet --mode=lifetime --output=lifetimes ./program
// RUN: %anomalloc report --no-probe --only=findings --width=100 lifetimes > text
// RUN: FileCheck %s --input-file=text --implicit-check-not=growth-by-copying
// RUN: %clangxx -O2 -g -fno-exceptions %plugin %s %rt_flags -DGROW -o grows
// RUN: %anomalloc record --quiet --output=growing ./grows
// RUN: %anomalloc report --no-probe --only=findings --width=100 growing | FileCheck %s --check-prefix=GROW
// RUN: %if libcxx %{ %clangxx -O2 -g -fno-exceptions %libcxx %plugin %s %rt_flags -o other %}
// RUN: %if libcxx %{ %anomalloc record --quiet --output=others ./other %}
// RUN: %if libcxx %{ %anomalloc report --no-probe --only=findings --width=100 others > text %}
// RUN: %if libcxx %{ FileCheck %s --input-file=text --implicit-check-not=growth-by-copying %}
// RUN: %if libcxx %{ %clangxx -O2 -g -fno-exceptions %libcxx %plugin %s %rt_flags -DGROW -o others-grow %}
// RUN: %if libcxx %{ %anomalloc record --quiet --output=growing-others ./others-grow %}
// RUN: %if libcxx %{ %anomalloc report --no-probe --only=findings --width=100 growing-others | FileCheck %s --check-prefix=GROW %}
// REQUIRES: runtime, cli
#include <string>
#include <vector>

#ifdef GROW
enum { Elements = 2 };
#else
enum { Elements = 1 };
#endif

// CHECK-DAG: texts({{.*}}) @ {{.*}}.cpp:[[#@LINE+5]]
// GROW-DAG: texts({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]]
// GROW-DAG: growth-by-copying: 600 of {{.*}} blocks took the place
[[gnu::noinline]] void texts(std::vector<std::string> &To, const std::string &Text) {
  for (int I = 0; I != Elements; ++I)
    To.push_back(Text);
}

// CHECK-DAG: rows({{.*}}) @ {{.*}}.cpp:[[#@LINE+3]]
[[gnu::noinline]] void rows(std::vector<std::vector<int>> &To, const std::vector<int> &Row) {
  for (int I = 0; I != Elements; ++I)
    To.push_back(Row);
}

struct Named {
  explicit Named(const std::string &Name, int Number) : Name(Name), Number(Number) {}
  std::string Name;
  int Number;
};

// CHECK-DAG: {{.*}}.cpp:[[#@LINE+3]]
[[gnu::noinline]] void named(std::vector<Named> &To, const std::string &Name) {
  for (int I = 0; I != Elements; ++I)
    To.emplace_back(Name, I);
}

int main() {
  for (int I = 0; I != 600; ++I) {
    std::string Text(17 + I % 50, 'x');
    std::vector<std::string> Texts;
    texts(Texts, Text);
    std::vector<std::vector<int>> Rows;
    rows(Rows, std::vector<int>(1 + I % 30));
    std::vector<Named> Names;
    named(Names, Text);
  }
}
