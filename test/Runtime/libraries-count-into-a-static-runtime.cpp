// An instrumented library that a program loads counts into the runtime inside the
// program, whichever linker made the two.

// REQUIRES: runtime-static, lld
// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// DEFINE: %{ld} = bfd
// DEFINE: %{cxx} = env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -fuse-ld=%{ld} %s
// DEFINE: %{try} = %{cxx} -DLIBRARY -shared -fPIC -o lib.so && %{cxx} -o host && rm -f profile && env ANOMALLOC_OPTIONS=output=profile ./host && %anomalloc report --json profile | %python %S/Inputs/size_by_section.py 1234 | FileCheck %s
// RUN: %{try}
// REDEFINE: %{ld} = gold
// RUN: %{try}
// REDEFINE: %{ld} = lld
// RUN: %{try}
// CHECK: outside 1000

#ifdef LIBRARY
extern "C" void work() {
  for (int I = 0; I < 1000; ++I) {
    char *volatile Block = new char[1234];
    delete[] Block;
  }
}
#else
#include <dlfcn.h>
int main() {
  void *Library = dlopen("./lib.so", RTLD_NOW);
  reinterpret_cast<void (*)()>(dlsym(Library, "work"))();
}
#endif
