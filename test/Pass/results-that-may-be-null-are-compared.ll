; One compare and one subtract-with-borrow: no branch, still one update.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define ptr @f() {
; CHECK-LABEL: define ptr @f()
; CHECK: %p = call ptr @malloc(i64 24)
; CHECK: call preserve_mostcc void @__anomalloc_event(ptr @anomalloc.unit, i32 0, ptr %p, i64 24)
; CHECK: call void asm sideeffect "cmpq $$1, $1\0A\09sbbq $$-1, $0", "=*m,r,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i64) %{{.*}}, ptr %p, ptr elementtype(i64) %{{.*}})
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}

declare ptr @malloc(i64)
