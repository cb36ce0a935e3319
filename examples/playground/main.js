// main.js - the page of the playground: draws what the engine hands out, and turns hands into messages to it.
import {
    AmbientLight, BufferAttribute, BufferGeometry, CanvasTexture, Color, DirectionalLight, DoubleSide, DynamicDrawUsage, HemisphereLight,
    InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshStandardMaterial, PCFShadowMap, PerspectiveCamera, Plane,
    PlaneGeometry, Raycaster, RepeatWrapping, Scene, Sprite, SpriteMaterial, SRGBColorSpace, Vector2, Vector3, WebGLRenderer,
} from "three";
import { createEngine, KEYS } from "./engine.js";

const $ = (id) => document.getElementById(id);
const OVERLAYS = [["contacts", "contact points", 1], ["forces", "contact forces", 2], ["joints", "joints", 4], ["boxes", "bounding boxes", 8],
    ["com", "centres of mass", 16], ["islands", "islands", 0], ["asleep", "sleeping", 0], ["shadows", "shadows", 0]];
const INTEGRATORS = ["euler", "moreau", "faithful"];
const state = { scene: 0, settings: {}, show: new Set(["shadows"]), paused: false, speed: 1, history: [], scrubbed: false };
let scenes = [], methods = [], send, groups = [], itemSlot = [], shapes = null, lastStats = 0, busy = false, single = false, carried = 0, slowFor = 0;

