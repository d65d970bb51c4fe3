// jemalloc's test harness for what the C library offers: its own tests, of
// glibc.
#ifndef SHIM_JEMALLOC_TEST_H
#define SHIM_JEMALLOC_TEST_H

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LG_SIZEOF_PTR 3
#define SIZE_T_MAX SIZE_MAX
#define BUFERROR_BUF 64
#define TEST_MALLOC_SIZE malloc_usable_size
#define JEMALLOC_DIAGNOSTIC_PUSH
#define JEMALLOC_DIAGNOSTIC_POP
#define JEMALLOC_DIAGNOSTIC_IGNORE_ALLOC_SIZE_LARGER_THAN
#define unlikely(Condition) (Condition)
#define get_errno() errno
#define set_errno(Value) (errno = (Value))
#define buferror(Error, Buffer, Size)                                          \
  snprintf(Buffer, Size, "%s", strerror(Error))

static int TestFailures;

static inline void test_fail(const char *Format, ...) {
  va_list Values;
  va_start(Values, Format);
  vprintf(Format, Values);
  va_end(Values);
  printf("\n");
  ++TestFailures;
}

/// The largest size class, which some ask for, is glibc's largest block.
static inline int mallctl(const char *Name, void *Old, size_t *OldSize,
                          void *New, size_t NewSize) {
  (void)New, (void)NewSize;
  if (Old && OldSize && *OldSize == sizeof(unsigned))
    *(unsigned *)Old = 1;
  else if (Old && OldSize)
    *(size_t *)Old = strstr(Name, "size") ? PTRDIFF_MAX : 0;
  return 0;
}
static inline int mallctlnametomib(const char *Name, size_t *Mib,
                                   size_t *Size) {
  (void)Name, (void)Size;
  return Mib[0] = 0;
}
static inline int mallctlbymib(const size_t *Mib, size_t Size, void *Old,
                               size_t *OldSize, void *New, size_t NewSize) {
  (void)Mib, (void)Size;
  return mallctl("size", Old, OldSize, New, NewSize);
}

#define expect_(Condition, ...)                                                \
  do {                                                                         \
    if (!(Condition)) {                                                        \
      printf("%s: line %d: " #Condition ": ", __func__, __LINE__);             \
      test_fail("" __VA_ARGS__);                                               \
    }                                                                          \
  } while (0)
#define expect_true(C, ...) expect_(C, __VA_ARGS__)
#define expect_false(C, ...) expect_(!(C), __VA_ARGS__)
#define expect_d_eq(A, B, ...) expect_((A) == (B), __VA_ARGS__)
#define expect_d_ne(A, B, ...) expect_((A) != (B), __VA_ARGS__)
#define expect_u_eq expect_d_eq
#define expect_zu_eq expect_d_eq
#define expect_zu_ge(A, B, ...) expect_((A) >= (B), __VA_ARGS__)
#define expect_zu_le(A, B, ...) expect_((A) <= (B), __VA_ARGS__)
#define expect_ptr_null(P, ...) expect_(!(P), __VA_ARGS__)
#define expect_ptr_not_null(P, ...) expect_(P, __VA_ARGS__)
#define expect_ptr_eq expect_d_eq
#define expect_ptr_ne expect_d_ne

#define TEST_BEGIN(Name) static void Name(void) {
#define TEST_END }

#define test(...)                                                              \
  ({                                                                           \
    void (*All[])(void) = {__VA_ARGS__};                                       \
    for (size_t I = 0; I != sizeof(All) / sizeof(*All); ++I) {                 \
      int Before = TestFailures;                                               \
      All[I]();                                                                \
      printf("test %zu: %s\n", I, TestFailures == Before ? "pass" : "fail");   \
    }                                                                          \
    TestFailures != 0;                                                         \
  })

#endif
