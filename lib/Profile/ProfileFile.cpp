//===- ProfileFile.cpp ----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ProfileFile.h"
#include "Support/Errors.h"
#include "Support/FileCloser.h"
#include "Support/ReadAt.h"
#include "Support/RegularFile.h"
#include "anomalloc/ProfileFormat.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

/// Follows the segments of a file of \p FileSize bytes to the end of the last.
/// What makes no sense is left to the decoder to refuse, with a page of it.
Expected<uint64_t> usedSize(sys::fs::file_t File, uint64_t FileSize) {
  FileHeader Header;
  Expected<size_t> Got =
      readAt(File, reinterpret_cast<char *>(&Header), sizeof(Header), 0);
  if (!Got)
    return Got.takeError();
  uint64_t Offset = FileHeaderSize;
  if (*Got == sizeof(Header) && !memcmp(Header.Magic, FileMagic, 8)) {
    while (true) {
      SegmentHeader Segment = {};
      Got = readAt(File, reinterpret_cast<char *>(&Segment), sizeof(Segment),
                   Offset);
      if (!Got)
        return Got.takeError();
      if (Segment.Magic != SegmentMagic || Segment.Size == 0 ||
          Segment.Size > FileSize - Offset)
        break;
      Offset += Segment.Size;
    }
  }
  return std::min(FileSize, Offset + 4096);
}

/// Memory in which what nobody writes takes no room.
class SparseBuffer final : public MemoryBuffer {
public:
  SparseBuffer(size_t Size, StringRef Name)
      : Name(Name), Bytes(static_cast<char *>(std::calloc(Size, 1))) {
    if (Bytes)
      init(Bytes.get(), Bytes.get() + Size, /*RequiresNullTerminator=*/false);
  }
  char *bytes() { return Bytes.get(); }
  StringRef getBufferIdentifier() const override { return Name; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  struct Free {
    void operator()(char *P) const { std::free(P); }
  };
  std::string Name;
  std::unique_ptr<char, Free> Bytes;
};

/// Copies the first \p Size bytes of \p File to \p To, which is zero, but for
/// the holes: the runtime reserves room ahead, and a file of a few pages may
/// claim to have a terabyte.
Error readData(sys::fs::file_t File, char *To, uint64_t Size) {
  for (uint64_t At = 0; At < Size;) {
    // Where the file system knows no holes, all is data.
    off_t Data = lseek(File, off_t(At), SEEK_DATA);
    if (Data < 0 && errno == ENXIO)
      break;
    off_t Hole = Data < 0 ? -1 : lseek(File, Data, SEEK_HOLE);
    uint64_t Begin = Data < 0 ? At : uint64_t(Data);
    uint64_t End = Hole < 0 ? Size : std::min(Size, uint64_t(Hole));
    if (Begin >= End)
      break;
    Expected<size_t> Got = readAt(File, To + Begin, End - Begin, Begin);
    if (!Got)
      return Got.takeError();
    At = End;
  }
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status))
    return errorCodeToError(EC);
  if (Status.getSize() < Size)
    return makeError("the file became shorter while it was read; read again");
  return Error::success();
}

/// Reads a pipe, or a device, to its end; what is no profile, no further than
/// to see that.
Expected<std::unique_ptr<MemoryBuffer>> readStream(sys::fs::file_t File,
                                                   StringRef Path) {
  constexpr size_t Piece = 64 << 10;
  SmallVector<char, 0> Bytes;
  for (size_t Got = 1; Got;) {
    size_t Before = Bytes.size();
    Bytes.resize_for_overwrite(Before + Piece);
    Expected<size_t> Now = sys::fs::readNativeFile(
        File, MutableArrayRef(Bytes).drop_front(Before));
    if (!Now)
      return Now.takeError();
    Got = *Now;
    Bytes.resize(Before + Got);
    if (Bytes.size() >= sizeof(FileMagic) &&
        memcmp(Bytes.data(), FileMagic, sizeof(FileMagic)) != 0)
      break;
    if (Bytes.size() > LargestRegularFile)
      return makeError("larger than 4 GiB");
  }
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), Path, /*RequiresNullTerminator=*/false);
}

} // namespace

Expected<std::unique_ptr<MemoryBuffer>> openProfile(StringRef Path) {
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return File.takeError();
  FileCloser Close(*File);

  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(*File, Status))
    return errorCodeToError(EC);
  if (Status.type() == sys::fs::file_type::directory_file)
    return makeError("a folder, not a profile");
  if (Status.type() != sys::fs::file_type::regular_file)
    return readStream(*File, Path);

  Expected<uint64_t> Size = usedSize(*File, Status.getSize());
  if (!Size)
    return Size.takeError();
  auto Buffer = std::make_unique<SparseBuffer>(*Size, Path);
  if (!Buffer->bytes())
    return makeError("no memory for " + Twine(*Size) + " bytes");
  if (Error E = readData(*File, Buffer->bytes(), *Size))
    return std::move(E);
  return std::move(Buffer);
}

} // namespace anomalloc
