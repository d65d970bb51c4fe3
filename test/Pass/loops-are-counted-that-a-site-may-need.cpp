// A loop around a call is counted if a site may need it: the way from the call
// to the site passes no other loop, and no way to the site passes none at all.
// RUN: %clangxx -O1 -g -fno-inline %plugin -c %s -o %t.o
// RUN: %dump_site_table %t.o | grep "^loop" | FileCheck %s

struct Node {
  Node *Next;
};
extern Node *Sink;
extern int Number;
void elsewhere();
void take(void (*)());

static void makeOne() { Sink = new Node; }
static void makeMany(int N) {
  for (int I = 0; I < N; ++I)
    Sink = new Node;
}
static void onlyMany(int N) { makeMany(N); }
static void throughPointer() { Sink = new Node; }
static void belowPointer() { Sink = new Node; }
static void calledByPointer() { belowPointer(); }
static void fromMain() { Sink = new Node; }

// CHECK: loop _Z7needsItv {{.*}} iterations {{[0-9]}}
void needsIt() {
  while (Number)
    makeOne();
}

// Another unit may have the site.
// CHECK: loop _Z11mayNeedThisv {{.*}} iterations {{[0-9]}}
void mayNeedThis() {
  while (Number)
    elsewhere();
}

// The loop in makeMany is that of its site.
// CHECK: loop _Z16hasALoopOfItsOwnv {{.*}} iterations -
void hasALoopOfItsOwn() {
  while (Number)
    onlyMany(Number);
}

// Who calls through a pointer is not known, and need not stand in a loop.
// CHECK: loop _Z15othersCallItToov {{.*}} iterations -
void othersCallItToo() {
  while (Number)
    throughPointer();
}
void give() {
  take(throughPointer);
  take(calledByPointer);
}

// CHECK: loop _Z19othersCallItsCallerv {{.*}} iterations -
void othersCallItsCaller() {
  while (Number)
    belowPointer();
}

// CHECK: loop _Z18mainCallsItWithoutv {{.*}} iterations -
void mainCallsItWithout() {
  while (Number)
    fromMain();
}
int main() { fromMain(); }
