// A private member function that constructors alone call, to give the new object
// its memory, is a part of them: the line to change is that of who makes the
// object. Not so one with a temporary, one that others call, one of a struct.

// RUN: rm -rf %t && mkdir %t
// RUN: %anomalloc c++ -std=c++17 -O1 -g %s -o %t/prog
// RUN: %anomalloc record --quiet --output=%t/p %t/prog
// RUN: %anomalloc report --only=findings --top=0 --no-probe --width=200 %t/p | FileCheck %s

static void use(void *Block) { asm volatile("" : : "r"(Block) : "memory"); }
#define APART __attribute__((noinline))

// CHECK-DAG: main @ {{.*}}makers.cpp:{{[0-9]+}} <- Object::Object
// CHECK-DAG: made in Object::Object() @ {{.*}}makers.cpp:[[#@LINE+4]], Object::fill() @ {{.*}}makers.cpp:[[#@LINE+13]]
class Object {
public:
  APART Object() {
    fill();
    compute();
    restart();
  }
  APART ~Object() { delete[] Data, delete[] Other; }
  APART void again() { restart(); }

private:
  APART void fill() {
    Data = new int[10];
  }
  // CHECK-DAG: Object::compute() @ {{.*}}makers.cpp:[[#@LINE+2]] <- operator new[]
  APART void compute() {
    char *Temporary = new char[30];
    use(Temporary);
    delete[] Temporary;
  }
  // CHECK-DAG: Object::restart() @ {{.*}}makers.cpp:[[#@LINE+3]] <- operator new[]
  APART void restart() {
    delete[] Other;
    Other = new long[10];
  }

  int *Data = nullptr;
  long *Other = nullptr;
};

struct Open {
  APART Open() { fill(); }
  APART ~Open() { delete[] Data; }
  // CHECK-DAG: Open::fill() @ {{.*}}makers.cpp:[[#@LINE+2]] <- operator new[]
  APART void fill() {
    Data = new int[70];
  }
  int *Data;
};

int main() {
  for (int I = 0; I < 500; ++I) {
    Object O;
    O.again();
    Open P;
    use(&O);
    use(&P);
  }
}
