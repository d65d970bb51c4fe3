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

/// Finds the loops of the source in an optimized module, from marks and debug
/// information: the loop that an instruction stands in, whatever became of the
/// loop, and the places where its iterations begin. One object serves one
/// module.
class SourceLoops {
public:
  SourceLoops(llvm::Module &M, UnitTable &Table, ChainBuilder &Chains);

  /// A loop of the source, or one of the copies of it that inlining made.
  struct Loop {
    unsigned Number;  ///< The index of the loop of the source in markedLoops().
    unsigned Inlined; ///< The inlined calls around it: an index of Levels. 0:
                      ///< no call was inlined.
    bool operator<(const Loop &Other) const {
      return std::tie(Number, Inlined) < std::tie(Other.Number, Other.Inlined);
    }
    bool operator==(const Loop &Other) const {
      return Number == Other.Number && Inlined == Other.Inlined;
    }
  };
  using Marks = llvm::SmallVector<llvm::CallInst *, 4>;

  /// The innermost loop around an instruction at \p At. None if there is no
  /// loop, or if calls of several loops share the debug location \p At.
  std::optional<Loop> around(const llvm::DILocation *At);
  /// The loop of \p Mark. None without debug information: then the copies that
  /// inlining made cannot be told apart.
  std::optional<Loop> of(const LoopMark &Mark);
  /// How many loops of the source are around \p L, counting \p L itself.
  unsigned depth(Loop L);

  /// Whether \p L is a cycle whose iterations cannot be counted.
  bool isIrreducible(Loop L) const {
    return Loops[L.Number].Kind == LoopKind::Irreducible;
  }
  /// Whether the loop of \p Mark stands in \p F itself in the source, and did
  /// not come into \p F by inlining.
  bool isOwn(const LoopMark &Mark, const llvm::Function &F) const {
    return Loops[Mark.Loop].Origin == &F;
  }

  /// All marks of \p F.
  llvm::ArrayRef<LoopMark> marks(const llvm::Function &F) {
    return MarksOf[&F];
  }
  /// The marks of the loop \p L in \p F.
  llvm::ArrayRef<llvm::CallInst *> marks(const llvm::Function &F, Loop L);

  /// The row of the loop \p L in \p F. Makes the row if there is none yet.
  LoopRowIndex row(const llvm::Function &F, Loop L);
  /// Notes that iterations of the loop of \p Row begin at the marks \p Its. If
  /// \p Its is empty, the iterations are not counted.
  void setMarks(LoopRowIndex Row, Marks Its) { OfRow[Row] = std::move(Its); }
  llvm::ArrayRef<llvm::CallInst *> marks(LoopRowIndex Row) {
    return OfRow[Row];
  }

  /// Has the iterations of \p Row counted at its marks, if there are marks and
  /// the number of iterations is not known already.
  void count(LoopRowIndex Row);
  /// Notes that the iterations of \p Row are known without counting at marks.
  void setCounted(LoopRowIndex Row) { OfRow.erase(Row); }

  /// Inserts the increments that count() asked for.
  void record(llvm::function_ref<Recorder &()> GetRecorder);

private:
  /// A call that was inlined: Function, Line and Column say where it stands.
  /// Outer is the index (in Levels) of the call by which Function itself was
  /// inlined; 0: Function was not inlined.
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
  std::map<Place, std::optional<unsigned>> LoopAt; ///< None: several loops.
  /// Leads from the subprogram of a part of a split coroutine to the subprogram
  /// of the whole coroutine.
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
  llvm::SmallVector<std::pair<Marks, unsigned>, 0> Counted; ///< Marks and slot.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_LOOPS_SOURCELOOPS_H
