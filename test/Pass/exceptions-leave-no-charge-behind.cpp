// After a throw out of a leading call, dark events are nobody's; and a throwing
// operator new leaves no Direct behind for the next dark event to hide in.
// RUN: %clangxx -O0 %plugin %s %stub -o %t && %t 2> %t.err && %python %S/Inputs/balance.py %t %t.err && FileCheck %s < %t.err
// RUN: %clangxx -O2 -g %plugin %s %stub -o %t && %t 2> %t.err && %python %S/Inputs/balance.py %t %t.err && FileCheck %s < %t.err
// The string's exception: its object and its text.
// CHECK: via slot {{[0-9]+}}: 2
// CHECK: seen

#include <new>
#include <string>

extern "C" void *__libc_malloc(size_t);
static void *volatile Sink;
static volatile size_t Huge = (size_t)-2;

int main() {
  int Caught = 0;
  try {
    std::string S;
    S.resize(Huge);
  } catch (std::exception &) {
    ++Caught;
  }
  // Called through a pointer: dark.
  void *(*volatile Dark)(size_t) = malloc;
  Sink = Dark(10);
  try {
    Sink = new char[Huge >> 1];
  } catch (std::bad_alloc &) {
    ++Caught;
  }
  Sink = Dark(20);
  return Caught == 2 ? 0 : 1;
}
