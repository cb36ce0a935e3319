// The playground in a real browser: node tests/web.mjs PAGE.html NATIVE.tsv NODE_MODULES SHOTS
// Every scene loads and runs 300 steps without a word on the console, ends in the very state of the native build (NATIVE.tsv:
// name, hash), and has time for 50 pictures a second; bodies can be dragged, time scrubbed, a model dropped; the link keeps the
// settings; the page fits a phone, and works without a worker. Pictures to look at go to SHOTS.
import { execSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [, , file, nativeFile, modules, shots] = process.argv;
const { chromium } = createRequire(join(resolve(modules), "x.js"))("playwright-core");
const STEPS = 300, RATE = 60, LEAST = 50, FIRST_MS = 2000;
const native = new Map(readFileSync(nativeFile, "utf8").trim().split("\n").map((line) => line.split("\t")));
const page_url = "file://" + resolve(file);
const executablePath = ["chromium", "chromium-browser", "google-chrome"].map((name) => {
    try {
        return execSync(`command -v ${name}`, { stdio: ["ignore", "pipe", "ignore"] }).toString().trim();
    } catch {
        return "";
    }
}).find(Boolean);
if (!executablePath) {
    console.log("test-web: no Chromium here, the playground was not looked at (make deps)");
    process.exit(77);
}
mkdirSync(shots, { recursive: true });
let failed = 0, checks = 0;
const check = (name, good, detail = "") => {
    ++checks;
    if (!good) ++failed;
    if (!good || process.env.VERBOSE) console.log(`${good ? "ok  " : "FAIL"}  ${name} ${detail}`);
};

const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const complaints = [];
async function open(hash, options = {}, script = "") {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    page.on("console", (m) => m.type() === "error" && complaints.push(`${hash}: ${m.text()}`));
    page.on("pageerror", (e) => complaints.push(`${hash}: ${e.message}`));
    if (script) await page.addInitScript(script);
    await page.goto(page_url + hash);
    await page.waitForFunction(() => window.playground?.firstFrame, null, { timeout: 60000 });
    return page;
}
const ask = (page, message) => page.evaluate((m) => window.playground.send(m), message);
const settle = (page) => page.evaluate(() => new Promise((done) => { // until a picture of the present state is drawn
    let n = 0;
    const wait = () => (++n > 3 ? done() : requestAnimationFrame(wait));
    wait();
}));
const shot = async (page, name) => (await settle(page), page.screenshot({ path: join(shots, `${name}.png`) }));

// ---- how soon there is something to see: the best of three, as other work on the machine only adds ----
let first = Infinity;
for (let i = 0; i < 3; ++i) {
    const page = await open("#scene=pyramid");
    first = Math.min(first, await page.evaluate(() => window.playground.firstFrame));
    if (i === 0) check("stepping is in a worker", await page.evaluate(() => window.playground.inWorker));
    await page.close();
}
console.log(`first picture after ${first.toFixed(0)} ms`);
check("first picture within 2 s", first <= FIRST_MS, `${first} ms`);

// ---- every scene ----
const page = await open("#scene=dominoes&paused=1");
const scenes = await page.evaluate(() => window.playground.scenes.map((s) => s.name));
check("at least sixteen scenes", scenes.length >= 16, `${scenes.length}`);
console.log("scene\tms a step\tslowest\tsteps a picture\tpictures a second (time of steps)\thash");
for (let i = 0; i < scenes.length; ++i) {
    await page.evaluate(async (n) => {
        window.playground.state.paused = true;
        await window.playground.load(n);
    }, i);
    const ran = await ask(page, { kind: "run", steps: STEPS });
    const per = Math.max(1, Math.round(1 / (RATE * ran.dt))), rate = 1000 / (ran.ms * per);
    console.log(`${scenes[i]}\t${ran.ms.toFixed(2)}\t${ran.slowest.toFixed(1)}\t${per}\t${rate.toFixed(0)}\t${ran.hash}`);
    check(`${scenes[i]}: steps`, ran.bad === 0, ran.message);
    check(`${scenes[i]}: the native state`, native.get(scenes[i]) === ran.hash, `${ran.hash}, native ${native.get(scenes[i])}`);
    check(`${scenes[i]}: ${LEAST} pictures a second`, rate >= LEAST, rate.toFixed(1));
    check(`${scenes[i]}: drawn`, ran.items > 0);
    await shot(page, scenes[i]);
}

// ---- hands: grab the box on the arch and pull it up ----
const number = (name) => scenes.indexOf(name);
await page.evaluate((n) => window.playground.load(n), number("arch"));
await ask(page, { kind: "run", steps: 60 });
await page.evaluate(() => (window.playground.state.paused = false));
await settle(page);
const box = await page.evaluate(() => { // the box lies on the keystone
    const view = document.getElementById("view").getBoundingClientRect(), p = window.playground.eye.target.clone();
    p.set(0, 0, 1.46).project(window.playground.camera);
    return [view.left + ((p.x + 1) / 2) * view.width, view.top + ((1 - p.y) / 2) * view.height];
});
await page.mouse.move(...box);
await page.mouse.down();
await page.waitForTimeout(300);
const before = (await ask(page, { kind: "held" })).at;
for (let i = 1; i <= 20; ++i) await page.mouse.move(box[0], box[1] - 6 * i), await page.waitForTimeout(30);
await page.waitForTimeout(1200);
const after = (await ask(page, { kind: "held" })).at;
check("a body follows the hand", before[2] > 1 && after[2] - before[2] > 0.25, `${before} -> ${after}`);
await shot(page, "dragged");
await page.mouse.up();

// ---- back in time ----
await page.evaluate(async (n) => {
    window.playground.state.paused = true;
    await window.playground.load(n);
}, number("pyramid"));
await ask(page, { kind: "run", steps: 240 });
const still = { kind: "tick", elapsed: 0, paused: true, speed: 1, show: 0 };
let there = await ask(page, { kind: "hash" }); // of a step that is kept: large scenes keep one of several
for (let i = 0; i < 100 && (await ask(page, still)).back.last !== there.step; ++i) {
    await ask(page, { kind: "run", steps: 1 });
    there = await ask(page, { kind: "hash" });
}
await ask(page, { kind: "run", steps: 120 });
const later = await ask(page, { kind: "hash" });
const frame = await ask(page, still);
let found = null;
for (let i = 0; i < frame.back.count && found === null; ++i) {
    const f = await ask(page, { kind: "scrub", index: i });
    check("a scrubbed state is the kept one", f.hash === f.expected);
    if (f.step === there.step) found = i;
}
const back = await ask(page, { kind: "scrub", index: found ?? 0, keep: true });
check("scrubbing returns to the same state", back.hash === there.hash, `${back.hash} ${there.hash}`);
await ask(page, { kind: "run", steps: 120 });
check("and goes on as before", (await ask(page, { kind: "hash" })).hash === later.hash);

// ---- models dropped on the page ----
const drop = (files) => page.evaluate((list) => {
    const data = new DataTransfer();
    for (const [name, words] of list) data.items.add(new File([words], name));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}, files);
const about = () => page.evaluate(() => document.getElementById("about").textContent);
await drop([["quadruped.urdf", readFileSync("examples/playground/quadruped.urdf", "utf8")]]);
await page.waitForFunction(() => document.getElementById("about").textContent.includes("quadruped.urdf"));
check("a dropped URDF appears", (await about()).includes("18 degrees of freedom") && (await page.evaluate(() => window.playground.items)) > 10, await about());
await ask(page, { kind: "run", steps: 240 });
await shot(page, "dropped");
const cube = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1 ? 0.2 : -0.2} ${i & 2 ? 0.2 : -0.2} ${i & 4 ? 0.2 : -0.2}`).join("\n");
await drop([["m.xml", `<mujoco><asset><mesh name="block" file="c.obj"/></asset><worldbody><body pos="0 0 1"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .01 .01"/><geom type="mesh" mesh="block"/></body></worldbody></mujoco>`], ["c.obj", cube]]);
await page.waitForFunction(() => document.getElementById("about").textContent.includes("m.xml"));
check("an MJCF with its mesh appears", /6 degrees of freedom, 1 meshes/.test(await about()) && (await page.evaluate(() => window.playground.items)) === 2, await about());
await drop([["broken.urdf", "<robot><link/>"]]);
await page.waitForFunction(() => document.getElementById("about").textContent.includes("broken.urdf"));
check("a broken file is refused in words", (await about()).includes("refused"), await about());

