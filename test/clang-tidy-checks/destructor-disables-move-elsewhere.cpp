// RUN: %check_tidy %s anomalloc-destructor-disables-move %t

// A body outside of the class may stand there for a reason.

#include <string>
#include <vector>

struct Part;
struct Whole {
  ~Whole();
  // CHECK-NOTES: :[[@LINE-1]]:3: warning: the declared destructor of 'Whole' takes its moves away: {{.*}}; leave it out (rule of zero), or declare
  // CHECK-NOTES: :[[@LINE-2]]:3: note: its body stands elsewhere: whoever leaves it out must have the full types of all members in view
  // CHECK-NOTES: :[[@LINE+6]]:20: note: in a vector here
  std::string Name;
  std::vector<Part> Parts;
};
struct Part {};
Whole::~Whole() {}
std::vector<Whole> All;

// It may do something.
struct Unseen {
  ~Unseen();
  std::string Name;
};
std::vector<Unseen> AllUnseen;
