// A command that the report offers can be copied to a shell, however long the
// path of the program is.

// RUN: rm -rf %t && mkdir -p %t/one-folder-with-a-name-that-is-wider-than-half-of-a-line-is/another-folder-with-a-name-that-is-wider-than-half-of-a-line
// RUN: %anomalloc cc -O1 -g %s -o %t/one-folder-with-a-name-that-is-wider-than-half-of-a-line-is/another-folder-with-a-name-that-is-wider-than-half-of-a-line/prog
// RUN: env ANOMALLOC_OPTIONS=output=%t/prof %t/one-folder-with-a-name-that-is-wider-than-half-of-a-line-is/another-folder-with-a-name-that-is-wider-than-half-of-a-line/prog
// RUN: %anomalloc report --only=next %t/prof | FileCheck %s
// RUN: cd %t && cp */*/prog short && env ANOMALLOC_OPTIONS=output=%t/words ./short "%%i two" "it's" "" -x=1
// RUN: %anomalloc report --only=next %t/words | FileCheck %s --check-prefix=WORDS
// WORDS: anomalloc record --mode=lifetime ./short '%i two' 'it'\''s' '' -x=1
// CHECK: anomalloc record --mode=lifetime
// CHECK-NEXT: {{^}}    {{.*}}/one-folder-with-a-name-that-is-wider-than-half-of-a-line-is/another-folder-with-a-name-that-is-wider-than-half-of-a-line/prog{{'?$}}

#include <stdlib.h>

int main(void) {
  void *volatile Block = malloc(32);
  free(Block);
  return 0;
}
