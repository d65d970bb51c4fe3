; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"

define ptr @f() {
; CHECK-LABEL: define ptr @f()
; CHECK: atomicrmw add ptr %{{.*}}, i64 1 syncscope("singlethread") monotonic, align 8, !nosanitize
; CHECK-NOT: asm
  %p = call nonnull ptr @_Znwm(i64 24)
; CHECK: %[[THERE:.*]] = icmp ne ptr %q, null
; CHECK: zext i1 %[[THERE]] to i64
; CHECK: atomicrmw add
  %q = call ptr @malloc(i64 24)
  ret ptr %p
}

declare ptr @_Znwm(i64)
declare ptr @malloc(i64)
