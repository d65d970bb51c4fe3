// To compile a regular expression takes many allocations: one entry for all of
// them. What was built once has none, however many blocks it has.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -O1 -g %plugin %s %rt_flags -o program
// RUN: %anomalloc record --quiet --output=counts ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 counts > text
// RUN: FileCheck %s --input-file=text --check-prefix=LOOP
// RUN: FileCheck %s --input-file=text --check-prefix=ONCE
// RUN: %anomalloc record --quiet --mode=lifetime --output=lives ./program
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 lives > text
// RUN: FileCheck %s --input-file=text --check-prefix=LOOP
// RUN: FileCheck %s --input-file=text --check-prefix=ONCE
// RUN: %anomalloc record --quiet --output=call ./program b c
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 call | FileCheck %s --check-prefix=CALL
// RUN: %anomalloc record --quiet --output=member ./program b c d
// RUN: %anomalloc report --no-probe --only=findings --top=0 --width=150 member | FileCheck %s --check-prefix=MEMBER
// REQUIRES: runtime, cli
#include <regex>
#include <string>

// LOOP: inLoop({{.*}}) @ {{.*}}.cpp:[[#@LINE+6]] <- {{.*}}basic_regex
// LOOP: rebuilt: 31 objects of 'std::__cxx11::basic_regex' were built by all lines that do, with
// LOOP: change: build it once, before the loop or as a 'static const', and use it again
[[gnu::noinline]] int inLoop(const std::string &Text) {
  int Sum = 0;
  for (int I = 0; I < 30; ++I) {
    std::regex Word("[a-z]+x");
    Sum += std::regex_match(Text, Word);
  }
  return Sum;
}

// CALL: inCall({{.*}}) @ {{.*}}.cpp:[[#@LINE+4]] <- {{.*}}basic_regex
// CALL: rebuilt: 301 objects
// CALL-NEXT: change: build it once
[[gnu::noinline]] bool inCall(const std::string &Text) {
  return std::regex_search(Text, std::regex("b|c"));
}

// MEMBER: withMember({{.*}}) @ {{.*}}.cpp:[[#@LINE+8]] <- {{.*}}Matcher
// MEMBER: rebuilt: 201 objects
// MEMBER-NEXT: change: build it once
struct Matcher {
  std::regex Its;
  [[gnu::noinline]] explicit Matcher(const char *Text) : Its(Text) {}
};
[[gnu::noinline]] bool withMember(const std::string &Text) {
  Matcher M("(a|b)*");
  return std::regex_match(Text, M.Its);
}

// ONCE: What to change
// ONCE-NOT: once({{.*}}basic_regex
[[gnu::noinline]] bool once(const std::string &Text) {
  static const std::regex Its("([0-9]+|[a-f]*)(x|y)[^z]");
  return std::regex_match(Text, Its);
}

int main(int Argc, char **Argv) {
  std::string Text = Argc > 1 ? Argv[1] : "abc";
  int Sum = once(Text);
  for (int I = 0; I < 30; ++I)
    Sum += once(Text);
  if (Argc == 1)
    Sum += inLoop(Text);
  for (int I = 0; I < 300 && Argc == 3; ++I)
    Sum += inCall(Text);
  for (int I = 0; I < 200 && Argc == 4; ++I)
    Sum += withMember(Text);
  return Sum == 1;
}
