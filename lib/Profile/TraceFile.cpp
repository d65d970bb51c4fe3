//===- TraceFile.cpp ------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TraceFile.h"
#include "Support/Errors.h"
#include "Support/FileCloser.h"
#include "Support/ReadAt.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

class FileOnDisk final : public TraceFile {
public:
  static Expected<std::unique_ptr<TraceFile>> open(StringRef Path) {
    Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
    if (!File)
      return inContext(Path, File.takeError());
    std::unique_ptr<FileOnDisk> Result(new FileOnDisk(Path, *File));
    sys::fs::file_status Status;
    if (std::error_code EC = sys::fs::status(*File, Status))
      return inContext(Path, errorCodeToError(EC));
    if (Status.type() != sys::fs::file_type::regular_file)
      return inContext(Path, makeError("a trace is read from a regular file"));
    if (Error E = Result->readBlocks())
      return std::move(E);
    return std::move(Result);
  }

private:
  FileOnDisk(StringRef Path, sys::fs::file_t File)
      : TraceFile(Path), File(File), Closer(File) {}
  Expected<size_t> read(char *To, uint64_t Size,
                        uint64_t Offset) const override {
    return readAt(File, To, Size, Offset);
  }

  sys::fs::file_t File;
  FileCloser Closer;
};

class FileInMemory final : public TraceFile {
public:
  static Expected<std::unique_ptr<TraceFile>> open(MemoryBufferRef Bytes) {
    std::unique_ptr<FileInMemory> Result(new FileInMemory(Bytes));
    if (Error E = Result->readBlocks())
      return std::move(E);
    return std::move(Result);
  }

private:
  explicit FileInMemory(MemoryBufferRef Bytes)
      : TraceFile(Bytes.getBufferIdentifier()), Bytes(Bytes.getBuffer()) {}
  Expected<size_t> read(char *To, uint64_t Size,
                        uint64_t Offset) const override {
    StringRef Found = Bytes.substr(Offset, Size);
    memcpy(To, Found.data(), Found.size());
    return Found.size();
  }

  StringRef Bytes;
};

} // namespace

Expected<std::unique_ptr<TraceFile>> TraceFile::open(StringRef Path) {
  return FileOnDisk::open(Path);
}
Expected<std::unique_ptr<TraceFile>> TraceFile::open(MemoryBufferRef Bytes) {
  return FileInMemory::open(Bytes);
}

Error TraceFile::corrupt(uint64_t Offset, const Twine &Why) const {
  return makeError(Name + ": corrupt trace at offset 0x" +
                   utohexstr(Offset, /*LowerCase=*/true) + ": " + Why +
                   "; record the program again");
}

Error TraceFile::cut(const Twine &Why) const {
  return makeError(Name + ": the trace is cut: " + Why +
                   "; copy it again, or record the program again");
}

Error TraceFile::readHeader() {
  Expected<size_t> Got =
      read(reinterpret_cast<char *>(&Header), sizeof(Header), 0);
  if (!Got)
    return inContext(Name, Got.takeError());
  if (*Got < sizeof(TraceMagic) ||
      memcmp(Header.Magic, TraceMagic, sizeof(TraceMagic)) != 0)
    return makeError(Name + ": not a trace of Anomalloc");
  if (*Got < sizeof(Header))
    return cut("it ends in its header");
  if (Header.Version > TraceVersion)
    return makeError(Name + ": written by a newer Anomalloc (format " +
                     Twine(Header.Version) + ", this one reads up to " +
                     Twine(TraceVersion) + "): update");
  if (Header.Version == 0 || Header.HeaderSize != TraceHeaderSize)
    return corrupt(0, "version " + Twine(Header.Version) + ", size " +
                          Twine(Header.HeaderSize));
  return Error::success();
}

Error TraceFile::addBlock(const TraceBlock &Head, uint64_t Offset) {
  if (Head.Magic != TraceBlockMagic || Head.Size % 4096 != 0 ||
      Head.Size == 0 || Head.Size > TraceLargest)
    return corrupt(Offset, "no block begins there");
  if (Head.Used > Head.Size - sizeof(Head))
    return corrupt(Offset, "a block of " + Twine(Head.Size) + " bytes has " +
                               Twine(Head.Used) + " of records");
  std::vector<Block> &Lane = Lanes[Head.Lane];
  if (Head.Sequence != Lane.size())
    return corrupt(Offset, "block " + Twine(Head.Sequence) + " of lane " +
                               Twine(Head.Lane) + " follows block " +
                               Twine(int64_t(Lane.size()) - 1));
  Lane.push_back(
      {Offset + sizeof(Head), Head.Allocations, Head.Time, Head.Used});
  return Error::success();
}

Error TraceFile::readBlocks() {
  if (Error E = readHeader())
    return E;
  uint64_t Offset = TraceHeaderSize;
  while (true) {
    TraceBlock Head = {};
    Expected<size_t> Got =
        read(reinterpret_cast<char *>(&Head), sizeof(Head), Offset);
    if (!Got)
      return inContext(Name, Got.takeError());
    if (*Got == 0 || (*Got == sizeof(Head) && Head.Magic == 0))
      break;
    if (*Got < sizeof(Head))
      return cut("it ends in the header of a block");
    if (Error E = addBlock(Head, Offset))
      return E;
    Offset += Head.Size;
  }
  if (Offset < Header.Size)
    return cut("it has " + Twine(Header.Size) +
               " bytes by its header, and its blocks end after " +
               Twine(Offset));
  return Error::success();
}

Expected<StringRef> TraceFile::records(const Block &B,
                                       std::string &Buffer) const {
  Buffer.resize(B.Used);
  Expected<size_t> Got = read(Buffer.data(), B.Used, B.Offset);
  if (!Got)
    return inContext(Name, Got.takeError());
  if (*Got < B.Used)
    return cut("a block at its end is missing");
  return StringRef(Buffer);
}

} // namespace anomalloc
