; RUN: %opt_pass -passes=anomalloc -S < %s | FileCheck %s --implicit-check-not=!anomalloc
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i32 %n) {
; CHECK: call i32 @malloc(i32 %n)
; CHECK: call ptr @calloc(i64 8)
  %p = call i32 @malloc(i32 %n)
  %q = call ptr @calloc(i64 8)
  ret i32 %p
}

declare i32 @malloc(i32)
declare ptr @calloc(i64)
