// --site: only these sites' events have stacks and lifetimes, in the program, in
// its libraries, in a library that it loads, and in a forked child. All others
// are counted as ever.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -O1 -g -shared -fPIC -DONE -o %t/libone.so %s
// RUN: %anomalloc c++ -O1 -g -shared -fPIC -DLATER -o %t/liblater.so %s
// RUN: %anomalloc c++ -O1 -g -o %t/prog %s -L%t -lone -Wl,-rpath,%t -ldl

// A line that was inlined into two functions.
// RUN: %anomalloc record --quiet --mode=stacks --site=record-chooses-sites.cpp:900 --output=%t/line %t/prog %t/liblater.so
// RUN: %anomalloc stacks --user %t/line | FileCheck %s --check-prefix=LINE
// LINE: Number of stack trace types: 2
// LINE: 1/2: 14 occurrences, 168 B
// LINE-NEXT: [0] shared() @
// LINE-NEXT: [1] one @
// LINE: 2/2: 5 occurrences, 60 B
// LINE-NEXT: [0] shared() @
// LINE-NEXT: [1] main @
// Whatever is chosen, everything is counted:
// RUN: %anomalloc report --only=sites --no-probe --function=later %t/line | FileCheck %s --check-prefix=COUNTED
// COUNTED: 50

// RUN: %anomalloc record --quiet --mode=stacks --site=record-chooses-sites.cpp:900 --site-from=%t/liblater.so --output=%t/from %t/prog %t/liblater.so
// RUN: %anomalloc stacks --user --json %t/from | FileCheck %s --check-prefix=FROM
// FROM: "allocations": 69,

// A file: all sites of it, and what is asked for inside of its dlopen().
// RUN: %anomalloc record --quiet --mode=stacks --site=record-chooses-sites.cpp --output=%t/file %t/prog %t/liblater.so
// RUN: %anomalloc stacks --user --limit=0 %t/file | FileCheck %s --check-prefix=FILE
// FILE: Number of stack trace types: 4
// FILE-DAG: 14 occurrences, 168 B
// FILE-DAG: 5 occurrences, 60 B
// FILE-DAG: 3 occurrences, 231 B

// Libraries are those of this run's environment.
// RUN: %anomalloc c++ -O1 -g -o %t/norpath %s -L%t -lone -ldl
// RUN: env LD_LIBRARY_PATH=%t %anomalloc record --quiet --mode=stacks --site=record-chooses-sites.cpp:900 --output=%t/env %t/norpath %t/liblater.so
// RUN: %anomalloc stacks --user %t/env | FileCheck %s --check-prefix=LINE

// A static program has no libraries: nobody must run it to be told so.
// RUN: %anomalloc c++ -O1 -g -static -DONCE -o %t/static %s
// RUN: mkdir %t/once && cd %t/once && %anomalloc record --quiet --mode=stacks --site=record-chooses-sites.cpp:900 --output=%t/static.p %t/static

// By id; lifetimes of the chosen site alone; a child has the same choice.
// RUN: %anomalloc sites --json %t/libone.so | %python -c "import json, sys; print(next(s['id'] for s in json.load(sys.stdin)['sites'] if s['constant_size'] == 77))" > %t/id
// RUN: xargs -I ID -a %t/id %anomalloc record --quiet --mode=lifetime+stacks --site=ID --output=%t/id.%%p %t/prog %t/liblater.so fork
// RUN: %anomalloc stacks --user %t/id.* | FileCheck %s --check-prefix=ID
// ID: 1/1: 6 occurrences, 462 B, 100 %
// ID-NEXT: [0] one @
// RUN: %anomalloc report --only=lifetimes --no-probe %t/id.* | FileCheck %s --check-prefix=LIVES
// LIVES: Lifetimes 1 of 1 sites
// LIVES: {{^ *}}1 6 6 0

// RUN: not %anomalloc record --mode=stacks --site=record-chooses-sites.cpp:1 %t/prog 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: --site: no allocation site is 'record-chooses-sites.cpp:1'
// RUN: not %anomalloc record --mode=stacks --site=x /bin/true 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: error: --site: /bin/true has no site table: build it with 'anomalloc c++', or name the object that has one by --site-from
// RUN: not %anomalloc record --site=record-chooses-sites.cpp:900 %t/prog 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: --site chooses what modes record beside the counts; the mode is count
// RUN: not %anomalloc record --mode=stacks --site=record-chooses-sites.cpp:900 --site-from=%t/no %t/prog 2>&1 | FileCheck %s --check-prefix=OBJECT
// OBJECT: error: {{.*}}no: No such file or directory
// A file that is none: all is recorded, and it is said.
// RUN: echo nothing > %t/none
// RUN: %anomalloc record --quiet --verbose --mode=stacks --site-selection=%t/none --output=%t/all %t/prog %t/liblater.so 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: anomalloc: cannot read the selection of sites {{.*}}none: all are recorded
// RUN: %anomalloc stacks --json %t/all | FileCheck %s --check-prefix=ALL
// ALL: "withoutStack": 0,

#include <cstdlib>
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((always_inline)) static inline void shared() {
#line 900
  void *Block = std::malloc(12);
  asm volatile("" : : "r"(Block) : "memory");
  std::free(Block);
}

#ifdef LATER
extern "C" void later() {
  for (int I = 0; I < 50; ++I)
    shared();
}
#elif defined(ONE)
extern "C" void one() {
  for (int I = 0; I < 14; ++I)
    shared();
  for (int I = 0; I < 3; ++I) {
    void *Block = std::malloc(77);
    asm volatile("" : : "r"(Block) : "memory");
    std::free(Block);
  }
}
#elif defined(ONCE)
int main() {
  shared();
  return mkdir("ran", 0700); // Fails when it is there.
}
#else
extern "C" void one();

int main(int, char **Arguments) {
  for (int I = 0; I < 5; ++I)
    shared();
  bool Forks = Arguments[2];
  pid_t Child = Forks ? fork() : 0;
  one();
  if (Forks && Child)
    waitpid(Child, nullptr, 0);
  auto Later = reinterpret_cast<void (*)()>(
      dlsym(dlopen(Arguments[1], RTLD_NOW), "later"));
  Later();
}
#endif
