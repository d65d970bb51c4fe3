//===- Uses.h - what is done with an object at one place --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   n = v.size();                            Read
//   auto it = m.find(k); use(it->second);    Read, KeepsReference
//   std::vector<int> w = v;                  Copy
//   std::sort(v.begin(), v.end());           Write
//   v.push_back(1);                          Grow
//   return &v;                               Escape
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_USES_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_USES_H

#include "utils/ast/References.h"
#include <initializer_list>

namespace clang::tidy::anomalloc {

/// From harmless to unknown: of several kinds, the last one is the strongest.
enum class UseKind {
  Read,    ///< The value, the size or an element is read; a const member
           ///< function; a const& argument of a call that cannot keep it.
  Copy,    ///< The whole object is copied: copy construction or assignment from
           ///< it, an argument or capture by value. (Scalars: Read.)
  Reserve, ///< Capacity only: reserve, shrink_to_fit, rehash.
  Move,    ///< std::move or std::forward of it, or the implicit move of return.
  Write,   ///< An element or part is written, or may be; the size stays:
           ///< v[i] = x, v.at(i) += x, s.m = x, std::sort(v.begin(), v.end()).
  Assign,  ///< The whole object gets a new value: x = y, ++i, assign, swap.
  Shrink,  ///< clear, erase, pop_back, ...
  Grow,    ///< A member that may add: push_back, insert, append, resize, +=,
           ///< operator[] of a map, std::back_inserter, ...
  Mutate,  ///< A non-const member function of a user's class whose body is not
           ///< seen or changes something, or one of std that is not known.
  Escape,  ///< A pointer, reference, iterator or view that may outlive the
           ///< function's own use of it, a non-const reference or pointer
           ///< argument of an unseen function, or unknown.
};
constexpr unsigned NumUseKinds = unsigned(UseKind::Escape) + 1;

/// "Read", "Copy", ...
llvm::StringRef nameOf(UseKind Kind);

/// A set of kinds of use.
class UseKinds {
public:
  UseKinds() = default;
  UseKinds(std::initializer_list<UseKind> Kinds) {
    for (UseKind Kind : Kinds)
      insert(Kind);
  }
  void insert(UseKind Kind) { Bits |= 1u << unsigned(Kind); }
  void insert(UseKinds Other) { Bits |= Other.Bits; }
  bool has(UseKind Kind) const { return Bits >> unsigned(Kind) & 1; }
  bool empty() const { return !Bits; }
  /// Whether every kind of this set is in \p Allowed.
  bool within(UseKinds Allowed) const { return !(Bits & ~Allowed.Bits); }
  /// Read if the set is empty.
  UseKind strongest() const;

private:
  unsigned Bits = 0;
};

/// What is done with the object that one expression names.
struct Use {
  const Expr *Reference = nullptr; ///< The expression, as given.
  UseKind Kind = UseKind::Escape;  ///< The strongest of All.
  /// The expression or statement that makes the use: the call, operator,
  /// constructor, assignment, return, capturing lambda. For a range-for over
  /// the object it is the CXXForRangeStmt, whatever its body does. If a local
  /// reference, iterator or pointer variable is followed, By is taken from the
  /// use of that variable that gave Kind. Null if the value is simply read or
  /// unused.
  const Stmt *By = nullptr;
  /// The lambda that captures the object here, or the innermost lambda in whose
  /// body Reference stands.
  const LambdaExpr *Capture = nullptr;
  /// A local variable refers to the object, or into it, beyond the full
  /// expression (reference, iterator, pointer, view, lambda, range-for). Its
  /// own uses are in All. Also true for most uses of kind Escape.
  bool KeepsReference = false;
  /// All that is done with the object through Reference. More than one kind
  /// where a local alias is followed, or a call does two things (m[k] = x: Grow
  /// and Write).
  UseKinds All;
};

/// Tells what is done with the object that \p Reference names. The reference
/// must be one of those in \p Index (to(), inCopy(), toThis()); for others the
/// answer is Escape.
///
/// What is taken from the object (v[i], v.begin(), &v, a view) is followed
/// through the full expression, through local variables and into the bodies of
/// functions that are seen, within bounds. What is done with an element counts
/// for the container: to copy an element is to Read the container, to move it
/// away or to grow it is to Write the container. What a pointer or smart
/// pointer points to is no part of it: *p = 1 is a Read of p.
///
/// If a lambda captures the object by reference, the kinds are those of the
/// uses in the body of the lambda. Escape is added if the lambda may outlive
/// its full expression. A local variable that holds the lambda adds no Escape
/// if it is only called or handed to algorithms of std.
///
/// When in doubt: Escape.
Use classifyUse(const Expr &Reference, const ReferenceIndex &Index);

/// Tells what is done with the object that a variable points to; \p Reference
/// names the variable. The rest is as for classifyUse(): *p = 1 is a Write,
/// `return p` is an Escape, through whatever casts. To let the variable point
/// elsewhere is a Read.
Use classifyPointeeUse(const Expr &Reference, const ReferenceIndex &Index);

/// What is done with one object at several places.
struct UseSummary {
  llvm::SmallVector<Use, 4> Uses; ///< In the order given.
  UseKinds All;                   ///< Of all uses together.
  bool KeepsReference = false;    ///< True if it is so for any of Uses.

  bool any(UseKind Kind) const { return All.has(Kind); }
  /// Whether all uses are of the kinds \p Allowed. Also true if there is no use
  /// at all.
  bool only(UseKinds Allowed) const { return All.within(Allowed); }
};

/// Classifies all of \p References and adds them up. Typical:
/// summarize(Index.to(Variable), Index).only({UseKind::Read}).
UseSummary summarize(llvm::ArrayRef<const Expr *> References,
                     const ReferenceIndex &Index);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_USES_H
