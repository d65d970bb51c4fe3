; Each function here has one reason why its freed block is not kept. A remark says
; it.
; RUN: %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame,verify -pass-remarks-missed=anomalloc -S %s -o %t.ll 2> %t.remarks
; RUN: FileCheck %s --implicit-check-not='anomalloc.kept = alloca' < %t.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks
; The module says that functions are left by longjmp:
; RUN: sed 's/@ordinary/@longjmp/' %s | %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame -pass-remarks-missed=anomalloc -disable-output 2>&1 | FileCheck %s --check-prefix=JUMPS
; It has an operator delete of its own:
; RUN: sed 's/@ofNobody/@_ZdlPvm/' %s | %opt_pass -anomalloc-tame=hoist -passes=anomalloc-tame -pass-remarks-missed=anomalloc -disable-output 2>&1 | FileCheck %s --check-prefix=OWN
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; It calls itself while a block is kept, and each call would keep one.
; REMARK: remark: {{.*}}freed block not kept for the next iteration: its function may be called again while a block is kept
; CHECK-LABEL: define void @recursive(
define void @recursive(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  call void @recursive(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Somebody else may call it, and the function that it calls may do so.
; REMARK-NEXT: remark: {{.*}}its function may be called again while a block is kept
; CHECK-LABEL: define void @calledBack(
define void @calledBack(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  call void @unknown()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; So here: the function that calls it may be called again.
; REMARK-NEXT: remark: {{.*}}its function may be called again while a block is kept
; CHECK-LABEL: define internal void @calledAgain(
define internal void @calledAgain(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  call void @unknown()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}
define void @calls(i32 %trips) nounwind {
  call void @calledAgain(i32 %trips)
  ret void
}

; Who gets the address may make a block of malloc smaller.
; REMARK-NEXT: remark: {{.*}}its address gets out, so its size may have been changed
; CHECK-LABEL: define void @escapes(
define void @escapes(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @outside(ptr %p)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; More than 64 KiB.
; REMARK-NEXT: remark: {{.*}}a loop keeps at most eight blocks, and 64 KiB in all
; CHECK-LABEL: define void @large(
define void @large(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 65537)
  call void @use(ptr %p)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; In C any function may be left by longjmp.
; REMARK-NEXT: remark: {{.*}}a function that the loop calls may leave it by longjmp, and nobody would free the block
; CHECK-LABEL: define void @main(
define void @main(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  call void @unknown()
  call void @_ZL7ofCxxi(i32 %i)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; In C++ only if the module says so. Nobody but @main calls it.
; JUMPS: may leave it by longjmp
; JUMPS: may leave it by longjmp
; OWN: the program has its own allocator, which may know when a block is free
; CHECK-LABEL: define internal void @_ZL7ofCxxi(
; CHECK: anomalloc.kept = alloca
; CHECK: }
define internal void @_ZL7ofCxxi(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @_Znwm(i64 8) builtin
  call void @use(ptr %p)
  call void @_ZdlPv(ptr %p) builtin
  call void @unknown()
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The second block is kept while the function is called back: behind its free, in
; the next iteration. The first one is not.
; REMARK-NEXT: remark: {{.*}}its function may be called again while a block is kept
; CHECK-LABEL: define void @crossed(
; CHECK: %anomalloc.kept = alloca
; CHECK: %p = call ptr @malloc(i64 16), !anomalloc.tame
; CHECK: %q = call ptr @malloc(i64 24){{$}}
define void @crossed(i32 %trips) nounwind {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 16)
  call void @use(ptr %p)
  call void @unknown()
  %q = call ptr @malloc(i64 24)
  call void @use(ptr %q)
  call void @free(ptr %q)
  call void @free(ptr %p)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %trips
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @ofNobody(ptr %p, i64 %n) nounwind {
  ret void
}
declare void @ordinary(ptr, i32)
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr nocapture) allockind("free") nounwind
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @outside(ptr) nounwind nocallback
declare void @unknown() nounwind
