// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config="{CheckOptions: {Hints: true}}"

// A chain that starts with the object assigned to grows in place as well.

#include <string>

bool more();
std::string next();

struct Log {
  std::string Text;
  void add(const std::string &T) { Text = Text + T + "\n"; }
  // CHECK-MESSAGES: :[[@LINE-1]]:41: {{.*}}: '+' makes a temporary 'std::string', which owns heap memory, in a function that is called in a loop; '+=' works in place, one operand after the other
  void number(int N) { this->Text = this->Text + "[" + std::to_string(N) + "] " + next(); }
  // CHECK-MESSAGES: :[[@LINE-1]]:35: {{.*}}: '+' makes a temporary {{.*}} in a function that is called in a loop; '+=' works in place, one operand after the other
  void before(const std::string &T) { Text = T + Text + "\n"; }
  void twice() { Text = Text + "," + Text; }
  void sized() { Text = Text + "," + std::to_string(Text.size()); }
  void grouped(const std::string &T) { Text = T + (Text + "\n"); }
};

void call(Log &L) {
  for (int I = 0; more(); ++I) {
    L.add("a line");
    L.number(I);
    L.before("a line");
    L.twice();
    L.sized();
    L.grouped("a line");
  }
}

void local(const std::string &T) {
  std::string S;
  do {
    S = S + T + ",";
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes a temporary {{.*}} inside a loop; '+=' works in place, one operand after the other
  } while (more());
}
