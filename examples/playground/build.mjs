// build.mjs - puts the page together: node build.mjs PROGRAM.wasm OUT.html NODE_MODULES
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [, , program, out, modules] = process.argv;
const { build } = createRequire(join(resolve(modules), "x.js"))("esbuild");
const options = { nodePaths: [resolve(modules)], bundle: true, minify: true, write: false, target: "es2022", legalComments: "inline", logLevel: "error" };
const worker = (await build({ ...options, entryPoints: [join(here, "engine.js")], format: "iife" })).outputFiles[0].text;
const page = (
    await build({
        ...options,
        entryPoints: [join(here, "main.js")],
        format: "esm",
        loader: { ".css": "text" },
        define: { WORKER_SOURCE: JSON.stringify(worker) },
    })
).outputFiles[0].text;
const html = readFileSync(join(here, "page.html"), "utf8");
const style = readFileSync(join(here, "style.css"), "utf8");
const wasm = gzipSync(readFileSync(program), { level: 9 }).toString("base64");
const parts = { STYLE: style, PROGRAM: wasm, SCRIPT: page.replaceAll("</script", "<\\/script") };
writeFileSync(out, html.replace(/<!-- (STYLE|PROGRAM|SCRIPT) -->/g, (_, name) => parts[name]));
