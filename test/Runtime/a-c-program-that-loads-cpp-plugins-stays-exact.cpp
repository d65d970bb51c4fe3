// A C program has no operator new before a plug-in brings one, seen by that
// plug-in alone. That it is looked up then must not show: no event more, none
// less, and what dlerror(3) has to tell stays. The third plug-in has its C++
// library inside.

// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %anomalloc c++ -std=c++17 -O2 -g -fPIC -shared -DPLUGIN %s -o "%t/first.so"
// RUN: %anomalloc c++ -std=c++17 -O2 -g -fPIC -shared -DPLUGIN %s -o "%t/second.so"
// RUN: %anomalloc c++ -std=c++17 -O2 -g -fPIC -shared -DPLUGIN -static-libstdc++ %s -o "%t/third.so"
// RUN: %anomalloc cc -x c -O2 -g %s -o "%t/prog" -ldl
// DEFINE: %{mode} =
// DEFINE: %{plugins} =
// DEFINE: %{run} = rm -f "%t/witness" "%t/profile" && env MALLOC_COUNTER_OUT="%t/witness" LD_PRELOAD=%malloc_counter ANOMALLOC_OPTIONS="mode=%{mode}:output=%t/profile" "%t/prog" %{plugins} && %same_counts "%t/witness" "%t/profile" | FileCheck %s
// REDEFINE: %{plugins} = "%t/first.so"
// REDEFINE: %{mode} = count
// RUN: %{run}
// REDEFINE: %{mode} = stacks
// RUN: %{run}
// REDEFINE: %{mode} = lifetime
// RUN: %{run}
// REDEFINE: %{mode} = lifetime+stacks
// RUN: %{run}
// REDEFINE: %{plugins} = "%t/third.so" "%t/second.so" "%t/first.so"
// RUN: %{run}
// REDEFINE: %{mode} = count
// RUN: %{run}
// RUN: env ANOMALLOC_OPTIONS=output="%t/profile" "%t/prog" %{plugins} | FileCheck %s --check-prefix=MESSAGE
// CHECK: equal:
// MESSAGE: no-such-library.so: cannot open

#ifdef PLUGIN
#include <map>
#include <new>
#include <string>

struct alignas(64) Wide {
  char Bytes[64];
};

static void *volatile Sink;

extern "C" void work() {
  std::map<int, std::string> Map;
  for (int I = 0; I < 100; ++I)
    Map[I] = std::string(size_t(40 + I % 5), 'x');
  int *Number = new (std::nothrow) int;
  Sink = Number;
  operator delete(Number, std::nothrow);
  Wide *One = new Wide;
  Sink = One;
  delete One;
  Wide *Many = new (std::nothrow) Wide[2];
  Sink = Many;
  delete[] Many;
  try {
    Map.at(1000);
  } catch (const std::exception &) {
  }
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  for (int I = 1; I < argc; ++I) {
    void *Handle = dlopen(argv[I], RTLD_NOW | RTLD_LOCAL);
    if (!Handle)
      return 1;
    void (*Work)(void) = (void (*)(void))dlsym(Handle, "work");
    int Alone = !getenv("MALLOC_COUNTER_OUT"); // The witness calls dlsym(3).
    if (Alone)
      dlopen("no-such-library.so", RTLD_NOW);
    Work();
    const char *Message = Alone ? dlerror() : NULL;
    puts(Message ? Message : "no message");
  }
  return 0;
}
#endif
