//===- SourceLoops.h - the loops of the source, and their iterations -------==//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_LOOPS_SOURCELOOPS_H
#define ANOMALLOC_PASS_LOOPS_SOURCELOOPS_H

#include "loops/LoopMarks.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {
class DISubprogram;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;
class Recorder;

/// What marks and debug information together tell of an optimized module: in
/// which loop of the source an instruction stands, whatever became of it, and
/// where its iterations begin. One object serves one module.
class SourceLoops {
public:
  SourceLoops(llvm::Module &M, UnitTable &Table, ChainBuilder &Chains);

  /// A loop of the source, in one of the places that it was inlined into.
  struct Loop {
    unsigned Number;  ///< Among markedLoops().
    unsigned Inlined; ///< The calls that were inlined around it; 0: none.
    bool operator<(const Loop &Other) const {
      return std::tie(Number, Inlined) < std::tie(Other.Number, Other.Inlined);
    }
    bool operator==(const Loop &Other) const {
      return Number == Other.Number && Inlined == Other.Inlined;
    }
  };
  using Marks = llvm::SmallVector<llvm::CallInst *, 4>;

  /// The innermost loop around an instruction there, if the place tells.
  std::optional<Loop> around(const llvm::DILocation *At);
  /// The loop of a mark. Only with debug information: else the copies that
  /// inlining made cannot be told apart.
  std::optional<Loop> of(const LoopMark &Mark);
  /// How many loops of the source are around it, itself among them.
  unsigned depth(Loop L);

  /// Whether it is a cycle whose iterations nobody can count.
  bool isIrreducible(Loop L) const {
    return Loops[L.Number].Kind == LoopKind::Irreducible;
  }
  /// Whether the loop of \p Mark is one of \p F itself, which was inlined
  /// nowhere in it.
  bool isOwn(const LoopMark &Mark, const llvm::Function &F) const {
    return Loops[Mark.Loop].Origin == &F;
  }

  /// All marks of \p F.
  llvm::ArrayRef<LoopMark> marks(const llvm::Function &F) {
    return MarksOf[&F];
  }
  /// Those of one of its loops.
  llvm::ArrayRef<llvm::CallInst *> marks(const llvm::Function &F, Loop L);

  /// The row of \p L, which has marks in \p F.
  LoopRowIndex row(const llvm::Function &F, Loop L);
  /// Iterations of a row begin at \p Its. Without marks they are not counted.
  void setMarks(LoopRowIndex Row, Marks Its) { OfRow[Row] = std::move(Its); }
  llvm::ArrayRef<llvm::CallInst *> marks(LoopRowIndex Row) {
    return OfRow[Row];
  }

  /// Makes the iterations of \p Row be counted, if that is possible and they
  /// are not known already.
  void count(LoopRowIndex Row);
  /// They are known without.
  void setCounted(LoopRowIndex Row) { OfRow.erase(Row); }

  /// Inserts what count() asked for.
  void record(llvm::function_ref<Recorder &()> GetRecorder);

private:
  /// A place in a function, and what that was inlined into.
  struct Level {
    unsigned Outer;
    const llvm::DISubprogram *Function;
    unsigned Line, Column;
    const llvm::DILocation *At;
  };

  unsigned level(const llvm::DILocation *At);
  std::optional<Loop> parent(Loop L);
  uint64_t rowId(const llvm::Function &F, Loop L);

  UnitTable &Table;
  ChainBuilder &Chains;
  llvm::SmallVector<MarkedLoop, 0> Loops;
  using Place = std::tuple<const void *, unsigned, unsigned>;
  Place placeOf(const llvm::DILocation &At) const;
  void addCalls(unsigned Number, const MarkedLoop &L);
  std::map<Place, std::optional<unsigned>> LoopAt; ///< None: of several.
  /// The parts of a split coroutine have descriptions of their own.
  llvm::DenseMap<const llvm::DISubprogram *, const llvm::DISubprogram *> PartOf;
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<LoopMark, 2>>
      MarksOf;
  std::vector<Level> Levels{Level()};
  llvm::DenseMap<const llvm::DILocation *, unsigned> Known;
  std::map<std::tuple<unsigned, const void *, unsigned, unsigned>, unsigned>
      LevelOf;
  using InFunction = std::pair<const llvm::Function *, Loop>;
  std::map<InFunction, Marks> MarksIn;
  std::map<InFunction, LoopRowIndex> Rows;
  llvm::DenseMap<LoopRowIndex, Marks> OfRow;
  llvm::SmallVector<std::pair<Marks, unsigned>, 0> Counted; ///< With its slot.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_SOURCELOOPS_H
