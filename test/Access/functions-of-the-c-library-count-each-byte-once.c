// What the C library reads and writes for the program is counted exactly, each
// byte once. The program says what it expects of each block; each has a size of
// its own. -fno-builtin: all are calls. Without it, clang makes accesses and
// intrinsics of some of them, which the pass counts: nothing is counted twice.

// REQUIRES: x86_64
// RUN: %anomalloc cc -O0 -g -fno-builtin -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t < /dev/null > %t.expected
// RUN: %accesses %t.profile --bytes | grep -v "^size \(40\|280\|4096\) " > %t.counted
// RUN: diff %t.expected %t.counted
// RUN: %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t < /dev/null > %t.expected
// RUN: %accesses %t.profile --bytes | grep -v "^size \(40\|280\|4096\) " > %t.counted
// RUN: diff %t.expected %t.counted
// With the runtime inside, too. (What fmemopen makes is left out.)
// RUN: env ANOMALLOC_RUNTIME=static %anomalloc cc -O0 -g -mllvm -anomalloc-access=1 %s -o %t
// RUN: rm -f %t.profile && %anomalloc record --quiet --mode=access --output=%t.profile %t < /dev/null > %t.expected
// RUN: %accesses %t.profile --bytes | grep -v "^size \(40\|280\|4096\) " > %t.counted
// RUN: diff %t.expected %t.counted

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static size_t Size = 1000;
static struct {
  char *Block;
  long Read, Written;
} Blocks[256];
static int Number;
static struct {
  char *Block;
  size_t Size;
} Made[2];
static int NumMade;
static char Out[1 << 16];

/// A block that begins with \p Text, and of which \p Read and \p Written bytes
/// will be read and written after that.
static char *block(const char *Text, long Read, long Written) {
  char *Block = malloc(++Size);
  const long Length = (long)strlen(Text) + 1;
  memcpy(Block, Text, (size_t)Length);
  Blocks[Number].Block = Block;
  Blocks[Number].Read = Read;
  Blocks[Number++].Written = Length + Written;
  return Block;
}
/// One that is empty, and is not written to by us.
static char *room(long Read, long Written) {
  char *Block = malloc(++Size);
  Blocks[Number].Block = Block;
  Blocks[Number].Read = Read;
  Blocks[Number++].Written = Written;
  return Block;
}
/// What the library itself made, of \p Its bytes, and filled.
static void made(char *Block, size_t Its) {
  Made[NumMade].Block = Block;
  Made[NumMade++].Size = Its;
}

static int print(char *To, size_t N, const char *Format, ...) {
  va_list Values;
  va_start(Values, Format);
  int Result = vsnprintf(To, N, Format, Values);
  va_end(Values);
  return Result;
}

static volatile size_t Sink, Nothing;
#define USE(Value) (Sink = (size_t)(Value))

static void copies(void) {
  USE(memcpy(room(0, 6), block("abcdef", 6, 0), 6));
  USE(memmove(room(0, 6), block("abcdef", 6, 0), 6));
  USE(mempcpy(room(0, 6), block("abcdef", 6, 0), 6));
  USE(memccpy(room(0, 3), block("abcdef", 3, 0), 'c', 6));
  USE(memccpy(room(0, 6), block("abcdef", 6, 0), 'z', 6));
  bcopy(block("abcdef", 6, 0), room(0, 6), 6);
  USE(memset(room(0, 9), 'x', 9));
  USE(memset(room(0, 9), 0, 9));
  USE(memset(room(0, 0), 1, (size_t)Nothing));
  bzero(room(0, 9), 9);
  explicit_bzero(room(0, 9), 9);
  USE(strcpy(room(0, 4), block("abc", 4, 0)));
  USE(stpcpy(room(0, 4), block("abc", 4, 0)));
  USE(strncpy(room(0, 10), block("abc", 4, 0), 10));
  USE(strncpy(room(0, 2), block("abc", 2, 0), 2));
  USE(stpncpy(room(0, 10), block("abc", 4, 0), 10));
  USE(strcat(block("ab", 3, 4), block("cde", 4, 0)));
  USE(strncat(block("ab", 3, 3), block("cde", 2, 0), 2));
  USE(strncat(block("ab", 3, 4), block("cde", 4, 0), 9));
}

