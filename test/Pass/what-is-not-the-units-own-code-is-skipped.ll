; RUN: %opt_pass -passes=anomalloc -S < %s | FileCheck %s --implicit-check-not=!anomalloc
target triple = "x86_64-pc-linux-gnu"

; CHECK: call ptr @malloc(i64 1)
define void @naked() naked {
  %p = call ptr @malloc(i64 1)
  ret void
}

; CHECK: call ptr @malloc(i64 2)
define available_externally void @elsewhere() {
  %p = call ptr @malloc(i64 2)
  ret void
}

; CHECK: call ptr @malloc(i64 3)
define void @__anomalloc_inside() {
  %p = call ptr @malloc(i64 3)
  ret void
}

declare ptr @malloc(i64)
