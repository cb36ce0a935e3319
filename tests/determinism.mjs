// Runs tests/determinism.c as WebAssembly in node: determinism.mjs MODULE [STEPS]
import { readFileSync } from "node:fs";
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { determinism_scene } = new WebAssembly.Instance(module, {}).exports;
const steps = Number(process.argv[3] ?? 200);
const hex = (x) => (x >>> 0).toString(16).padStart(8, "0");
for (let scene = 0; scene < 20; ++scene) {
  const low = determinism_scene(scene, steps, 0);
  console.log(`${String(scene).padStart(2, "0")} ${hex(determinism_scene(scene, steps, 1))}${hex(low)}`);
}
