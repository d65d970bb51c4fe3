; Nothing is added inside a loop but what its own sites and inner loops need.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(i64 %n) {
; CHECK-LABEL: define void @f(
; CHECK: entry:
; CHECK: icmp eq ptr
; CHECK: call preserve_mostcc void @__anomalloc_add(ptr @anomalloc.unit, i32 1, i64 1)
; CHECK: call preserve_mostcc void @__anomalloc_add(ptr @anomalloc.unit, i32 2, i64 %[[COUNT:.*]])
; CHECK: call void asm sideeffect "incq $0"
; CHECK: call void asm sideeffect "addq $1, $0", "=*m,r,*m,{{.*}}"(ptr elementtype(i64) %{{.*}}, i64 %[[COUNT]], ptr elementtype(i64) %{{.*}})
; CHECK: loop:
; CHECK-NEXT: phi i64
; CHECK-NEXT: llvm.threadlocal.address
; CHECK-NEXT: load atomic i64, ptr {{.*}}@anomalloc.unit
; CHECK-NEXT: or i64
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store volatile i64
; CHECK-NEXT: call ptr @malloc(i64 24)
; CHECK: call void asm sideeffect "cmpq
; CHECK: %next = add
; CHECK-NEXT: icmp
; CHECK-NEXT: br i1
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 24)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Without a preheader one is made, on the edge into the loop.
define void @g(i64 %n, i1 %c) {
; CHECK-LABEL: define void @g(
; CHECK: br i1 %c, label %[[PREHEADER:.*]], label %done
; CHECK: [[PREHEADER]]:
; CHECK: call void asm sideeffect "incq
; CHECK: loop:
entry:
  br i1 %c, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 24)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Not in functions that shall not be optimized, nor around what has no site.
define void @h(i64 %n) {
; CHECK-LABEL: define void @h(
; CHECK-NOT: asm
; CHECK: ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What may throw may end the loop, so each iteration counts.
define void @t(i64 %n) {
; CHECK-LABEL: define void @t(
; CHECK: loop:
; CHECK-NEXT: phi i64
; CHECK: call void asm sideeffect "incq $0"
; CHECK: call nonnull ptr @_Znwm(i64 24)
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = call nonnull ptr @_Znwm(i64 24)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; One that seldom calls keeps the sum, and tells it before the call.
define void @s(i64 %n) {
; CHECK-LABEL: define void @s(
; CHECK: loop:
; CHECK: %[[SUM:.*]] = phi i64 [ 0, %{{.*}} ]
; CHECK: add i64 %[[SUM]], 1
; CHECK-NOT: asm
; CHECK: br i1 %rare
; CHECK: call void asm sideeffect "addq $1, $0"
; CHECK: call nonnull ptr @_Znwm(i64 24)
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %bits = and i64 %i, 1023
  %rare = icmp eq i64 %bits, 0
  br i1 %rare, label %grow, label %latch
grow:
  %p = call nonnull ptr @_Znwm(i64 24)
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare ptr @_Znwm(i64)
declare noalias ptr @malloc(i64) nounwind willreturn