// ---- the engine, in a worker where the browser allows it ----
async function program() {
    const packed = Uint8Array.from(atob($("program").textContent.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
async function start() {
    const bytes = await program();
    try {
        const worker = new Worker(URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" })));
        const waiting = new Map();
        let next = 0;
        send = (m) => new Promise((resolve) => {
            waiting.set(++next, resolve);
            worker.postMessage({ ...m, id: next });
        });
        const failed = new Promise((_, reject) => (worker.onerror = (e) => (e.preventDefault(), reject(e))));
        worker.onmessage = (e) => {
            const resolve = waiting.get(e.data.id);
            waiting.delete(e.data.id);
            resolve(e.data);
        };
        await Promise.race([send({ kind: "start", bytes }), failed]);
        return true;
    } catch {
        const engine = await createEngine(bytes);
        send = async (m) => engine(m);
        return false;
    }
}

// ---- the picture ----
const canvas = $("view");
const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = PCFShadowMap;
renderer.outputColorSpace = SRGBColorSpace;
const stage = new Scene();
const camera = new PerspectiveCamera(42, 1, 0.01, 300);
camera.up.set(0, 0, 1);
const sun = new DirectionalLight(0xffffff, 2.1);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.bias = -0.0006;
sun.shadow.normalBias = 0.01;
stage.add(sun, sun.target, new HemisphereLight(0xffffff, 0xa09888, 1.7), new AmbientLight(0xffffff, 0.35));
const eye = { target: new Vector3(), distance: 5, yaw: -60, pitch: 20 };
const dark = matchMedia("(prefers-color-scheme: dark)");
const ground = new Mesh(new PlaneGeometry(120, 120), new MeshStandardMaterial({ roughness: 1 }));
ground.receiveShadow = true;
stage.add(ground);
const lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
lines.frustumCulled = false;
lines.renderOrder = 5;
stage.add(lines);
const sprites = [];

function theme() {
    const back = dark.matches ? 0x14181c : 0xeef0f2;
    stage.background = new Color(back);
    const tile = document.createElement("canvas");
    tile.width = tile.height = 128;
    const g = tile.getContext("2d");
    g.fillStyle = dark.matches ? "#2a3138" : "#dfe2e0";
    g.fillRect(0, 0, 128, 128);
    g.strokeStyle = dark.matches ? "#39424b" : "#c8ccca";
    g.lineWidth = 2;
    g.strokeRect(0, 0, 128, 128);
    const texture = new CanvasTexture(tile);
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.repeat.set(240, 240);
    texture.anisotropy = 8;
    texture.colorSpace = SRGBColorSpace;
    ground.material.map = texture;
    ground.material.needsUpdate = true;
    for (const s of sprites) s.userData.text = null;
}
dark.addEventListener("change", theme);

function resize() {
    const box = $("stage").getBoundingClientRect();
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(box.width, box.height, false);
    camera.aspect = box.width / box.height;
    // the width of a scene stays in the picture on a narrow screen
    camera.fov = camera.aspect > 1.1 ? 42 : Math.min(95, (2 * Math.atan((Math.tan((21 * Math.PI) / 180) * 1.1) / camera.aspect) * 180) / Math.PI);
    camera.updateProjectionMatrix();
}
addEventListener("resize", resize);

function place() {
    const y = (eye.yaw * Math.PI) / 180, p = (eye.pitch * Math.PI) / 180;
    camera.position.set(Math.cos(y) * Math.cos(p), Math.sin(y) * Math.cos(p), Math.sin(p)).multiplyScalar(eye.distance).add(eye.target);
    camera.lookAt(eye.target);
    const reach = Math.max(1.5, eye.distance * 0.9);
    sun.position.set(-0.45, -0.35, 1).normalize().multiplyScalar(3 * reach).add(eye.target);
    sun.target.position.copy(eye.target);
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 6 * reach });
    sun.shadow.camera.updateProjectionMatrix();
}

// Normals: corners of triangles that meet at less than 40 degrees share one.
function geometryOf(positions) {
    const n = positions.length / 9, face = new Float32Array(3 * n), normals = new Float32Array(positions.length), at = new Map();
    const a = new Vector3(), b = new Vector3(), c = new Vector3();
    let size = 1e-9;
    for (const x of positions) size = Math.max(size, Math.abs(x));
    const grain = 1e5 / size, key = (i) => `${Math.round(positions[i] * grain)},${Math.round(positions[i + 1] * grain)},${Math.round(positions[i + 2] * grain)}`;
    for (let i = 0; i < n; ++i) {
        a.fromArray(positions, 9 * i), b.fromArray(positions, 9 * i + 3), c.fromArray(positions, 9 * i + 6);
        b.sub(a), c.sub(a), b.cross(c); // length: twice the area, the weight in the mean
        b.toArray(face, 3 * i);
        for (let k = 0; k < 3; ++k) {
            const name = key(9 * i + 3 * k);
            (at.get(name) || at.set(name, []).get(name)).push(i);
        }
    }
    for (let i = 0; i < n; ++i) {
        a.fromArray(face, 3 * i).normalize();
        for (let k = 0; k < 3; ++k) {
            b.set(0, 0, 0);
            for (const j of at.get(key(9 * i + 3 * k))) {
                c.fromArray(face, 3 * j);
                if (c.dot(a) > 0.766 * c.length()) b.add(c);
            }
            b.normalize().toArray(normals, 9 * i + 3 * k);
        }
    }
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(positions, 3));
    g.setAttribute("normal", new BufferAttribute(normals, 3));
    return g;
}
const colour = new Color();
function setShapes(s) {
    shapes = s;
    for (const g of groups) stage.remove(g), g.geometry.dispose(), g.dispose();
    groups = [];
    itemSlot = [];
    const members = new Map();
    ground.visible = false;
    for (let i = 0; i < s.items; ++i) {
        if (s.ground[i]) ground.visible = true;
        if (s.ground[i] || !s.meshes[s.same[i]].length) continue;
        const clear = s.colours[i] >>> 24, name = `${s.same[i]}/${clear}`;
        (members.get(name) || members.set(name, []).get(name)).push(i);
    }
    const geometries = {};
    for (const [name, list] of members) {
        const [mesh, clear] = name.split("/").map(Number);
        geometries[mesh] ||= geometryOf(s.meshes[mesh]);
        const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, side: clear ? DoubleSide : 0, transparent: clear > 0, opacity: clear ? 1 - clear / 255 : 1, depthWrite: !clear });
        const g = new InstancedMesh(geometries[mesh], material, list.length);
        g.instanceMatrix.setUsage(DynamicDrawUsage);
        g.castShadow = !clear;
        g.receiveShadow = !clear;
        g.frustumCulled = false;
        list.forEach((i, k) => (itemSlot[i] = [g, k]));
        groups.push(g);
        stage.add(g);
    }
    paint();
}
function paint(islands, states) {
    for (let i = 0; i < shapes.items; ++i) {
        if (!itemSlot[i]) continue;
        const [g, k] = itemSlot[i];
        if (islands && state.show.has("islands") && !shapes.fixed[i]) colour.setHSL((islands[i] * 0.381966) % 1, 0.62, 0.55);
        else colour.setHex(shapes.colours[i] & 0xffffff);
        if (states && state.show.has("asleep") && states[i]) colour.lerp(new Color(states[i] === 2 ? 0xd03030 : 0x707070), 0.75);
        g.setColorAt(k, colour);
    }
    for (const g of groups) if (g.instanceColor) g.instanceColor.needsUpdate = true;
}
function setFrame(f) {
    if (f.shapes) setShapes(f.shapes);
    if (f.matrices.length === 16 * shapes.items)
        for (let i = 0; i < shapes.items; ++i) {
            if (!itemSlot[i]) continue;
            const [g, k] = itemSlot[i];
            g.instanceMatrix.array.set(f.matrices.subarray(16 * i, 16 * i + 16), 16 * k);
        }
    for (const g of groups) g.instanceMatrix.needsUpdate = true;
    if (f.islands || f.states) paint(f.islands, f.states);
    setLines(f.segments);
    setLabels(f.labels);
    if (f.follow) { // the camera keeps its place beside what travels
        const at = new Vector3(f.follow[0], f.follow[1], 0);
        if (eye.follow) eye.target.add(at).sub(eye.follow);
        eye.follow = at;
    } else eye.follow = null;
}
function setLines(segments) {
    const n = segments.length / 9, position = new Float32Array(6 * n), paintOf = new Float32Array(6 * n);
    for (let i = 0; i < n; ++i) {
        position.set(segments.subarray(9 * i, 9 * i + 6), 6 * i);
        paintOf.set(segments.subarray(9 * i + 6, 9 * i + 9), 6 * i);
        paintOf.set(segments.subarray(9 * i + 6, 9 * i + 9), 6 * i + 3);
    }
    lines.geometry.dispose();
    lines.geometry = new BufferGeometry();
    lines.geometry.setAttribute("position", new BufferAttribute(position, 3));
    lines.geometry.setAttribute("color", new BufferAttribute(paintOf, 3));
    lines.visible = n > 0;
}
function setLabels(labels) {
    labels.forEach(([words, x, y, z, size], i) => {
        const s = (sprites[i] ||= new Sprite(new SpriteMaterial({ depthTest: false, transparent: true })));
        s.center.set(0, 0.5); // words begin at their point
        if (!s.parent) stage.add(s), (s.renderOrder = 6);
        if (s.userData.text !== words) {
            s.userData.text = words;
            const c = document.createElement("canvas"), g = c.getContext("2d");
            g.font = "600 44px system-ui, sans-serif";
            c.width = Math.ceil(g.measureText(words).width) + 16;
            c.height = 60;
            g.font = "600 44px system-ui, sans-serif";
            g.textBaseline = "middle";
            g.lineWidth = 7;
            g.strokeStyle = dark.matches ? "#14181c" : "#ffffff";
            g.strokeText(words, 8, 31);
            g.fillStyle = dark.matches ? "#f0f2f4" : "#1c2126";
            g.fillText(words, 8, 31);
            s.material.map?.dispose();
            s.material.map = new CanvasTexture(c);
            s.material.map.colorSpace = SRGBColorSpace;
            s.material.needsUpdate = true;
            s.userData.aspect = c.width / c.height;
        }
        s.visible = true;
        s.position.set(x, y, z);
        s.scale.set(1.3 * size * s.userData.aspect, 1.3 * size, 1);
    });
    for (let i = labels.length; i < sprites.length; ++i) sprites[i].visible = false;
}

