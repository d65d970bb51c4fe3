// A program that gets just what it needs under a limit on its address space
// gets it with the runtime as well, but for the room of the runtime's library.
// Where there is no more room, there is no profile.

// RUN: rm -rf "%t" && mkdir "%t" && cd "%t"
// RUN: %clangxx -std=c++17 -O1 -pthread %s -o plain
// RUN: %anomalloc c++ -std=c++17 -O1 -g -pthread %s -o prog
// RUN: %python %S/Inputs/least_limit.py ./plain ./prog thread | FileCheck %s
// RUN: %python %S/Inputs/least_limit.py ./plain ./prog blocks | FileCheck %s
// RUN: %python %S/Inputs/least_limit.py ./plain ./prog fork | FileCheck %s
// CHECK: {{^}}off: succeeds
// CHECK-NEXT: {{^}}count: succeeds
// CHECK-NEXT: {{^}}stacks: succeeds
// CHECK-NEXT: {{^}}lifetime: succeeds
// CHECK-NEXT: {{^}}trace: succeeds
// CHECK-NEXT: {{^}}lifetime+stacks: succeeds
// CHECK-NEXT: {{^}}lifetime+stacks+trace: succeeds

#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void *volatile Sink;

static bool makeBlocks(size_t Count, size_t Size) {
  for (size_t I = 0; I != Count; ++I)
    if (!(Sink = std::malloc(Size)))
      return false;
  return true;
}

int main(int, char **Argv) {
  if (!std::strcmp(Argv[1], "blocks"))
    return !makeBlocks(100, 100000);
  if (!std::strcmp(Argv[1], "fork")) {
    if (!makeBlocks(4, 1 << 20))
      return 1;
    pid_t Child = fork();
    if (!Child)
      _exit(!makeBlocks(4, 1 << 20));
    int Status = 1;
    waitpid(Child, &Status, 0);
    return Status != 0;
  }
  std::vector<std::vector<char>> Rows;
  for (int I = 0; I != 40; ++I)
    Rows.emplace_back(50000);
  std::string Text;
  std::thread([&] { Text.assign(1000, 'x'); }).join();
  return Text.size() != 1000;
}
