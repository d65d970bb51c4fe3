; A free that is not marked nounwind throws nothing, so it is not made an invoke: it
; may be gone. Another call of the loop is.
; RUN: %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame,verify -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @f(
; CHECK: invoke void @use(
; CHECK: store ptr %{{.*}}, ptr %anomalloc.kept
; CHECK-NOT: invoke
; CHECK: }
define void @f(i32 %trips) personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare noalias ptr @malloc(i64) nounwind allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr nocapture) allockind("free") "alloc-family"="malloc"
declare void @use(ptr nocapture) nofree nocallback
declare i32 @__gxx_personality_v0(...)
