//===- ContainerClass.h - vectors and matrices as users write them *- C++ -*-=//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONTAINERCLASS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONTAINERCLASS_H

#include "clang/AST/Type.h"

namespace clang::tidy::anomalloc {

/// The interface of a class of vectors or matrices of numbers, a user's or a
/// library's: Eigen's, deal.II's, uBLAS's, std::valarray. Such a class is told
/// by its interface, not by its name. It gives elements by operator(),
/// operator[], at() or data(). Its size is given at run time, to a constructor
/// or to a method like resize(). std::vector and std::string are no such
/// classes.
///
/// Whether an object owns heap memory is another question: FixedMatrix<3, 3>
/// and a view have the same interface. AnomallocCheck::containerClass() asks
/// both.
struct ContainerClass {
  explicit operator bool() const { return Indices != 0; }

  /// The number of indices of one element. 0 if the type is no such class.
  unsigned Indices = 0;
  /// The method that gives the object another size. Null if there is none.
  const CXXMethodDecl *Resize = nullptr;
};

/// The interface of \p Type. Looks through qualifiers and references, not
/// through pointers. Indices is 0 if the class is incomplete or dependent.
ContainerClass containerInterface(QualType Type);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_OBJECTS_CONTAINERCLASS_H
