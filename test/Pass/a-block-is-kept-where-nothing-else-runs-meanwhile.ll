; A function that may be called again while it runs, or left by longjmp, keeps a
; freed block where no call can do so before the block is in use again.
; RUN: %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame,verify -pass-remarks-missed=anomalloc -S %s -o %t.ll 2> %t.remarks
; RUN: FileCheck %s < %t.ll
; RUN: count 0 < %t.remarks
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; It calls itself while the block is in use.
; CHECK-LABEL: define void @recursive(
; CHECK: !anomalloc.tame
; CHECK: }
define void @recursive(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @recursive(i32 %i)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What calls back, or jumps, stands in front of the call that makes the block, of
; the loop, and behind it.
; CHECK-LABEL: define void @around(
; CHECK: !anomalloc.tame
; CHECK: }
define void @around(i32 %trips) nounwind {
entry:
  call void @unknown()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @unknown()
  %is = icmp eq i32 %i, 3
  br i1 %is, label %early, label %late
early:
  call void @unknown()
  call void @free(ptr %p)
  br label %latch
late:
  call void @free(ptr %p)
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  call void @unknown()
  ret void
}

; A function that is no part of a cycle does not lead back.
; CHECK-LABEL: define void @quiet(
; CHECK: !anomalloc.tame
; CHECK: }
define void @quiet(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @unknown()
  call void @free(ptr %p)
  call void @nothing()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}
define internal void @nothing() noinline nounwind {
  ret void
}

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr nocapture) allockind("free") nounwind
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @unknown() nounwind
