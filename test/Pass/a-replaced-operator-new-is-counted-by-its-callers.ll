; RUN: %opt_pass -passes=anomalloc -S < %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define ptr @_Znwm(i64 %n) {
; CHECK-LABEL: define ptr @_Znwm(
; CHECK-NOT: __anomalloc
; CHECK: %p = call ptr @malloc(i64 %n)
; CHECK-NEXT: ret ptr %p
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @caller() {
; CHECK-LABEL: define ptr @caller(
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc
  %p = call nonnull ptr @_Znwm(i64 8)
  ret ptr %p
}

declare ptr @malloc(i64)
