// -static-libstdc++ gives the program an operator new of its own: the linker
// takes the C++ library's, or that of a runtime which is linked in, too.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -static-libstdc++ -static-libgcc %s -o %t/prog
// RUN: env ANOMALLOC_OPTIONS=enabled=0 %t/prog | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=output=%t/count %t/prog | FileCheck %s
// RUN: env LIFETIME_LOG_OUT=%t/log LD_PRELOAD=%lifetime_log ANOMALLOC_OPTIONS=mode=lifetime:output=%t/profile %t/prog | FileCheck %s
// RUN: %same_lifetimes %t/log %t/profile | FileCheck %s --check-prefix=EQUAL
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -std=c++17 -O2 -g -static-libstdc++ -static-libgcc %s -o %t/static
// RUN: env ANOMALLOC_OPTIONS=enabled=0 %t/static | FileCheck %s
// RUN: env ANOMALLOC_OPTIONS=output=%t/counted %t/static | FileCheck %s
// CHECK: 1000 strings, 64 aligned, caught
// EQUAL: equal: {{[0-9]+}} allocated

#include <cstdint>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct alignas(64) Wide {
  char Bytes[64];
};

static void *volatile Sink;

int main() {
  std::vector<std::string> Strings;
  for (int I = 0; I < 1000; ++I)
    Strings.push_back(std::string(size_t(20 + I % 7), 'x'));
  Wide *One = new Wide;
  Sink = One;
  Wide *Many = new (std::nothrow) Wide[3];
  Sink = Many;
  int *Number = new (std::nothrow) int;
  Sink = Number;
  int Wides = (uintptr_t(One) | uintptr_t(Many)) % 64 ? 0 : 64;
  delete One;
  delete[] Many;
  delete Number;
  const char *Caught = "not caught";
  try {
    throw std::runtime_error("a message that is longer than any short string");
  } catch (const std::exception &) {
    Caught = "caught";
  }
  std::printf("%zu strings, %d aligned, %s\n", Strings.size(), Wides, Caught);
}
