//===- ModelDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/ShapeReader.h"
#include "Profile/ModelCodec.h"
#include "Profile/ModelShape.h"
#include "Support/Errors.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// How many rows an index may name.
size_t rowsOf(const Profile &P, SiteIndex) { return P.Sites.size(); }
size_t rowsOf(const Profile &P, LoopIndex) { return P.Loops.size(); }
size_t rowsOf(const Profile &P, DarkIndex) { return P.Dark.size(); }
size_t rowsOf(const Profile &P, SectionIndex) { return P.Sections.size(); }
size_t rowsOf(const Profile &P, LaneIndex) { return P.Lanes.size(); }
size_t rowsOf(const Profile &P, PlaceIndex) { return P.Places.size(); }
size_t rowsOf(const Profile &P, StackIndex) { return P.Stacks.size(); }
size_t rowsOf(const Profile &P, MakerCallIndex) { return P.MakerCalls.size(); }

class ModelDecoder : public ShapeReader<ModelDecoder> {
public:
  ModelDecoder(StringRef Payload, Profile &P)
      : ShapeReader(Payload, /*LevelsPerByte=*/8), P(P) {}

  Error decode() {
    readStrings([this](StringRef Text) { return P.save(Text); });
    describe(*this, P);
    return Reader.takeError();
  }

  const Profile &model() const { return P; }
  FrameTree &frames() { return Frames; }
  const FrameTree &frames() const { return Frames; }

  template <typename T> void index(const char *What, T &Value) {
    below(What, Value, rowsOf(P, T()));
  }
  template <typename T> void index(const char *What, std::optional<T> &Value) {
    below(What, Value, rowsOf(P, T()));
  }

  void chain(std::vector<Frame> &Chain) {
    uint32_t Innermost = Reader.index(Frames.Rows.size(), "frame");
    if (Reader.ok() && takeLevels(Frames.Rows[Innermost].Depth))
      Chain = Frames.chain(Innermost);
  }

private:
  Profile &P;
  FrameTree Frames;
};

} // namespace

Expected<std::unique_ptr<Profile>>
decodeModel(StringRef Stored, unsigned Compression, uint64_t PayloadSize) {
  std::string Payload;
  if (Error E =
          unpack(Stored, Compression, PayloadSize, MaxModelPayload, Payload))
    return std::move(E);
  auto P = std::make_unique<Profile>();
  if (Error E = ModelDecoder(Payload, *P).decode())
    return inContext("payload", std::move(E));
  return std::move(P);
}

} // namespace anomalloc
