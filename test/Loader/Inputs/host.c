// A program that loads plugins as LLVM's do. -DLLVM=<major> makes it one that is
// built on that LLVM, as far as can be seen from outside; 0: one that does not
// tell which, as before LLVM 16.
#include <dlfcn.h>
#include <stdio.h>

#ifdef LLVM
void _ZN4llvm11LLVMContextC1Ev(void) {}
#if LLVM
void LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch) {
  *Major = LLVM;
}
#endif
#endif
#ifdef GCC
void plugin_default_version_check(void) {}
#endif

struct Info { // as long as LLVM 22 has it
  unsigned APIVersion;
  const char *Members[4];
};

int main(int Count, char **Arguments) {
  void *Plugin = dlopen(Arguments[1], RTLD_LAZY | RTLD_GLOBAL);
  if (!Plugin)
    return printf("refused: %s\n", dlerror()), 1;
  struct Info (*Get)(void) = dlsym(Plugin, "llvmGetPassPluginInfo");
  if (Get) {
    struct Info I = Get();
    printf("version %u, last %s\n", I.APIVersion,
           I.APIVersion ? I.Members[3] : "none");
  }
  return puts("goes on") < 0;
}
