//===- run.c - runs a program for AArch64 ---------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the scripts that compile.py writes where a test expects its program:
// runs the program of the same name in the folder .aarch64 beside it, under qemu.
// What the loader obeys (LD_PRELOAD and others) is meant for that program, and
// not for qemu: so this one must be linked statically. "anomalloc record" preloads
// the runtime of this machine: the program gets the one for AArch64.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE // execvpe
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The same setting with our libraries for AArch64 in place of this machine's.
static char *for_aarch64(const char *setting) {
  static const char here[] = "/lib/anomalloc/lib", there[] = "aarch64/";
  char *result = calloc(1, 2 * strlen(setting) + 1);
  for (const char *at; result && (at = strstr(setting, here)); setting = at) {
    at += sizeof(here) - sizeof("lib");
    strncat(result, setting, at - setting);
    strcat(result, there);
  }
  return result ? strcat(result, setting) : NULL;
}

int main(int argc, char **argv, char **envp) {
  if (argc < 2)
    return fputs("usage: run-aarch64 SCRIPT ARGUMENTS...\n", stderr), 127;
  const char *script = argv[1], *slash = strrchr(script, '/');
  const char *name = slash ? slash + 1 : script;
  char program[PATH_MAX];
  snprintf(program, sizeof(program), "%.*s.aarch64/%s", (int)(name - script),
           script, name);

  int variables = 0;
  while (envp[variables])
    ++variables;
  char **arguments = calloc(8 + 2 * variables + argc, sizeof(char *));
  char **environment = calloc(1 + variables, sizeof(char *));
  if (!arguments || !environment)
    return perror("run-aarch64"), 127;
  char **a = arguments, **e = environment;
  *a++ = "qemu-aarch64";
  *a++ = "-L";
  *a++ = "/usr/aarch64-linux-gnu";
  *a++ = "-0";
  *a++ = argv[1];
  for (int i = 0; i != variables; ++i)
    if (!strncmp(envp[i], "LD_", 3))
      *a++ = "-E", *a++ = for_aarch64(envp[i]);
    else
      *e++ = envp[i];
  *a++ = program;
  memcpy(a, argv + 2, (argc - 1) * sizeof(char *));
  execvpe(arguments[0], arguments, environment);
  return perror("run-aarch64: qemu-aarch64"), 127;
}
