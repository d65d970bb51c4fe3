// A library leaves the static runtime to the program, however its own symbols
// are asked to be defined; the program counts what the library allocates.

// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -DLIBRARY -fPIC -shared -z defs %s -o liba.so
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -DLIBRARY -fPIC -shared -Wl,-z,defs %s -o liba.so
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 -DLIBRARY -fPIC -shared -Xlinker --no-undefined %s -o liba.so
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc c++ -O1 %s -L. -la -Wl,-rpath,. -o program
// RUN: %anomalloc record --quiet --output=profile ./program
// RUN: %anomalloc export --format=folded profile | FileCheck %s
// CHECK: make(){{.*}} 7

#ifdef LIBRARY
int *make() { return new int; }
#else
int *make();
int main() {
  for (int I = 0; I != 7; ++I)
    delete make();
}
#endif
