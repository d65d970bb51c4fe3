// Beside the call (and its argument) no more than this, in a loop of only new and
// delete.
// REQUIRES: x86_64
// RUN: %clangxx -O2 -g %plugin -S %s -o - | grep -v -e "^[[:space:]][[:space:]]*[.#]" -e "^[.]Ltmp" -e "^#" | FileCheck %s
// CHECK-LABEL: main:
// CHECK: movq __anomalloc_tls@GOTTPOFF(%rip), %[[TLS:r[a-z0-9]+]]
// CHECK: movq anomalloc.unit+24(%rip), %r[[SITE:[a-z0-9]+]]
// CHECK-NEXT: orq ${{[0-9]+}}, %r[[SITE]]
// CHECK-NEXT: movq %r[[SITE]], %fs:8(%[[TLS]])
// CHECK-NEXT: movl $24, %edi
// CHECK-NEXT: callq _Znwm
// CHECK-NEXT: movl anomalloc.unit(%rip), %e[[INDEX:[a-z]+]]
// CHECK-NEXT: movq %fs:(%[[TLS]]), %[[BLOCKS:r[a-z0-9]+]]
// CHECK-NEXT: movq (%[[BLOCKS]],%r[[INDEX]],8), %[[BLOCK:r[a-z0-9]+]]
// CHECK-NEXT: testq %[[BLOCK]], %[[BLOCK]]
// CHECK-NEXT: je
// CHECK: cmpq $0, %fs:8(%[[TLS]])
// CHECK-NEXT: jne
// CHECK: incq {{[0-9]*}}(%[[BLOCK]])
// CHECK-NEXT: .L
// CHECK-NEXT: movq %rax,

struct T {
  long X, Y, Z;
};
T *volatile Sink;

int main() {
  for (;;) {
    Sink = new T;
    delete Sink;
  }
}
