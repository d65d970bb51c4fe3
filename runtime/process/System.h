//===- System.h - the whole boundary to the kernel --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Raw system calls: they leave errno alone, cannot be interposed, and are no
/// cancellation points, so the host never notices them. All are
/// async-signal-safe and may be called from any thread. Failure is a negative
/// errno value, as the kernel gives it.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RUNTIME_PROCESS_SYSTEM_H
#define ANOMALLOC_RUNTIME_PROCESS_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

namespace anomalloc::runtime {
namespace sys {

/// Identifies a file. A path does not: it may come to name another file.
struct FileId {
  uint64_t Device;
  uint64_t Inode;
  bool operator==(const FileId &Other) const {
    return Device == Other.Device && Inode == Other.Inode;
  }
  bool operator!=(const FileId &Other) const { return !(*this == Other); }
};

constexpr int CurrentFolder = -100; // AT_FDCWD

/// Creates a file that must not exist yet, for reading and writing. A relative
/// path begins at \p Folder. The file's owner may read and write it, whatever
/// the program's umask(2) is.
int createFile(const char *Path, int Folder = CurrentFolder);
/// Opens a folder, for createFile() alone.
int openFolder(const char *Path);
/// Opens an existing file for reading and writing.
int openFile(const char *Path);
int openForReading(const char *Path);
/// The same, but only of a regular file that is the user's own, and never waits.
/// Sets \p Size to its size in bytes.
int openOwnFile(const char *Path, uint64_t &Size);
void closeFile(int Fd);
void removeFile(const char *Path);
/// Gives a file another name. A file that had it before is replaced.
int renameFile(const char *Path, const char *New);
void makeFolder(const char *Path);
long readFile(int Fd, void *Buffer, size_t Size);
long writeFile(int Fd, const void *Buffer, size_t Size);
/// Laid out as struct iovec.
struct Bytes {
  const void *Begin;
  size_t Size;
};
/// Writes all \p Parts in one system call, so that lines of other writers do
/// not come in between.
long writeFile(int Fd, const Bytes *Parts, unsigned Count);
bool identify(int Fd, FileId &Id);
/// Sends a datagram to the socket \p Name of the abstract namespace, see
/// unix(7). Sends nothing if \p Name is "". Does not tell whether anybody
/// receives it.
void sendDatagram(const char *Name, const void *Data, size_t Size);
/// Makes the file grow from \p OldSize to \p Size bytes, with disk blocks
/// behind them, so that no later store into a mapping can raise SIGBUS. Never
/// raises SIGXFSZ. Returns 0, or a negative errno value.
int reserve(int Fd, uint64_t OldSize, uint64_t Size);
/// Cuts the file to \p Size bytes.
void truncateFile(int Fd, uint64_t Size);
/// Moves \p Fd to a number above those that the program may get. If the program
/// may get all numbers that there are, takes one of its last. Closes \p Fd in
/// any case. Returns the new number, or a negative errno value if the program
/// may have only few descriptors.
int moveAside(int Fd);
/// Maps [Offset, Offset + Size) of the file, shared. Null on failure.
void *mapShared(int Fd, uint64_t Offset, size_t Size);
/// Ends a mapping of mapShared(). What was written stays in the file.
void unmap(void *Memory, size_t Size);
/// Unmaps the whole pages between \p Begin and \p End, for good.
void unmapPagesIn(void *Begin, void *End);
/// Sets \p Size bytes of private memory to zero, and gives the memory back to
/// the system where that is possible.
void zeroPages(void *Memory, size_t Size);
/// Whether a store to the word at \p Address would succeed. It must be aligned
/// to 4 bytes. Changes nothing.
bool isWritable(const void *Address);
/// Lets the process write to the whole pages at \p Memory, or only read them.
/// Returns 0, or a negative errno value.
int protect(void *Memory, size_t Size, bool Writable);
/// Zeroed private memory, which is in no core dump: it is large, and hardly used
/// anywhere. With \p WipeOnFork a forked child finds it zeroed again. \p Wiped
/// tells whether the kernel can do that. Null on failure.
void *mapPrivate(size_t Size, bool WipeOnFork, bool &Wiped);

/// Lets the system put huge pages behind memory of mapPrivate(), where it is
/// used densely.
void useHugePages(void *Memory, size_t Size);

/// In MemoryLimits: there is no limit. MemoryLimits tells how many bytes a
/// process may have mapped, MemoryUse how many it has mapped. In both, All
/// counts memory of all kinds, and Private counts private memory that can be
/// written to.
constexpr uint64_t NoLimit = ~uint64_t(0);
struct MemoryLimits {
  uint64_t All;     ///< RLIMIT_AS
  uint64_t Private; ///< RLIMIT_DATA
  bool isNone() const { return All == NoLimit && Private == NoLimit; }
};
struct MemoryUse {
  uint64_t All;
  uint64_t Private;
};
MemoryLimits memoryLimits();
/// Zero if the system does not tell.
MemoryUse memoryUse();

/// The past of this process: the most bytes that were resident at once (0 if
/// the system does not tell), and the number of page faults that read nothing
/// from a disk.
struct MemoryHistory {
  uint64_t PeakResident;
  uint64_t PageFaults;
};
MemoryHistory memoryHistory();

uint64_t pageSize();

uint32_t processId();
uint32_t parentId();
uint32_t threadId();
/// False when no thread \p Tid of this process exists any more.
bool threadExists(uint32_t Tid);
void threadName(char (&Name)[16]);
void hostName(char *Buffer, size_t Size);
long readLink(const char *Path, char *Buffer, size_t Size);
long currentDirectory(char *Buffer, size_t Size);
/// Reads memory of this process, whole words. Returns false if there is no
/// memory at \p Address.
bool readMemory(uint64_t Address, void *Buffer, size_t Size);
/// The number of whole pages of 4 KiB among the \p Size bytes at \p Memory that
/// have no memory behind them yet; 0 if the kernel does not tell.
uint64_t pagesWithoutMemory(const void *Memory, size_t Size);
/// Nanoseconds since the epoch.
uint64_t realTime();
/// Nanoseconds of a clock that never goes back.
uint64_t monotonicTime();
/// Nanoseconds of processor time that the process used.
uint64_t processTime();
void yield();
/// The English message for a negative errno value; "" if the C library does not
/// tell.
const char *meaningOf(int Error);

/// Blocks all signals of the calling thread while the guard lives. So one
/// thread never enters the guarded code twice.
class SignalGuard {
public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard &) = delete;
  SignalGuard &operator=(const SignalGuard &) = delete;

private:
  uint64_t Saved;
};

/// Set when no other thread uses this memory any more (Companion.h). Whoever
/// holds a lock then will never release it.
extern bool OthersEnded;

/// A spin lock that is free when zeroed. Take it only under a SignalGuard, and
/// pass that as proof.
class Lock {
public:
  void acquire(const SignalGuard &) {
    while (__atomic_exchange_n(&Held, 1, __ATOMIC_ACQUIRE) && !OthersEnded)
      yield();
  }
  void release() { __atomic_store_n(&Held, 0, __ATOMIC_RELEASE); }

private:
  uint32_t Held;
};

class LockGuard {
public:
  LockGuard(Lock &L, const SignalGuard &Proof) : Held(L) { L.acquire(Proof); }
  ~LockGuard() { Held.release(); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;

private:
  Lock &Held;
};

} // namespace sys
} // namespace anomalloc::runtime

#endif // ANOMALLOC_RUNTIME_PROCESS_SYSTEM_H
