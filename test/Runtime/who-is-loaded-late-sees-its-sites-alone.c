// A host that is no program of ours loads code of ours: what it allocates itself never
// comes to the runtime, and the report does not claim that it would. Preloaded, the
// runtime sees all, and so it does in a program that is linked with it.

// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %anomalloc c++ -x c++ -std=c++17 -O2 -g -fPIC -shared -DPLUGIN %s -o plugin.so
// RUN: %anomalloc cc -x c -O2 -g -fPIC -shared -DPLUGIN %s -o in-c.so
// RUN: %clang -O2 %s -o host -ldl
// RUN: %anomalloc cc -O2 -g %s -o ours -ldl
// DEFINE: %{run} =
// DEFINE: %{see} = rm -f profile && env ANOMALLOC_OPTIONS=output=profile %{run} && %anomalloc report --only=headline,coverage profile | FileCheck %s
// REDEFINE: %{run} = ./host ./plugin.so local
// RUN: %{see} --check-prefixes=LATE,PLUGIN
// REDEFINE: %{run} = ./host ./plugin.so global
// RUN: %{see} --check-prefixes=LATE,PLUGIN
// REDEFINE: %{run} = ./host ./in-c.so local
// RUN: %{see} --check-prefixes=LATE,PLUGIN
// REDEFINE: %{run} = %python -c "import ctypes; ctypes.CDLL('./plugin.so').plug(30)"
// RUN: %{see} --check-prefixes=LATE,PLUGIN
//   PLUGIN: 30 allocations
//     LATE: dark allocations were not seen
//     LATE: malloc was not interposed in the process: what libraries allocate is missing
// REDEFINE: %{run} = ./ours ./plugin.so local
// RUN: %{see} --check-prefix=SEEN
// REDEFINE: %{run} = ./ours ./in-c.so global
// RUN: %{see} --check-prefix=SEEN
// REDEFINE: %{run} = env LD_PRELOAD=%rt_so ./host ./plugin.so local
// RUN: %{see} --check-prefix=SEEN
//     SEEN: {{2,[01][0-9][0-9]}} allocations
//     SEEN: dark allocations were{{$|;| seen}}
// SEEN-NOT: {{not (seen|interposed)}}

#include <stdlib.h>

static void *volatile Sink;

#ifdef PLUGIN
#ifdef __cplusplus
extern "C"
#endif
    void
    plug(int N) {
  for (int I = 0; I < N; ++I) {
#ifdef __cplusplus
    Sink = new char[200 + I];
    delete[] static_cast<char *>(Sink);
#else
    Sink = malloc(200 + I);
    free(Sink);
#endif
  }
}
#else
#include <dlfcn.h>
#include <stdio.h>

int main(int Count, char **Arguments) {
  for (int I = 0; I < 1000; ++I) {
    Sink = malloc(100 + I);
    free(Sink);
  }
  void *Plugin = dlopen(Arguments[1], RTLD_NOW | (Arguments[2][0] == 'g'
                                                      ? RTLD_GLOBAL
                                                      : RTLD_LOCAL));
  if (!Plugin || Count != 3)
    return puts(dlerror());
  ((void (*)(int))dlsym(Plugin, "plug"))(30);
  for (int I = 0; I < 1000; ++I) {
    Sink = malloc(3000 + I);
    free(Sink);
  }
  return 0;
}
#endif
