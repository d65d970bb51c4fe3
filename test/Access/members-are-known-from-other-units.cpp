// Where the constructor of a class is in another unit, clang describes the
// members of the class there alone. They are told all the same.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 -DCONSTRUCTOR -c %s -o %t/constructor.o
// RUN: %anomalloc c++ -std=c++17 -O2 -g -mllvm -anomalloc-access=1 %s %t/constructor.o -o %t/program
// RUN: %anomalloc record --quiet --mode=access --output=%t/profile %t/program
// RUN: %anomalloc report --only=access --top=0 --width=200 --no-probe %t/profile > %t/access.txt
// RUN: FileCheck %s --input-file=%t/access.txt
// CHECK: nobody reads bytes 16-47: Name (char[24]), Created (long)

struct Widget {
  explicit Widget(long Id);
  long Id;
  double Weight;
  char Name[24];
  long Created;
};

#ifdef CONSTRUCTOR
Widget::Widget(long Id) : Id(Id), Weight(1), Name{}, Created(Id) {}
#else
int main() {
  Widget *All[100];
  double Sum = 0;
  for (long I = 0; I < 100; ++I)
    All[I] = new Widget(I);
  asm volatile("" : : "r"(All) : "memory");
  for (Widget *Its : All)
    Sum += Its->Weight + double(Its->Id);
  for (Widget *Its : All)
    delete Its;
  return Sum != 5050;
}
#endif