// ---- plots and figures ----
const inkOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
const short = (x) => (x === 0 ? "0" : Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3 ? x.toExponential(1) : Math.abs(x) >= 100 ? x.toFixed(0) : x.toPrecision(3));
function plot(id, title, curves) { // curves: [name, colour, (sample) => value]
    const c = $(id), g = c.getContext("2d"), w = c.width, h = c.height, list = state.history;
    g.clearRect(0, 0, w, h);
    g.font = "21px system-ui, sans-serif";
    g.fillStyle = inkOf("--soft");
    g.textAlign = "left";
    g.fillText(title, 0, 20);
    let low = 0, high = 0, x = g.measureText(title).width + 22;
    for (const [, , f] of curves) for (const s of list) low = Math.min(low, f(s)), high = Math.max(high, f(s));
    for (const [name, tint] of curves) {
        g.fillStyle = tint;
        g.fillText(name, x, 20);
        x += g.measureText(name).width + 16;
    }
    const top = 34, left = 78, y = (v) => h - 6 - ((v - low) / (high - low || 1)) * (h - 6 - top);
    g.fillStyle = inkOf("--soft");
    g.textAlign = "right";
    g.fillText(short(high), left - 8, top + 14);
    if (low < 0) g.fillText(short(low), left - 8, h - 6);
    g.strokeStyle = inkOf("--line");
    g.lineWidth = 1.5;
    g.beginPath(), g.moveTo(left, y(0)), g.lineTo(w, y(0)), g.stroke();
    for (const [, tint, f] of curves) {
        g.strokeStyle = tint;
        g.lineWidth = 3;
        g.beginPath();
        list.forEach((s, i) => g.lineTo(left + ((s[0] - (list[list.length - 1][0] - 10)) / 10) * (w - left), y(f(s))));
        g.stroke();
    }
}
const STAGES = [["kinematics", "#4f7fd9"], ["broad", "#3fb0b0"], ["narrow", "#4fae6f"], ["assemble", "#d9b23f"], ["solve", "#e07a3f"], ["integrate", "#9a6fd0"]];
function stages(s) {
    const c = $("stages"), g = c.getContext("2d"), w = c.width;
    g.clearRect(0, 0, w, c.height);
    g.font = "21px system-ui, sans-serif";
    const ms = STAGES.map((_, i) => 1000 * s[17 + i]), total = ms.reduce((a, b) => a + b, 0);
    g.fillStyle = inkOf("--soft");
    g.fillText(`a step by stage: ${total.toFixed(2)} ms`, 0, 20);
    let x = 0, tx = 0;
    STAGES.forEach(([name, tint], i) => {
        g.fillStyle = tint;
        const part = total ? (ms[i] / total) * w : 0;
        g.fillRect(x, 32, part, 18);
        x += part;
        if (i === 3) tx = 0;
        g.fillText(`${name} ${ms[i].toFixed(2)}`, tx, i < 3 ? 74 : 102);
        tx += 190;
    });
}
function figures(f) {
    const s = f.stats, rows = [
        ["a step takes", `${f.stepMs.toFixed(2)} ms of ${(1000 * f.dt).toFixed(2)} ms`], ["contacts, rows", `${s[10]}, ${s[11]}`], ["islands, awake bodies", `${s[12]}, ${s[8]} of ${s[7]}`],
        ["method", methods[s[16]] || ""], ["iterations", s[13]], ["residual", `${short(s[14])} N`], ["deepest overlap", `${short(1e3 * s[15])} mm`],
        ["energy", `${short(s[1] + s[2])} J`],
    ];
    $("figures").innerHTML = rows.map(([a, b]) => `<tr><td>${a}<td>${b}`).join("");
    state.history.push(s);
    const from = s[0] - 10;
    state.history = state.history.filter((h, i, all) => h[0] >= from && (i === all.length - 1 || h[0] < s[0]));
    plot("energy", "energy [J]", [["kinetic", "#3f7fd9", (h) => h[1]], ["potential", "#4fae6f", (h) => h[2]], ["sum", "#e07a3f", (h) => h[1] + h[2]]]);
    plot("momentum", "momentum [kg m/s]", [["x", "#d8524a", (h) => h[3]], ["y", "#4fae6f", (h) => h[4]], ["z", "#3f7fd9", (h) => h[5]]]);
    stages(s);
    $("report").textContent = f.report || "";
    $("notice").textContent = f.message || "";
}

