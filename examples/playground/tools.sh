#!/bin/sh
# Prints what is missing to build the playground, in words; nothing when all is there.
missing=
for tool in clang wasm-ld node npm; do command -v $tool >/dev/null 2>&1 || missing="$missing $tool"; done
if [ -z "$missing" ]; then
    echo 'int x;' | clang --target=wasm32 -xc -c -o /dev/null - 2>/dev/null || missing=" a clang with the target wasm32"
fi
echo "${missing# }"
