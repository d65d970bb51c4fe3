; As with -flto=thin, when lld loads the plugin too: what the compile step left
; (here: a function, or a call that was inlined into another one) is kept.
; RUN: %opt_pass -passes=anomalloc -S %s -o %t.once
; RUN: %opt_pass -passes=anomalloc -S %t.once -o %t.twice
; RUN: grep -v ModuleID %t.once > %t.first
; RUN: grep -v ModuleID %t.twice > %t.second
; RUN: diff %t.first %t.second
; RUN: sed 's/"anomalloc"/"other"/' %t.once | %opt_pass -passes=anomalloc -S | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-COUNT-1: @__anomalloc_event(ptr @anomalloc.unit
; CHECK-NOT: @__anomalloc_event(ptr @anomalloc.unit
define ptr @f() {
  %p = call nonnull ptr @_Znwm(i64 24)
  ret ptr %p
}

declare ptr @_Znwm(i64)