// ---- time ----
const shows = () => OVERLAYS.reduce((bits, [name, , bit]) => bits | (state.show.has(name) ? bit : 0), 0);
let before = performance.now(), frames = 0;
async function tick(now) {
    requestAnimationFrame(tick);
    carried = Math.min(0.25, carried + (now - before) / 1000);
    before = now;
    place();
    sun.castShadow = state.show.has("shadows");
    if (!busy && shapes) {
        busy = true;
        const stats = now - lastStats > 100;
        if (stats) lastStats = now;
        const m = { kind: "tick", elapsed: carried, speed: state.speed, paused: state.paused && !single, single, show: shows(), islands: state.show.has("islands"), sleeping: state.show.has("asleep"), stats };
        carried = 0;
        single = false;
        const f = await send(m);
        if (f.version !== undefined) setFrame(f);
        if (f.stats) figures(f);
        slowFor = f.slow ? slowFor + 1 : 0;
        $("slow").hidden = slowFor < 15;
        clock(f);
        busy = false;
    }
    renderer.render(stage, camera);
    if (++frames === 1 || !window.playground.firstFrame) if (shapes) window.playground.firstFrame ||= performance.now();
}
function clock(f) {
    const back = $("back");
    if (!state.scrubbed) {
        back.max = Math.max(0, f.back.count - 1);
        back.value = back.max;
    }
    $("clock").textContent = `${(f.step * f.dt).toFixed(2)} s`;
}
async function load(scene, keepSettings) {
    state.scene = scene;
    state.history = [];
    state.scrubbed = false;
    if (!keepSettings) state.settings = {};
    const f = await send({ kind: "load", scene, settings: { ...state.settings }, show: shows() });
    Object.assign(eye, { distance: f.camera[3], yaw: f.camera[4], pitch: f.camera[5] });
    eye.target.fromArray(f.camera);
    eye.follow = null;
    setFrame(f);
    figures(f);
    clock(f);
    $("scene").value = String(scene);
    $("about").textContent = scenes[scene].text;
    document.title = `Tact: ${scenes[scene].title}`;
    write();
    link();
    return f;
}

