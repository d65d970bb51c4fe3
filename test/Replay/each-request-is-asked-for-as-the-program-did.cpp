// An allocator that tells how it is asked hears from a replay what it would
// hear from the program: calloc where that called calloc, and each alignment.
// It is so for sites and for code without them, in each mode that writes a
// trace, and of a thread's first block. (malloc and posix_memalign are called
// once more, to see what is handed out for a size.)
//
// RUN: rm -rf "%t" && mkdir "%t"
// RUN: %clang -O1 -shared -fPIC -fno-builtin "%S/Inputs/telling_allocator.c" -o "%t/telling.so"
// RUN: %anomalloc c++ -std=c++17 -O2 -g -pthread "%s" -o "%t/program"
// RUN: %clangxx -std=c++17 -O2 -g -pthread "%s" -o "%t/plain"
//
// RUN: cd "%t" && %anomalloc record --quiet --mode=trace -o sites.prof ./program
// RUN: cd "%t" && env ASKED=sites %anomalloc replay --json --allocator=./telling.so sites.prof > sites.json
// RUN: cd "%t" && sort sites | uniq -c | FileCheck "%s"
// RUN: cd "%t" && %anomalloc record --quiet --mode=lifetime+stacks+trace -o all.prof ./program
// RUN: cd "%t" && env ASKED=all %anomalloc replay --json --allocator=./telling.so all.prof > all.json
// RUN: cd "%t" && sort all | uniq -c | FileCheck "%s"
// RUN: cd "%t" && env LD_PRELOAD=%rt_so ANOMALLOC_OPTIONS=mode=trace:output=dark.prof ./plain
// RUN: cd "%t" && env ASKED=dark %anomalloc replay --json --allocator=./telling.so dark.prof > dark.json
// RUN: cd "%t" && sort dark | uniq -c | FileCheck "%s"
// CHECK-DAG: {{^ *}}2 malloc 11{{$}}
// CHECK-DAG: {{^ *}}1 calloc 21{{$}}
// CHECK-DAG: {{^ *}}1 calloc 2097152{{$}}
// CHECK-DAG: {{^ *}}1 realloc 81 to 1081{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 64 128{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 128 71{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 256 81{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 4096 91{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 4096 101{{$}}
// CHECK-DAG: {{^ *}}2 malloc 111{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 512 151{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 64 161{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 64 171{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 8 181{{$}}
// CHECK-DAG: {{^ *}}1 calloc 191{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 1024 201{{$}}
//
// Where one place of a program asks for one size in several forms, each block
// has its own.
// CHECK-DAG: {{^ *}}2 posix_memalign 16 211{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 32 211{{$}}
// CHECK-DAG: {{^ *}}2 posix_memalign 2048 211{{$}}
//
// Where another allocator stands before the runtime, only the names of sites
// tell how a block was asked for.
// RUN: cd "%t" && env LD_PRELOAD=./telling.so ANOMALLOC_OPTIONS=mode=trace:output=before.prof ./program
// RUN: cd "%t" && env ASKED=before %anomalloc replay --json --allocator=./telling.so before.prof > before.json
// RUN: cd "%t" && sort before | uniq -c | FileCheck "%s" --check-prefix=BEFORE
// BEFORE-DAG: {{^ *}}2 malloc 11{{$}}
// BEFORE-DAG: {{^ *}}1 calloc 21{{$}}
// BEFORE-DAG: {{^ *}}2 malloc 128{{$}}
//
// The account of the replay says the same (the loader calls calloc for
// threads), and so does the table of events.
// RUN: %check_schema replay "%t/sites.json" | FileCheck "%s" --check-prefix=VALID
// VALID: valid
// RUN: FileCheck "%s" --check-prefix=ACCOUNT --input-file="%t/sites.json"
// ACCOUNT: "zeroed": {{[345]}},
// ACCOUNT-NEXT: "aligned": 13,
// ACCOUNT: "size": 151,
// ACCOUNT-NEXT: "alignment": 512,
// ACCOUNT-NEXT: "allocations": 1
// RUN: cd "%t" && %anomalloc export --format=events sites.prof -o sites.csv
// RUN: FileCheck "%s" --check-prefix=EVENTS --input-file="%t/sites.csv"
// EVENTS: nanoseconds,event,lane,maker,block,by_realloc,zeroed,alignment,bytes,section,
// EVENTS-DAG: ,allocation,{{.*}},0,0,,11,
// EVENTS-DAG: ,allocation,{{.*}},0,1,,21,
// EVENTS-DAG: ,allocation,{{.*}},0,0,256,81,
// EVENTS-DAG: ,allocation,{{.*}},1,0,,1081,
// RUN: cd "%t" && %anomalloc replay --allocator=./telling.so --limit=0 sites.prof | FileCheck "%s" --check-prefix=TEXT
// TEXT: requested aligned allocations telling.so
// TEXT-DAG: {{^}} 151 512 1 151{{$}}
// TEXT-DAG: {{^}} 111 1 111{{$}}
#include <cstdlib>
#include <initializer_list>
#include <malloc.h>
#include <new>
#include <pthread.h>

static void *volatile Sink;

static void *startZeroed(void *) {
  Sink = calloc(1, 191);
  return nullptr;
}

static void *startAligned(void *) {
  void *Block;
  Sink = posix_memalign(&Block, 1024, 201) == 0 ? Block : nullptr;
  return nullptr;
}

static void runThread(void *(*Function)(void *)) {
  pthread_t Thread;
  pthread_create(&Thread, nullptr, Function, nullptr);
  pthread_join(Thread, nullptr);
}

int main() {
  Sink = malloc(11);
  Sink = calloc(3, 7);
  Sink = calloc(2, 1 << 20);
  Sink = aligned_alloc(64, 128);
  Sink = memalign(128, 71);
  void *Block;
  Sink = posix_memalign(&Block, 256, 81) == 0 ? Block : nullptr;
  Sink = realloc(Sink, 1081);
  Sink = valloc(91);
  Sink = pvalloc(101);
  Sink = operator new(111);
  Sink = operator new(151, std::align_val_t(512));
  Sink = operator new[](161, std::align_val_t(64));
  Sink = operator new(171, std::align_val_t(64), std::nothrow);
  Sink = operator new[](181, std::align_val_t(8), std::nothrow);
  runThread(startZeroed);
  runThread(startAligned);
  for (std::size_t Alignment : {16, 32, 2048})
    Sink = memalign(Alignment, 211);
}