static void reads(void) {
  // Clang compares 8 bytes itself.
  USE(memcmp(block("abcdefg", 8, 0), block("abcdefg", 8, 0), 8) != 0);
  USE(memcmp(block("abcdef", 4, 0), block("abcxef", 4, 0), 6));
  USE(memcmp(block("abcdef", 5, 0), block("abcdef", 5, 0), 5));
  USE(bcmp(block("abcdef", 5, 0), block("abcdef", 5, 0), 5));
  USE(memchr(block("abcdef", 3, 0), 'c', 6));
  USE(memchr(block("abcdef", 6, 0), 'z', 6));
  USE(memchr(block("abcdef", 0, 0), 'z', 0));
  USE(memrchr(block("abcdef", 4, 0), 'c', 6));
  USE(memrchr(block("abcdef", 6, 0), 'z', 6));
  USE(rawmemchr(block("abcdef", 3, 0), 'c'));
  USE(memmem(block("abcdef", 4, 0), 6, block("cd", 2, 0), 2));
  USE(memmem(block("abcdef", 6, 0), 6, block("cx", 2, 0), 2));
  USE(strlen(block("abcdef", 7, 0)));
  USE(strnlen(block("abcdef", 3, 0), 3));
  USE(strnlen(block("abcdef", 7, 0), 99));
  USE(strcmp(block("abc", 4, 0), block("abc", 4, 0)));
  USE(strcmp(block("abc", 3, 0), block("ab", 3, 0)));
  USE(strncmp(block("abcd", 2, 0), block("abcx", 2, 0), 2));
  USE(strcasecmp(block("abC", 3, 0), block("aBd", 3, 0)));
  USE(strncasecmp(block("abC", 2, 0), block("aBd", 2, 0), 2));
  USE(strchr(block("abcdef", 3, 0), 'c'));
  USE(strchr(block("abcdef", 7, 0), 'z'));
  USE(strchrnul(block("abcdef", 7, 0), 'z'));
  USE(strrchr(block("abcdef", 7, 0), 'a'));
  USE(index(block("abcdef", 2, 0), 'b'));
  USE(rindex(block("abcdef", 7, 0), 'b'));
  USE(strstr(block("abcdef", 4, 0), block("cd", 3, 0)));
  USE(strstr(block("abcdef", 7, 0), block("dc", 3, 0)));
  USE(strcasestr(block("abcdef", 4, 0), block("CD", 3, 0)));
  USE(strspn(block("abcdef", 3, 0), block("ba", 3, 0)));
  USE(strcspn(block("abcdef", 3, 0), block("cd", 3, 0)));
  USE(strpbrk(block("abcdef", 3, 0), block("cd", 3, 0)));
  USE(strpbrk(block("abcdef", 7, 0), block("xy", 3, 0)));
}

static void files(void) {
  int Ends[2];
  if (pipe(Ends))
    abort();
  USE(write(Ends[1], block("abcdef", 5, 0), 5));
  USE(read(Ends[0], room(0, 5), 99));
  int Fd = open("/dev/zero", O_RDONLY);
  USE(pread(Fd, room(0, 3), 3, 0));
  USE(read(-1, room(0, 0), 3));
  USE(write(-1, block("abc", 0, 0), 3));
  close(Fd);
  static char Buffer[100];
  FILE *File = fmemopen(Buffer, sizeof(Buffer), "w+");
  setvbuf(File, NULL, _IONBF, 0);
  USE(fwrite(block("abcdef", 6, 0), 3, 2, File));
  USE(fputs(block("ghi\n", 5, 0), File));
  rewind(File);
  USE(fread(room(0, 4), 2, 2, File));
  USE(fgets(room(0, 7), 99, File));
  rewind(File);
  char *Line = room(0, 11);
  size_t Room = 1000;
  USE(getline(&Line, &Room, File));
  Line = room(0, 0);
  USE(getdelim(&Line, &Room, 'x', stdin)); // There is nothing.
  fclose(File);
  USE(sprintf(room(0, 6), "%d", 12345));
  USE(snprintf(room(0, 6), 99, "%d", 12345));
  USE(snprintf(room(0, 3), 3, "%d", 12345));
  USE(snprintf(room(0, 0), 0, "%d", 12345));
  USE(print(room(0, 6), 99, "%d", 12345));
}

static void duplicates(void) {
  static char Text[1000];
  memset(Text, 'x', 299);
  made(strndup(block(Text, 200, 0), 200), 201);
  made(strdup(block(Text, 300, 0)), 300);
}

int main(void) {
  duplicates();
  copies();
  reads();
  files();
  long At = 0;
  for (int I = 0; I != NumMade; ++I) {
    At += snprintf(Out + At, sizeof(Out) - (size_t)At,
                   "size %zu read 0 written %zu\n", Made[I].Size, Made[I].Size);
    free(Made[I].Block);
  }
  for (int I = 0; I != Number; ++I)
    At += snprintf(Out + At, sizeof(Out) - (size_t)At,
                   "size %d read %ld written %ld\n", 1001 + I, Blocks[I].Read,
                   Blocks[I].Written);
  for (int I = 0; I != Number; ++I)
    free(Blocks[I].Block);
  return write(1, Out, (size_t)At) != At;
}
