// picture.mjs - the moving picture of the README: node picture.mjs PAGE.html OUT.webp NODE_MODULES
// Steps scenes of the playground in headless Chromium and puts the pictures into one animated WebP file.
import { execSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , file, out, modules] = process.argv;
const { chromium } = createRequire(join(resolve(modules), "x.js"))("playwright-core");
const WIDTH = 480, HEIGHT = 270, RATE = 12, QUALITY = 0.62;
const SCENES = [["wrecking", 0.3, 2.2], ["hourglass", 1, 1.5], ["ragdolls", 0.5, 2], ["quadruped", 0.8, 1.6], ["pyramid", 0.9, 1.8], ["gears", 0.5, 1.4]]; // from, seconds

const executablePath = execSync("command -v chromium || command -v chromium-browser || command -v google-chrome").toString().trim();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
await page.goto(`file://${resolve(file)}#scene=pyramid&paused=1`);
await page.waitForFunction(() => window.playground?.firstFrame, null, { timeout: 60000 });
const frames = [];
for (const [name, from, seconds] of SCENES) {
    await page.evaluate(async (n) => {
        window.playground.state.paused = true;
        await window.playground.load(window.playground.scenes.findIndex((s) => s.name === n));
    }, name);
    const { dt } = await page.evaluate(() => window.playground.send({ kind: "run", steps: 0 }));
    await page.evaluate((steps) => window.playground.send({ kind: "run", steps }), Math.round(from / dt));
    for (let k = 0; k < seconds * RATE; ++k) {
        await page.evaluate((steps) => window.playground.send({ kind: "run", steps }), Math.round(1 / (RATE * dt)));
        frames.push(Buffer.from(await page.evaluate(([w, h, q]) => window.playground.picture(w, h, q), [WIDTH, HEIGHT, QUALITY])));
    }
}
await browser.close();

// The container: RIFF, VP8X with the animation flag, ANIM, then a frame ANMF for the bits of every picture.
const u24 = (x) => Buffer.from([x & 255, (x >> 8) & 255, (x >> 16) & 255]);
const chunk = (name, data) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), size, data, Buffer.alloc(data.length & 1)]);
};
function bits(webp) { // the chunk of the picture itself, header included
    for (let at = 12; at < webp.length;) {
        const name = webp.toString("latin1", at, at + 4), size = webp.readUInt32LE(at + 4);
        if (name === "VP8 " || name === "VP8L") return webp.subarray(at, at + 8 + size + (size & 1));
        at += 8 + size + (size & 1);
    }
    throw new Error("no picture in a frame");
}
const place = Buffer.concat([u24(0), u24(0), u24(WIDTH - 1), u24(HEIGHT - 1), u24(Math.round(1000 / RATE)), Buffer.from([2])]);
const body = Buffer.concat([
    Buffer.from("WEBP"), chunk("VP8X", Buffer.concat([Buffer.from([2, 0, 0, 0]), u24(WIDTH - 1), u24(HEIGHT - 1)])),
    chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0])), ...frames.map((f) => chunk("ANMF", Buffer.concat([place, bits(f)]))),
]);
writeFileSync(out, chunk("RIFF", body));
console.log(`${out}: ${frames.length} pictures, ${Math.round((body.length + 8) / 1024)} kB`);
