// RUN: %check_tidy %s anomalloc-value-parameter %t -- -config='{CheckOptions: {Hints: true}}'

// The stock check asks for a body; without one it has nothing to say.

#include <vector>

using Weights = std::vector<double>;
class Model {
public:
  void set(const Weights Given);
  // CHECK-MESSAGES: :[[@LINE-1]]:26: remark: 'Given', a 'Weights' that owns heap memory, is copied for a call, and const: nothing can take its memory over, inside a loop; take it by 'const Weights &'; not in view: whether 'set' lets the original change meanwhile
};
void setAll(std::vector<Model> &All, const Weights &W) {
  for (Model &M : All)
    M.set(W);
}
