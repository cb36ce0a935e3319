#!/bin/sh
# Every source file is laid out as .clang-format says. Versions of clang-format differ in details, so one of them decides.
. tests/lib.sh
need clang-format git
clang-format --version | grep -q 'version 14\.' || skip "the layout is compared with clang-format 14: $(clang-format --version)"
git ls-files '*.c' '*.h' '*.cpp' >"$WORK/files" 2>/dev/null || skip "not a git checkout"
# shellcheck disable=SC2046 # names without blanks
xargs -P "$JOBS" -n 4 clang-format -n -Werror <"$WORK/files" >"$WORK/out" 2>&1 || {
    grep 'error:' "$WORK/out" | cut -d: -f1 | sort | uniq -c | sed 's/$/: make format/'
    grep 'error:' "$WORK/out" | head -n 5
    exit 1
}
echo "$(wc -l <"$WORK/files") files"
