; Nothing may stand between the call and its return: the event is dark, and so
; still counted.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define ptr @f(i64 %n) {
; CHECK-LABEL: define ptr @f(
; CHECK-NEXT: %p = musttail call ptr @malloc(i64 %n)
; CHECK-NEXT: ret ptr %p
  %p = musttail call ptr @malloc(i64 %n)
  ret ptr %p
}

; A mere tail call gives up being one.
define ptr @g(i64 %n) {
; CHECK-LABEL: define ptr @g(
; CHECK: %p = tail call ptr @malloc(i64 %n){{.*}}, !anomalloc
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic
  %p = tail call ptr @malloc(i64 %n)
  ret ptr %p
}

declare ptr @malloc(i64)