// ---- settings and the link ----
const STEPS = [60, 120, 240, 480, 1000];
function write() { // settings to their widgets
    const s = state.settings;
    for (const id of ["method", "integrator", "substeps"]) $(id).value = s[id] ?? "";
    $("dt").value = s.dt ? String(Math.round(1 / s.dt)) : "";
    $("gravity").value = s.gravity ?? 9.81;
    $("friction").value = s.friction ?? 0.5;
    $("gravity-out").textContent = s.gravity === undefined ? "9.81" : `${s.gravity}`;
    $("friction-out").textContent = s.friction === undefined ? "of the scene" : `${s.friction}`;
    $("sleeping").checked = !!s.sleeping;
    $("speed").value = Math.log2(state.speed);
    $("speed-out").textContent = state.speed === 1 ? "real time" : state.speed > 1 ? `${state.speed} times` : `1/${+(1 / state.speed).toFixed(1)}`;
    for (const [name] of OVERLAYS) $(`show-${name}`).checked = state.show.has(name);
    $("pause").textContent = state.paused ? "Go" : "Pause";
    $("pause").setAttribute("aria-pressed", state.paused);
}
function link() {
    const q = new URLSearchParams({ scene: scenes[state.scene].name }), s = state.settings;
    if (s.method !== undefined) q.set("method", methods[s.method]);
    if (s.integrator !== undefined) q.set("integrator", INTEGRATORS[s.integrator]);
    if (s.dt) q.set("rate", Math.round(1 / s.dt));
    for (const key of ["substeps", "gravity", "friction", "sleeping"]) if (s[key] !== undefined) q.set(key, s[key]);
    if (state.speed !== 1) q.set("speed", state.speed);
    const shown = [...state.show].join(".");
    if (shown !== "shadows") q.set("show", shown);
    if (state.paused) q.set("paused", 1);
    try {
        history.replaceState(null, "", `#${q}`);
    } catch {
        location.hash = q;
    }
}
function readLink() {
    const q = new URLSearchParams(location.hash.slice(1)), s = {};
    if (methods.includes(q.get("method"))) s.method = methods.indexOf(q.get("method"));
    if (INTEGRATORS.includes(q.get("integrator"))) s.integrator = INTEGRATORS.indexOf(q.get("integrator"));
    if (+q.get("rate") > 0) s.dt = 1 / +q.get("rate");
    for (const key of ["substeps", "gravity", "friction", "sleeping"]) if (q.has(key) && Number.isFinite(+q.get(key))) s[key] = +q.get(key);
    if (+q.get("speed") > 0) state.speed = +q.get("speed");
    if (q.has("show")) state.show = new Set(q.get("show").split(".").filter((n) => OVERLAYS.some(([name]) => name === n)));
    state.paused = q.has("paused");
    state.settings = s;
    return Math.max(0, scenes.findIndex((x) => x.name === q.get("scene")));
}
async function choose(key, value) {
    if (value === undefined) delete state.settings[key];
    else state.settings[key] = value;
    write();
    link();
    if (value === undefined) await load(state.scene, true);
    else await send({ kind: "choose", settings: { ...state.settings } });
}
const fire = async () => {
    const p = (eye.pitch * Math.PI) / 180, d = new Vector3().subVectors(eye.target, camera.position).normalize(), size = 0.022 * eye.distance, v = 2.2 * Math.sqrt(9.81 * eye.distance);
    const from = camera.position.clone().addScaledVector(d, 0.35 * eye.distance);
    from.z = Math.max(from.z, size + 0.02 * Math.cos(p));
    await send({ kind: "spawn", shape: +$("shape").value, size, at: from.toArray(), velocity: d.multiplyScalar(v).toArray() });
};
const pause = (on) => ((state.paused = on), (state.scrubbed = on && state.scrubbed), write(), link());
async function resume() { // what is scrubbed to becomes the present
    if (state.scrubbed) await send({ kind: "scrub", index: +$("back").value, keep: true, show: shows() });
    state.scrubbed = false;
}
function wire() {
    const list = (id, options) => $(id).insertAdjacentHTML("beforeend", options.map(([v, t]) => `<option value="${v}">${t}</option>`).join(""));
    list("scene", scenes.map((s, i) => [i, s.title]));
    list("method", [["", "of the scene"], ...methods.map((m, i) => [i, m])]);
    list("dt", STEPS.map((n) => [n, `1/${n} s`]));
    $("shows").innerHTML = OVERLAYS.map(([name, words]) => `<label><input type="checkbox" id="show-${name}">${words}</label>`).join("");
    $("scene").onchange = (e) => (load(+e.target.value), canvas.focus());
    for (const id of ["method", "integrator", "substeps"]) $(id).onchange = (e) => choose(id, e.target.value === "" ? undefined : +e.target.value);
    $("dt").onchange = (e) => choose("dt", e.target.value === "" ? undefined : 1 / +e.target.value);
    for (const id of ["gravity", "friction"]) $(id).oninput = (e) => choose(id, +e.target.value);
    $("sleeping").onchange = (e) => choose("sleeping", e.target.checked ? 1 : 0);
    $("speed").oninput = (e) => ((state.speed = 2 ** +e.target.value), write(), link());
    for (const [name] of OVERLAYS) $(`show-${name}`).onchange = (e) => {
        state.show[e.target.checked ? "add" : "delete"](name);
        if (!e.target.checked && shapes) paint();
        link();
    };
    $("pause").onclick = async () => (await resume(), pause(!state.paused));
    $("step").onclick = async () => (await resume(), pause(true), (single = true));
    $("reset").onclick = () => load(state.scene, true);
    $("throw").onclick = fire;
    $("menu").onclick = () => $("menu").setAttribute("aria-expanded", $("panel").classList.toggle("open"));
    $("plain").onclick = () => ((state.speed = 1), load(state.scene));
    $("link").onclick = async () => {
        link();
        try {
            await navigator.clipboard.writeText(location.href);
            $("notice").textContent = "the link is copied";
        } catch {
            prompt("The link:", location.href);
        }
    };
    $("back").oninput = async (e) => {
        state.scrubbed = true;
        state.paused = true;
        write();
        const f = await send({ kind: "scrub", index: +e.target.value, show: shows() });
        setFrame(f);
        clock(f);
    };
    addEventListener("keydown", (e) => {
        if (e.target.matches("select, input")) return;
        const button = { " ": "pause", ".": "step", r: "reset", t: "throw", m: "menu" }[e.key];
        if (button && !e.ctrlKey && !e.metaKey) e.preventDefault(), $(button).click();
    });
    addEventListener("hashchange", () => load(readLink(), true));
}

