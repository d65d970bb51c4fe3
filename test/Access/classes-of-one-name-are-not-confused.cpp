// Two units have a class Record each, of one size, with other members. A site
// knows its class by name. So members are told by name only if there is one class
// of the name and the size, whose size differs from the other's here.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DOTHER -c %s -o %t/other.o
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s %t/other.o -o %t/alike
// RUN: %anomalloc record --quiet --mode=access --output=%t/alike.profile %t/alike
// RUN: %anomalloc report --only=access --top=0 --width=200 --no-probe %t/alike.profile > %t/alike.txt
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DOTHER -DLARGER -c %s -o %t/larger.o
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s %t/larger.o -o %t/apart
// RUN: %anomalloc record --quiet --mode=access --output=%t/apart.profile %t/apart
// RUN: %anomalloc report --only=access --top=0 --width=200 --no-probe %t/apart.profile > %t/apart.txt
// RUN: FileCheck %s --input-file=%t/alike.txt
// RUN: FileCheck %s --check-prefix=APART --input-file=%t/apart.txt
// CHECK-COUNT-2: nobody reads bytes 16-31{{$}}
// APART-DAG: nobody reads bytes 16-31: Name (char[16])
// APART-DAG: nobody reads bytes 16-39: Created (long), Changed (long), More (long)

long sumOfOthers();

template <typename T> static void use(T *Block) {
  asm volatile("" : : "r"(Block) : "memory");
}

namespace {
struct Record {
  long Id = 1;
  double Weight = 2;
#ifdef OTHER
  long Created = 3, Changed = 4;
#ifdef LARGER
  long More = 5;
#endif
#else
  char Name[16] = "name";
#endif
};
} // namespace

static long sumOfRecords() {
  Record *All[1000];
  long Sum = 0;
  for (Record *&Its : All) {
    Its = new Record;
    use(Its);
  }
  for (Record *Its : All) {
    Sum += Its->Id + long(Its->Weight);
    delete Its;
  }
  return Sum;
}

#ifdef OTHER
long sumOfOthers() { return sumOfRecords(); }
#else
int main() { return sumOfRecords() + sumOfOthers() != 6000; }
#endif
