//===- LiveFile.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/LiveFile.h"
#include "Support/Errors.h"
#include "Support/RegularFile.h"
#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

/// Where to go on when a page is gone; null while nothing is read.
sigjmp_buf *Escape = nullptr;

void onMissingPage(int Signal) {
  if (Escape)
    siglongjmp(*Escape, 1);
  std::signal(Signal, SIG_DFL); // Not ours: again, and for good.
}

/// Copies words from the last to the first. False: a page is gone.
bool copyWords(uint64_t *To, const uint64_t *From, uint64_t Words) {
  struct sigaction Ours = {}, Before = {};
  Ours.sa_handler = onMissingPage;
  Ours.sa_flags = SA_NODEFER;
  sigaction(SIGBUS, &Ours, &Before);
  sigjmp_buf Here;
  bool Done = sigsetjmp(Here, /*savemask=*/0) == 0;
  if (Done) {
    Escape = &Here;
    for (uint64_t I = Words; I-- != 0;)
      To[I] = __atomic_load_n(&From[I], __ATOMIC_ACQUIRE);
  }
  Escape = nullptr;
  sigaction(SIGBUS, &Before, nullptr);
  return Done;
}

Error becameShorter() {
  return makeError("the file became shorter while it was read");
}

} // namespace

Expected<std::unique_ptr<LiveFile>> LiveFile::open(StringRef Path) {
  Expected<sys::fs::file_t> File = openRegularDescriptor(Path);
  if (!File)
    return File.takeError();
  std::unique_ptr<LiveFile> F(new LiveFile);
  F->File = *File;
  struct stat Status;
  if (fstat(F->File, &Status))
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  F->Device = Status.st_dev;
  F->Inode = Status.st_ino;
  if (Error E = F->remap())
    return std::move(E);
  return std::move(F);
}

LiveFile::~LiveFile() {
  if (Memory)
    munmap(Memory, Mapped);
  if (File >= 0)
    close(File);
}

bool LiveFile::isAt(const std::string &Path) const {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && Status.st_dev == Device &&
         Status.st_ino == Inode;
}

Error LiveFile::remap() {
  struct stat Status;
  if (fstat(File, &Status))
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  if (uint64_t(Status.st_size) > LargestRegularFile)
    return makeError("larger than 4 GiB");
  Size = uint64_t(Status.st_size);
  if (Size <= Mapped)
    return Error::success();
  void *New = mmap(nullptr, Size, PROT_READ, MAP_SHARED, File, 0);
  if (New == MAP_FAILED) {
    Size = Mapped;
    return errorCodeToError(std::error_code(errno, std::generic_category()));
  }
  if (Memory)
    munmap(Memory, Mapped);
  Memory = static_cast<char *>(New);
  Mapped = Size;
  return Error::success();
}

Expected<uint64_t> LiveFile::word(uint64_t Offset) const {
  uint64_t Word = 0;
  if (Offset > Size || Size - Offset < sizeof(Word))
    return makeError("it ends at " + Twine(Size));
  if (!copyWords(&Word, reinterpret_cast<uint64_t *>(Memory + Offset), 1))
    return becameShorter();
  return Word;
}

Expected<CopiedBytes> LiveFile::copy(uint64_t Offset, uint64_t Length) const {
  if (Offset > Size || Size - Offset < Length)
    return makeError("it ends at " + Twine(Size));
  CopiedBytes Copy;
  Copy.Size = Length;
  Copy.Bytes.reset(
      static_cast<char *>(std::calloc(std::max(Length, uint64_t(1)), 1)));
  if (!Copy.Bytes)
    return makeError("no memory for " + Twine(Length) + " bytes");
  // To look at a hole would fill it with pages. A small one does not matter.
  constexpr uint64_t WorthAsking = 1 << 20;
  for (uint64_t At = 0; At < Length;) {
    uint64_t Begin = At, End = Length;
    if (Length >= WorthAsking) {
      off_t Data = lseek(File, off_t(Offset + At), SEEK_DATA);
      if (Data < 0 && errno == ENXIO)
        break;
      off_t Hole = Data < 0 ? -1 : lseek(File, Data, SEEK_HOLE);
      if (Hole >= 0) {
        // A row may begin on the page before, and be new there, too.
        constexpr uint64_t LongestRow = 64;
        uint64_t First = uint64_t(Data) - Offset;
        Begin = std::max(Begin, First - std::min(First, LongestRow));
        Begin &= ~uint64_t(7);
        End = std::min(Length, (uint64_t(Hole) - Offset + 7) & ~uint64_t(7));
      }
      if (Begin >= End)
        break;
    }
    if (!copyWords(reinterpret_cast<uint64_t *>(Copy.Bytes.get() + Begin),
                   reinterpret_cast<uint64_t *>(Memory + Offset + Begin),
                   (End - Begin) / 8))
      return becameShorter();
    At = End;
  }
  return std::move(Copy);
}

} // namespace anomalloc
