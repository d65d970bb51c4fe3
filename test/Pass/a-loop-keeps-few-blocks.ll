; A loop keeps at most eight blocks, those of its inner loops first, and 64 KiB in
; all.
; RUN: %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame,verify -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @nine(
; CHECK-COUNT-8: !anomalloc.tame
; CHECK: %p9 = call ptr @malloc(i64 9)
; CHECK-NOT: !anomalloc.tame
; CHECK: }
define void @nine(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p1 = call ptr @malloc(i64 1)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 2)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  %p3 = call ptr @malloc(i64 3)
  call void @use(ptr %p3)
  call void @free(ptr %p3)
  %p4 = call ptr @malloc(i64 4)
  call void @use(ptr %p4)
  call void @free(ptr %p4)
  %p5 = call ptr @malloc(i64 5)
  call void @use(ptr %p5)
  call void @free(ptr %p5)
  %p6 = call ptr @malloc(i64 6)
  call void @use(ptr %p6)
  call void @free(ptr %p6)
  %p7 = call ptr @malloc(i64 7)
  call void @use(ptr %p7)
  call void @free(ptr %p7)
  %p8 = call ptr @malloc(i64 8)
  call void @use(ptr %p8)
  call void @free(ptr %p8)
  %p9 = call ptr @malloc(i64 9)
  call void @use(ptr %p9)
  call void @free(ptr %p9)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @sixtyFour(
; CHECK: %p1 = call ptr @malloc(i64 40000), !anomalloc.tame
; CHECK: %p2 = call ptr @malloc(i64 30000)
; CHECK-NOT: !anomalloc.tame
; CHECK: %p3 = call ptr @malloc(i64 20000), !anomalloc.tame
; CHECK: }
define void @sixtyFour(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p1 = call ptr @malloc(i64 40000)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 30000)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  %p3 = call ptr @malloc(i64 20000)
  call void @use(ptr %p3)
  call void @free(ptr %p3)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sizes that are not known share what is left.
; CHECK-LABEL: define void @share(
; CHECK: icmp ule i64 %{{.*}}, 20000
; CHECK: icmp ule i64 %{{.*}}, 20000
; CHECK: }
define void @share(i32 %trips, i64 %n, i64 %m) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p1 = call ptr @malloc(i64 25536)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 %n)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  %p3 = call ptr @malloc(i64 %m)
  call void @use(ptr %p3)
  call void @free(ptr %p3)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @nineOfUnknownSize(
; CHECK-COUNT-8: icmp ule i64 %{{.*}}, 8192
; CHECK-NOT: icmp ule i64
; CHECK: }
define void @nineOfUnknownSize(i32 %trips, i64 %n) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p1 = call ptr @malloc(i64 %n)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 %n)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  %p3 = call ptr @malloc(i64 %n)
  call void @use(ptr %p3)
  call void @free(ptr %p3)
  %p4 = call ptr @malloc(i64 %n)
  call void @use(ptr %p4)
  call void @free(ptr %p4)
  %p5 = call ptr @malloc(i64 %n)
  call void @use(ptr %p5)
  call void @free(ptr %p5)
  %p6 = call ptr @malloc(i64 %n)
  call void @use(ptr %p6)
  call void @free(ptr %p6)
  %p7 = call ptr @malloc(i64 %n)
  call void @use(ptr %p7)
  call void @free(ptr %p7)
  %p8 = call ptr @malloc(i64 %n)
  call void @use(ptr %p8)
  call void @free(ptr %p8)
  %p9 = call ptr @malloc(i64 %n)
  call void @use(ptr %p9)
  call void @free(ptr %p9)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr nocapture) allockind("free") nounwind
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @outside(ptr) nounwind nocallback
declare void @unknown() nounwind
