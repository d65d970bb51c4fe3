//===- SystemFiles.cpp - system calls for files ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/System.h"
#include "process/SystemCall.h"
#include "process/Text.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>

namespace anomalloc::runtime {
namespace sys {

static_assert(CurrentFolder == AT_FDCWD, "the kernel's word for it");

namespace {
/// While it lives, the process may have some more descriptors than the program
/// has set for itself.
class MoreDescriptors {
public:
  static constexpr rlim_t Ours = 16;

  MoreDescriptors() {
    call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, word(&Limit));
    struct rlimit Raised = {Limit.rlim_cur + Ours, Limit.rlim_max};
    IsRaised = Raised.rlim_cur <= Raised.rlim_max &&
               !call(SYS_prlimit64, 0, RLIMIT_NOFILE, word(&Raised), 0);
  }
  ~MoreDescriptors() {
    if (IsRaised)
      call(SYS_prlimit64, 0, RLIMIT_NOFILE, word(&Limit), 0);
  }
  /// The first that the program does not get. Some of its last, where there are
  /// no more.
  rlim_t first() const {
    // The kernel's tables are as long as the largest number, in forks too.
    constexpr rlim_t Plenty = 4096, Few = 256;
    if (Limit.rlim_cur > Plenty)
      return Plenty;
    return IsRaised || Limit.rlim_cur < Few ? Limit.rlim_cur
                                            : Limit.rlim_cur - Ours;
  }

private:
  struct rlimit Limit = {0, 0};
  bool IsRaised;
};
} // namespace

static int open(const char *Path, int Flags, int Folder = CurrentFolder) {
  auto Try = [&] {
    return int(call(SYS_openat, Folder, word(Path), Flags | O_CLOEXEC, 0666));
  };
  int Fd = Try();
  if (Fd != -EMFILE)
    return Fd;
  MoreDescriptors While;
  return Try();
}

int createFile(const char *Path, int Folder) {
  int Fd = open(Path, O_CREAT | O_EXCL | O_RDWR, Folder);
  struct stat Status;
  if (Fd >= 0 && !call(SYS_fstat, Fd, word(&Status)) &&
      (Status.st_mode & 0600) != 0600)
    call(SYS_fchmod, Fd, Status.st_mode | 0600);
  return Fd;
}
int openFolder(const char *Path) { return open(Path, O_PATH | O_DIRECTORY); }
int openFile(const char *Path) { return open(Path, O_RDWR); }
int openForReading(const char *Path) { return open(Path, O_RDONLY); }
int openOwnFile(const char *Path, uint64_t &Size) {
  int Fd = open(Path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (Fd < 0)
    return Fd;
  struct stat Status;
  if (!call(SYS_fstat, Fd, word(&Status)) && S_ISREG(Status.st_mode) &&
      Status.st_uid == uint32_t(call(SYS_geteuid))) {
    Size = uint64_t(Status.st_size);
    return Fd;
  }
  closeFile(Fd);
  return -EACCES;
}
void removeFile(const char *Path) {
  call(SYS_unlinkat, AT_FDCWD, word(Path), 0);
}
int renameFile(const char *Path, const char *New) {
  return int(call(SYS_renameat2, AT_FDCWD, word(Path), AT_FDCWD, word(New), 0));
}
void makeFolder(const char *Path) {
  call(SYS_mkdirat, AT_FDCWD, word(Path), 0777);
}
void closeFile(int Fd) { call(SYS_close, Fd); }

long readFile(int Fd, void *Buffer, size_t Size) {
  return call(SYS_read, Fd, word(Buffer), long(Size));
}

long writeFile(int Fd, const void *Buffer, size_t Size) {
  return call(SYS_write, Fd, word(Buffer), long(Size));
}

long writeFile(int Fd, const Bytes *Parts, unsigned Count) {
  return call(SYS_writev, Fd, word(Parts), long(Count));
}

bool identify(int Fd, FileId &Id) {
  struct stat Status;
  if (call(SYS_fstat, Fd, word(&Status)) < 0)
    return false;
  Id = {Status.st_dev, Status.st_ino};
  return true;
}

void sendDatagram(const char *Name, const void *Data, size_t Size) {
  struct sockaddr_un Address = {};
  const size_t Length = length(Name);
  if (!Length || Length >= sizeof(Address.sun_path))
    return;
  Address.sun_family = AF_UNIX;
  __builtin_memcpy(Address.sun_path + 1, Name, Length);
  int Fd = int(call(SYS_socket, AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (Fd < 0)
    return;
  call(SYS_sendto, Fd, word(Data), long(Size), MSG_DONTWAIT | MSG_NOSIGNAL,
       word(&Address),
       long(__builtin_offsetof(struct sockaddr_un, sun_path) + 1 + Length));
  closeFile(Fd);
}

/// fallocate(2) is missing on some network file systems: write zeros instead.
static int writeZeros(int Fd, uint64_t Begin, uint64_t End) {
  static const char Zeros[4096] = {};
  while (Begin < End) {
    uint64_t Step = End - Begin < sizeof(Zeros) ? End - Begin : sizeof(Zeros);
    long Done = call(SYS_pwrite64, Fd, word(Zeros), long(Step), long(Begin));
    if (Done <= 0)
      return Done ? int(Done) : -ENOSPC;
    Begin += uint64_t(Done);
  }
  return 0;
}

int reserve(int Fd, uint64_t OldSize, uint64_t Size) {
  // Growing a file past RLIMIT_FSIZE raises SIGXFSZ, which would kill the host.
  if (Size > limitOf(RLIMIT_FSIZE))
    return -EFBIG;
  long Done = call(SYS_fallocate, Fd, 0, long(OldSize), long(Size - OldSize));
  if (Done == -EOPNOTSUPP || Done == -ENOSYS)
    return writeZeros(Fd, OldSize, Size);
  return int(Done);
}

void truncateFile(int Fd, uint64_t Size) {
  call(SYS_ftruncate, Fd, long(Size));
}

int moveAside(int Fd) {
  MoreDescriptors While;
  int New = int(call(SYS_fcntl, Fd, F_DUPFD_CLOEXEC, long(While.first())));
  closeFile(Fd);
  return New;
}

} // namespace sys
} // namespace anomalloc::runtime