// ---- spawn, step, settings, link ----
await page.evaluate((n) => window.playground.load(n), number("heavy"));
const items = await page.evaluate(() => window.playground.items);
await page.click("#throw");
await page.click("#step");
await page.waitForFunction((n) => window.playground.items === n + 1, items);
check("a thrown body is there", true);
await page.selectOption("#method", { label: "ncp_pgs" });
await page.selectOption("#dt", "240");
const link = page.url();
check("the link keeps scene and settings", /scene=heavy/.test(link) && /method=ncp_pgs/.test(link) && /rate=240/.test(link), link);
const second = await open(link.slice(link.indexOf("#")));
check("and brings them back", await second.evaluate(() => window.playground.state.settings.dt === 1 / 240 && document.getElementById("method").selectedOptions[0].textContent === "ncp_pgs"));
await second.close();
await page.close();

// ---- other screens ----
const sheet = [["light", {}, "#scene=wrecking&show=contacts.forces.joints.shadows"], ["dark", { colorScheme: "dark" }, "#scene=pyramid&show=contacts.forces.shadows"],
    ["phone", { viewport: { width: 400, height: 800 }, hasTouch: true }, "#scene=pyramid"], ["phone-dark", { viewport: { width: 400, height: 800 }, colorScheme: "dark" }, "#scene=race"]];
for (const [name, options, hash] of sheet) {
    const p = await open(hash, options);
    await ask(p, { kind: "run", steps: 150 });
    await p.waitForTimeout(500);
    await shot(p, `screen-${name}`);
    const out = await p.evaluate(() => {
        const outside = [...document.querySelectorAll("header *, footer *")].filter((e) => {
            const r = e.getBoundingClientRect();
            return r.width > 0 && (r.right > innerWidth + 0.5 || r.left < -0.5);
        });
        return [document.documentElement.scrollWidth - innerWidth, outside.length];
    });
    check(`${name}: nothing outside of the screen`, out[0] <= 0 && out[1] === 0, `${out}`);
    if (name.startsWith("phone")) {
        await p.click("#menu");
        await shot(p, `screen-${name}-menu`);
    }
    await p.close();
}
const alone = await open("#scene=cards&paused=1", {}, "window.Worker = undefined");
const ran = await ask(alone, { kind: "run", steps: STEPS });
check("without a worker: the same state", !(await alone.evaluate(() => window.playground.inWorker)) && ran.hash === native.get("cards"));
await alone.close();
await browser.close();
for (const c of complaints.slice(0, 10)) console.log(`console: ${c}`);
check("nothing on the console", complaints.length === 0);
console.log(`test-web: playground, ${checks - failed} of ${checks} checks passed, pictures in ${shots}`);
process.exit(failed ? 1 : 0);
