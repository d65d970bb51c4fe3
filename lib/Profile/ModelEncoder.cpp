//===- ModelEncoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/ShapeWriter.h"
#include "Profile/ModelCodec.h"
#include "Profile/ModelShape.h"

using namespace llvm;

namespace anomalloc {
namespace {

class ModelEncoder : public ShapeWriter<ModelEncoder> {
public:
  explicit ModelEncoder(const Profile &P) : P(P) {
    for (const Site &S : P.Sites)
      Innermost.push_back(Frames.add(S.Chain));
    for (const MakerCall &C : P.MakerCalls)
      Innermost.push_back(Frames.add(C.Chain));
  }

  SmallVector<char, 0> encode() {
    describe(*this, P);
    return withStrings();
  }

  const Profile &model() const { return P; }
  const FrameTree &frames() const { return Frames.tree(); }

  template <typename T> void index(const char *What, T Value) {
    below(What, Value, /*Bound=*/0);
  }
  void chain(ArrayRef<Frame>) { uleb(Innermost[NextChain++]); }

private:
  const Profile &P;
  FrameTreeBuilder Frames;
  std::vector<uint32_t> Innermost; ///< Of the chains, in their order.
  size_t NextChain = 0;
};

} // namespace

SmallVector<char, 0> encodeModel(const Profile &P) {
  return ModelEncoder(P).encode();
}

} // namespace anomalloc