// ---- hands ----
const ray = new Raycaster(), plane = new Plane(), pointers = new Map();
let mode = "", pinch = 0;
function aimAt(e) {
    const box = canvas.getBoundingClientRect();
    ray.setFromCamera(new Vector2(((e.clientX - box.left) / box.width) * 2 - 1, 1 - ((e.clientY - box.top) / box.height) * 2), camera);
}
canvas.addEventListener("pointerdown", async (e) => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (pointers.size > 1 || e.button !== 0) {
        if (mode === "pull") send({ kind: "release" });
        mode = pointers.size > 1 ? "pinch" : "move";
        pinch = 0;
        return;
    }
    mode = "asked";
    aimAt(e);
    const g = await send({ kind: "grab", origin: ray.ray.origin.toArray(), direction: ray.ray.direction.toArray() });
    if (mode !== "asked") return g.held && send({ kind: "release" });
    mode = g.held ? "pull" : "turn";
    if (g.held) plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), new Vector3().fromArray(g.at));
});
canvas.addEventListener("pointermove", (e) => {
    const last = pointers.get(e.pointerId);
    if (!last) return;
    const dx = e.clientX - last[0], dy = e.clientY - last[1];
    pointers.set(e.pointerId, [e.clientX, e.clientY]);
    if (mode === "pull") {
        aimAt(e);
        const at = ray.ray.intersectPlane(plane, new Vector3());
        if (at) send({ kind: "pull", at: at.toArray() });
    } else if (mode === "turn") {
        eye.yaw -= 0.35 * dx;
        eye.pitch = Math.min(88, Math.max(-5, eye.pitch + 0.35 * dy));
    } else if (mode === "move" || mode === "pinch") {
        const scale = (0.9 * eye.distance) / canvas.clientHeight, share = mode === "pinch" ? 0.5 : 1, m = new Matrix4().extractRotation(camera.matrixWorld);
        eye.target.addScaledVector(new Vector3(1, 0, 0).applyMatrix4(m), -dx * scale * share).addScaledVector(new Vector3(0, 1, 0).applyMatrix4(m), dy * scale * share);
        if (mode === "pinch" && pointers.size === 2) {
            const [a, b] = [...pointers.values()], d = Math.hypot(a[0] - b[0], a[1] - b[1]);
            if (pinch) eye.distance = Math.min(60, Math.max(0.2, (eye.distance * pinch) / d));
            pinch = d;
        }
    }
});
for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, (e) => {
    pointers.delete(e.pointerId);
    if (mode === "pull") send({ kind: "release" });
    if (!pointers.size) mode = "";
});
canvas.addEventListener("wheel", (e) => (e.preventDefault(), (eye.distance = Math.min(60, Math.max(0.2, eye.distance * Math.exp(0.001 * e.deltaY))))), { passive: false });
canvas.addEventListener("contextmenu", (e) => e.preventDefault());

