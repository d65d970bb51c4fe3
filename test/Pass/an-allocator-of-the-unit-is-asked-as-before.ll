; A program that has its own malloc may watch what is asked for.
; RUN: %opt_pass -anomalloc-tame=stack,hoist -passes=anomalloc-tame -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: define void @f(
; CHECK-NEXT: %p = call ptr @malloc(i64 8)
define void @f() {
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

define noalias ptr @malloc(i64 %n) noinline {
  %p = call ptr @own(i64 %n)
  ret ptr %p
}
declare ptr @own(i64)
declare void @free(ptr nocapture) allockind("free") nounwind
declare void @use(ptr nocapture) nofree nounwind
