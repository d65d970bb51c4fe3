// Functions that ThinLTO moves into another module go on counting to their own
// unit; the elision of new/delete pairs after inlining does not lose events.
// REQUIRES: lld
// RUN: %clangxx -O2 -g -flto=thin %plugin -c %s -o %t.main.o
// RUN: %clangxx -O2 -g -flto=thin -DOTHER %plugin -c %s -o %t.other.o
// RUN: %clangxx -O2 -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%anomalloc_pass %t.main.o %t.other.o %stub -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-DAG: {{^}}slot {{[0-9]+}}: 10{{$}}
// CHECK-DAG: {{^}}unit 2 slot {{[0-9]+}}: 20{{$}}

struct Node {
  int X[5];
};
#ifdef OTHER
Node *make() { return new Node; }
void drop(Node *N) { delete N; }
#else
Node *make();
void drop(Node *N);
int main() {
  for (volatile int I = 0; I < 10; I = I + 1) {
    Node *Own = new Node;
    drop(Own);
    drop(make());
    drop(make());
  }
}
#endif
