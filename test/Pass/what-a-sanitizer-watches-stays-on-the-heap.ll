; Whatever sanitizer watches a function, its blocks stay. The option asks for slots
; all the same.
; RUN: split-file %s %t
; RUN: %opt_pass -anomalloc-tame=stack -passes=anomalloc-tame,verify -S %t/marked.ll | FileCheck %t/marked.ll
; RUN: %opt_pass -anomalloc-tame=stack -anomalloc-tame-sanitized=1 -passes=anomalloc-tame,verify -S %t/marked.ll | FileCheck %t/marked.ll --check-prefix=ASKED
; RUN: %opt_pass -anomalloc-tame=stack -passes=anomalloc-tame,verify -S %t/dataflow.ll | FileCheck %t/dataflow.ll

;--- marked.ll
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define i8 @nobody(
; CHECK-NOT: @malloc
; CHECK: ret
define i8 @nobody(i8 %x) {
  %p = call ptr @malloc(i64 8)
  store i8 %x, ptr %p
  %y = call i8 @use(ptr %p)
  call void @free(ptr %p)
  ret i8 %y
}

; CHECK-LABEL: define i8 @memory(
; CHECK: call ptr @malloc(
; ASKED-LABEL: define i8 @memory(
; ASKED-NOT: @malloc
; ASKED: ret
define i8 @memory(i8 %x) sanitize_memory {
  %p = call ptr @malloc(i64 8)
  store i8 %x, ptr %p
  %y = call i8 @use(ptr %p)
  call void @free(ptr %p)
  ret i8 %y
}

; CHECK-LABEL: define i8 @stability(
; CHECK: call ptr @malloc(
; ASKED-LABEL: define i8 @stability(
; ASKED-NOT: @malloc
; ASKED: ret
define i8 @stability(i8 %x) sanitize_numerical_stability {
  %p = call ptr @malloc(i64 8)
  store i8 %x, ptr %p
  %y = call i8 @use(ptr %p)
  call void @free(ptr %p)
  ret i8 %y
}

declare i8 @use(ptr nocapture) nofree nounwind nocallback
declare ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @free(ptr allocptr nocapture) allockind("free") "alloc-family"="malloc"

;--- dataflow.ll
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; What the data flow sanitizer has instrumented before it is linked.
@__dfsan_arg_tls = external thread_local(initialexec) global [100 x i64]

; CHECK-LABEL: define i8 @f(
; CHECK: call ptr @malloc(
define i8 @f(i8 %x) {
  %p = call ptr @malloc(i64 8)
  store i8 %x, ptr %p
  %y = call i8 @use(ptr %p)
  call void @free(ptr %p)
  ret i8 %y
}

declare i8 @use(ptr nocapture) nofree nounwind nocallback
declare ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @free(ptr allocptr nocapture) allockind("free") "alloc-family"="malloc"
