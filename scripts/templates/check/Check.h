{header_h}

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_{GUARD}_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_{GUARD}_H

#include "utils/framework/AnomallocCheck.h"

namespace clang::tidy::anomalloc {

/// {summary}
///
/// For the user-facing documentation see docs/checks/{name}.md
class {Class} : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void addMatchers(ast_matchers::MatchFinder &UserCode) override;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_{GUARD}_H