// ---- models dropped on the page: URDF or MJCF text, meshes as OBJ or STL ----
function meshPoints(name, data) {
    const out = [];
    if (/\.obj$/i.test(name)) {
        for (const m of new TextDecoder().decode(data).matchAll(/^v\s+(\S+)\s+(\S+)\s+(\S+)/gm)) out.push(+m[1], +m[2], +m[3]);
    } else if (/\.stl$/i.test(name)) {
        const v = new DataView(data), n = data.byteLength >= 84 ? v.getUint32(80, true) : 0;
        if (84 + 50 * n === data.byteLength) {
            for (let i = 0; i < n; ++i) for (let k = 0; k < 9; ++k) out.push(v.getFloat32(84 + 50 * i + 12 + 4 * k, true));
        } else for (const m of new TextDecoder().decode(data).matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)) out.push(+m[1], +m[2], +m[3]);
    }
    const seen = new Set(), points = [];
    for (let i = 0; i + 2 < out.length; i += 3) {
        const key = `${out[i]},${out[i + 1]},${out[i + 2]}`;
        if (!seen.has(key)) seen.add(key), points.push(out[i], out[i + 1], out[i + 2]);
    }
    return new Float32Array(points);
}
const baseOf = (path) => path.split(/[\\/]/).pop().replace(/\.[^.]*$/, "");
async function dropped(files) {
    const model = files.find((f) => /\.(urdf|xml|mjcf)$/i.test(f.name));
    if (!model) return ($("notice").textContent = "no .urdf, .xml or .mjcf among the dropped files");
    const words = await model.text(), byFile = new Map(), meshes = [];
    for (const f of files) if (/\.(obj|stl)$/i.test(f.name)) byFile.set(baseOf(f.name), meshPoints(f.name, await f.arrayBuffer()));
    const doc = new DOMParser().parseFromString(words, "text/xml"), scaled = new Set();
    for (const m of doc.querySelectorAll("asset > mesh[file]")) { // MJCF scales in its asset, and may name it
        const file = baseOf(m.getAttribute("file")), points = byFile.get(file), scale = (m.getAttribute("scale") || "1 1 1").trim().split(/\s+/).map(Number);
        if (!points || points.length < 12 || scaled.has(file)) continue;
        scaled.add(file);
        for (const name of new Set([file, m.getAttribute("name") || file])) meshes.push({ name, points: points.map((x, i) => x * scale[i % 3]) });
    }
    for (const [name, points] of byFile) if (points.length >= 12 && !scaled.has(name)) meshes.push({ name, points });
    const scene = scenes.findIndex((s) => s.name === "model"), mjcf = !!doc.querySelector("mujoco");
    state.scene = scene;
    state.history = [];
    const f = await send({ kind: "model", scene, text: words, floating: !mjcf && !/type=["']fixed["'][^>]*>\s*<parent link=["']world/.test(words), meshes });
    Object.assign(eye, { distance: f.camera[3], yaw: f.camera[4], pitch: f.camera[5] });
    eye.target.fromArray(f.camera);
    setFrame(f);
    $("scene").value = String(scene);
    $("about").textContent = f.dofs < 0 ? `${model.name} was refused: ${f.message}` : `${model.name}: ${f.dofs} degrees of freedom, ${byFile.size} meshes.`;
    write();
    return f;
}
addEventListener("dragover", (e) => (e.preventDefault(), ($("drop").hidden = false)));
addEventListener("dragleave", (e) => e.relatedTarget || ($("drop").hidden = true));
addEventListener("drop", (e) => {
    e.preventDefault();
    $("drop").hidden = true;
    dropped([...e.dataTransfer.files]);
});

// The scene as it is, width x height, as the bytes of a WebP picture (picture.mjs makes the README's from them).
async function picture(width, height, quality) {
    setFrame(await send({ kind: "tick", elapsed: 0, speed: 1, paused: true, show: shows() }));
    place();
    renderer.setPixelRatio(1);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.render(stage, camera);
    const flat = document.createElement("canvas");
    Object.assign(flat, { width, height });
    flat.getContext("2d", { alpha: false }).drawImage(canvas, 0, 0);
    const blob = await new Promise((done) => flat.toBlob(done, "image/webp", quality));
    return [...new Uint8Array(await blob.arrayBuffer())];
}

// ---- begin ----
window.playground = { state, eye, camera, dropped, picture, send: (m) => send(m), load, get items() { return shapes ? shapes.items : 0; }, get scenes() { return scenes; }, ready: false, KEYS };
theme();
resize();
const inWorker = await start();
({ scenes, methods } = await send({ kind: "list" }));
wire();
await load(readLink(), true);
Object.assign(window.playground, { ready: true, inWorker });
requestAnimationFrame(tick);
