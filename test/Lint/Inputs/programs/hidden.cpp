// What generated programs call and the checks do not see.
#include "programs.h"
std::function<void()> Hook;
int hidden(int I) { return I; }
void fire() {
  if (Hook)
    Hook();
}
void fireThrough(const std::function<void()> &F) { F(); }
