; A block that a loop frees serves the next iteration. It is given back when the
; loop is left.
; RUN: %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame,verify -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @same(
define void @same(i32 %trips) nounwind {
; CHECK: %anomalloc.kept = alloca ptr
; CHECK-NEXT: store ptr null, ptr %anomalloc.kept
; CHECK: loop:
; CHECK: %[[KEPT:.*]] = load ptr, ptr %anomalloc.kept
; CHECK-NEXT: %[[IS:.*]] = icmp ne ptr %[[KEPT]], null
; CHECK-NEXT: br i1 %[[IS]], label %anomalloc.kept1, label %anomalloc.kept.heap
; CHECK: anomalloc.kept1:
; CHECK-NEXT: store ptr null, ptr %anomalloc.kept
; CHECK: anomalloc.kept.heap:
; CHECK-NEXT: %p = call ptr @malloc(i64 100), !anomalloc.tame
; CHECK: %[[P:.*]] = phi ptr [ %[[KEPT]], %anomalloc.kept1 ], [ %p, %anomalloc.kept.heap ]
; CHECK-NEXT: call void @use(ptr %[[P]])
; CHECK-NEXT: store ptr %[[P]], ptr %anomalloc.kept
; CHECK: end:
; CHECK-NEXT: %[[LAST:.*]] = load ptr, ptr %anomalloc.kept
; CHECK-NEXT: store ptr null, ptr %anomalloc.kept
; CHECK-NEXT: %[[HAS:.*]] = icmp ne ptr %[[LAST]], null
; CHECK-NEXT: br i1 %[[HAS]]
; CHECK: call void @free(ptr %[[LAST]])
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 100)
  call void @use(ptr %p)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A size that is known when the program runs is compared: a large block is not
; kept. That of operator new is, though its address gets out.
; CHECK-LABEL: define void @sameUnknown(
define void @sameUnknown(i64 %n, i32 %trips) nounwind {
; CHECK: %p = call ptr @_Znwm(i64 %n) #{{.*}}, !anomalloc.tame
; CHECK: %[[P:.*]] = phi ptr [ %{{.*}}, %anomalloc.kept1 ], [ %p, %anomalloc.kept.heap ]
; CHECK-NEXT: call void @outside(ptr %[[P]])
; CHECK-NEXT: %[[SIZE:.*]] = freeze i64 %n
; CHECK-NEXT: %[[FITS:.*]] = icmp ule i64 %[[SIZE]], 65536
; CHECK-NEXT: br i1 %[[FITS]], label %[[KEEP:.*]], label %[[FREE:.*]]
; CHECK: [[KEEP]]:
; CHECK-NEXT: store ptr %[[P]], ptr %anomalloc.kept
; CHECK: [[FREE]]:
; CHECK-NEXT: call void @_ZdlPv(ptr %[[P]])
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @_Znwm(i64 %n) builtin
  call void @outside(ptr %p)
  call void @_ZdlPv(ptr %p) builtin
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So is one whose address is compared.
; CHECK-LABEL: define void @sameCompared(
define void @sameCompared(i64 %n, i32 %trips) nounwind {
; CHECK: %[[SIZE:.*]] = freeze i64 %n
; CHECK: %[[P:.*]] = phi ptr [ %{{.*}}, %anomalloc.kept1 ], [ %p, %anomalloc.kept.heap ]
; CHECK-NEXT: %[[FITS:.*]] = icmp ule i64 %[[SIZE]], 65536
; CHECK-NEXT: %[[LAST:.*]] = select i1 %[[FITS]], ptr %[[P]], ptr null
; CHECK-NEXT: store ptr %[[LAST]], ptr %anomalloc.last
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %before = phi ptr [ null, %entry ], [ %p, %loop ]
  call void @free(ptr %before)
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  call void @free(ptr %p)
  ret void
}

; The size changes: the kept block has one, and what frees it says none.
; CHECK-LABEL: define void @grows(
define void @grows(i64 %trips) nounwind {
; CHECK: %[[HAS:.*]] = load i64, ptr %anomalloc.size
; CHECK-NEXT: icmp ule i64 %{{.*}}, %[[HAS]]
; CHECK: %p = call ptr @_Znwm(i64 %{{[^n].*}})
; CHECK: %[[P:.*]] = phi ptr
; CHECK-NOT: @_ZdlPvm
; CHECK: %[[LAST:.*]] = load ptr, ptr %anomalloc.last
; CHECK-NEXT: icmp eq ptr %[[P]], %[[LAST]]
; CHECK: store ptr %[[P]], ptr %anomalloc.kept
; CHECK: call void @_ZdlPv(ptr %[[P]])
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %p = call ptr @_Znwm(i64 %i) builtin
  call void @use(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 %i) builtin
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; An exception that leaves the loop leaves no block behind.
; CHECK-LABEL: define void @throws(
define void @throws(i64 %n, i32 %trips) {
; CHECK-SAME: personality ptr @__gxx_personality_v0
; CHECK: %p{{.*}} = invoke ptr @_Znwm(
; CHECK-NEXT: to label %{{.*}} unwind label %anomalloc.unwind, !anomalloc.tame
; CHECK: invoke void @mayThrow()
; CHECK-NEXT: to label %{{.*}} unwind label %anomalloc.unwind
; CHECK: anomalloc.unwind:
; CHECK-NEXT: landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK: call void @_ZdlPv(
; CHECK: resume
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @_Znwm(i64 %n) builtin
  call void @use(ptr %p)
  call void @_ZdlPv(ptr %p) builtin
  call void @mayThrow()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The size changes, and somebody else may free the block, with its size.
; CHECK-LABEL: define void @changesAndEscapes(
define void @changesAndEscapes(i64 %trips) nounwind {
; CHECK-NOT: anomalloc.kept
; CHECK: }
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %p = call ptr @_Znwm(i64 %i) builtin
  call void @outside(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 %i) builtin
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What types, scopes and access groups say of aliasing was said of one block.
; CHECK-LABEL: define void @types(
define void @types(i64 %n, i32 %trips) nounwind {
; CHECK-NOT: {{!tbaa|!llvm.access.group}}
; CHECK: }
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 %n)
  store i32 %i, ptr %p, !tbaa !0, !llvm.access.group !3
  call void @use(ptr %p)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
!3 = distinct !{}

declare void @mayThrow() nocallback
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1)
declare void @free(ptr nocapture) allockind("free") nounwind
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @_ZdlPvm(ptr, i64) nobuiltin nounwind
declare i32 @__gxx_personality_v0(...)
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @outside(ptr) nocallback
