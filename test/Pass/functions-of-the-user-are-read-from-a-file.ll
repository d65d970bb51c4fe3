; RUN: split-file %s %t
; RUN: %opt_pass -anomalloc-functions=%t/good -passes=anomalloc -S %t/input.ll | FileCheck %t/input.ll
; RUN: not %opt_pass -anomalloc-functions=%t/unknown-word -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=WORD
; RUN: not %opt_pass -anomalloc-functions=%t/no-size -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not %opt_pass -anomalloc-functions=%t/twice -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not %opt_pass -anomalloc-functions=%t/no-integer -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=INTEGER
; RUN: not %opt_pass -anomalloc-functions=%t/absent -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=ABSENT
; WORD: error: -anomalloc-functions: {{.*}}unknown-word:2: expected 'size=ARG', 'count=ARG' or 'space=NAME', not 'bytes=0'
; SIZE: error: -anomalloc-functions: {{.*}}no-size:1: 'pool' needs 'size=ARG'
; TWICE: error: -anomalloc-functions: {{.*}}twice:2: 'pool' is named twice
; INTEGER: error: -anomalloc-functions: 'pool' has no integer as argument 0
; ABSENT: error: -anomalloc-functions: {{.*}}absent: No such file

;--- good
# comment
pool size=1   # another
grid size=1 count=0
;--- unknown-word
pool size=1
grid bytes=0
;--- no-size
pool
;--- twice
pool size=1
pool size=1
;--- no-integer
pool size=0
;--- input.ll
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %a, i32 %n) {
; CHECK: call ptr @pool(ptr %a, i64 40){{.*}}, !anomalloc ![[POOL:[0-9]+]]
  %1 = call ptr @pool(ptr %a, i64 40)
; CHECK: call ptr @grid(i32 %n, i32 8){{.*}}, !anomalloc
; CHECK: mul i64 8, %{{.*}}
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 -2147483647,
  %2 = call ptr @grid(i32 %n, i32 8)
  ret void
}
; CHECK: ![[POOL]] = !{{.*}}!"pool", i32 0, i64 40, {{.*}}!"pool", i32 0,
declare ptr @pool(ptr, i64)
declare ptr @grid(i32, i32)
