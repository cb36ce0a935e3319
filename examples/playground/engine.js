// engine.js - the WebAssembly side of the page: loads scenes, steps them in real time, hands out frames. It runs in a worker, or
// in the page where the browser allows none (main.js decides); both call handle(message) and get the answer.
export const KEYS = ["method", "integrator", "dt", "substeps", "gravity", "friction", "sleeping"];
const BUDGET = 0.03; // seconds of stepping in one tick: beyond it the world runs slower than the clock

export async function createEngine(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, { env: { now: () => performance.now() / 1000 } });
    const c = instance.exports;
    const decoder = new TextDecoder();
    const text = (at) => {
        const m = new Uint8Array(c.memory.buffer);
        let end = at;
        while (m[end]) ++end;
        return decoder.decode(m.subarray(at, end));
    };
    const floats = (at, n) => new Float32Array(c.memory.buffer, at, n).slice();
    const doubles = (at, n) => Array.from(new Float64Array(c.memory.buffer, at, n));
    const hex = (low, high) => (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
    const hash = () => hex(c.play_hash(0), c.play_hash(1));
    let waiting = 0, items = -1, version = 0, stepMs = 0, worst = 0, scrubbing = false, steps = 0;
    const isSet = {};

    function shapes() { // what is drawn: geoms in groups of one shape, with the triangles of each
        items = c.play_items();
        ++version;
        const colours = Array.from(new Uint32Array(c.memory.buffer, c.play_colours(), items));
        const same = [], fixed = [], ground = [], meshes = {};
        for (let i = 0; i < items; ++i) {
            same.push(c.play_same(i));
            ground.push(c.play_is_ground(i));
            fixed.push(c.play_is_fixed(i));
        }
        const detail = items > 600 ? 2 : items > 250 ? 3 : 6;
        for (let i = 0; i < items; ++i)
            if (same[i] === i && !ground[i]) {
                const at = c.play_surface(i, detail);
                meshes[i] = floats(at, c.play_surface_floats());
            }
        return { items, version, colours, same, fixed, ground, meshes };
    }
    function advance(n, seconds) {
        const start = performance.now();
        let done = 0;
        for (; done < n && (done === 0 || performance.now() - start < 1000 * seconds); ++done) {
            const before = performance.now();
            const status = c.play_advance();
            stepMs += 0.1 * (performance.now() - before - stepMs);
            if (status < 0 || status > worst) worst = status;
        }
        steps += done;
        return done;
    }
    function frame(alpha, message) {
        const reply = { kind: "frame", step: c.play_step_count(), dt: c.play_dt() };
        if (c.play_items() !== items) reply.shapes = shapes();
        reply.version = version;
        reply.matrices = floats(c.play_frame(alpha), 16 * items);
        const segments = c.play_overlay(message.show | 0);
        reply.segments = floats(segments, 9 * c.play_segments());
        reply.labels = [];
        for (let i = 0; i < c.play_labels(); ++i) reply.labels.push([text(c.play_label_text(i)), ...doubles(c.play_label_at(i), 4)]);
        if (message.islands) reply.islands = Array.from(new Uint16Array(c.memory.buffer, c.play_islands(), items));
        if (message.sleeping) reply.states = Array.from(new Uint8Array(c.memory.buffer, c.play_states(), items));
        if (message.stats) {
            reply.stats = doubles(c.play_stats(), 23);
            reply.report = text(c.play_report());
            reply.message = worst ? text(c.play_message()) : "";
            worst = 0;
        }
        const follow = doubles(c.play_follow(), 4);
        if (follow[3]) reply.follow = follow;
        const n = c.play_snapshots();
        reply.back = { count: n, first: n ? c.play_snapshot_step(0) : 0, last: n ? c.play_snapshot_step(n - 1) : 0 };
        reply.stepMs = stepMs;
        reply.steps = steps;
        return reply;
    }
    function choose(settings) {
        KEYS.forEach((key, i) => {
            const value = settings[key];
            const unset = value === undefined || value === null || Number.isNaN(value);
            if (unset && !isSet[key]) return;
            isSet[key] = !unset;
            c.play_choose(i, unset ? NaN : value);
        });
    }
    const bytesIn = (data) => {
        const at = c.play_buffer(data.length + 16);
        new Uint8Array(c.memory.buffer).set(data, at);
    };
    const actions = {
        list() {
            const scenes = [], methods = [];
            for (let i = 0; i < c.play_count(); ++i) scenes.push({ name: text(c.play_name(i)), title: text(c.play_title(i)), text: text(c.play_about(i)) });
            for (let i = 0; text(c.play_method_text(i)); ++i) methods.push(text(c.play_method_text(i)));
            return { kind: "list", scenes, methods };
        },
        load(m) {
            choose(m.settings || {});
            waiting = stepMs = worst = steps = 0;
            scrubbing = false;
            items = -1;
            const status = c.play_load(m.scene);
            const reply = frame(1, { show: m.show, stats: true });
            return { ...reply, kind: "scene", scene: m.scene, status, camera: doubles(c.play_camera(), 6), message: text(c.play_message()), methods: true };
        },
        choose: (m) => (choose(m.settings), { kind: "done" }),
        tick(m) {
            const dt = c.play_dt();
            if (m.single) {
                advance(1, 1);
                waiting = 0;
                return frame(1, m);
            }
            if (m.paused || scrubbing) return frame(1, m);
            waiting = Math.min(waiting + m.elapsed * m.speed, 0.25);
            const due = Math.floor(waiting / dt + 1e-9), done = due ? advance(due, BUDGET) : 0;
            waiting = done < due ? 0 : waiting - done * dt;
            return { ...frame(Math.min(1, waiting / dt), m), slow: done < due };
        },
        run(m) { // tests: steps without a clock
            const start = performance.now();
            let slowest = 0, done = 0, bad = 0;
            for (; done < m.steps; ++done) {
                const before = performance.now();
                if (c.play_advance() < 0) ++bad;
                slowest = Math.max(slowest, performance.now() - before);
            }
            steps += done;
            return { kind: "ran", hash: hash(), ms: (performance.now() - start) / Math.max(1, m.steps), slowest, bad, dt: c.play_dt(), items: c.play_items(), message: text(c.play_message()) };
        },
        hash: () => ({ kind: "hash", hash: hash(), step: c.play_step_count(), memory: c.memory.buffer.byteLength }),
        grab(m) {
            const held = c.play_grab(...m.origin, ...m.direction);
            return { kind: "grabbed", held, at: doubles(c.play_grabbed(), 4) };
        },
        pull: (m) => (c.play_pull(...m.at), { kind: "done" }),
        release: () => (c.play_release(), { kind: "done" }),
        held: () => ({ kind: "held", at: doubles(c.play_held(), 3) }),
        spawn: (m) => ({ kind: "spawned", items: c.play_spawn(m.shape, m.size, ...m.at, ...m.velocity) }),
        scrub(m) { // to a snapshot by its number; keep: go on from there
            const n = c.play_snapshots(), i = Math.max(0, Math.min(n - 1, m.index));
            c.play_restore(i, m.keep ? 1 : 0);
            scrubbing = !m.keep;
            items = -1;
            return { ...frame(1, { show: m.show, stats: true }), expected: hex(c.play_snapshot_hash(i, 0), c.play_snapshot_hash(i, 1)), hash: hash() };
        },
        model(m) { // a robot's file and its meshes, into the scene at hand
            c.play_mesh_files_clear();
            for (const mesh of m.meshes || []) {
                const name = new TextEncoder().encode(mesh.name + "\0");
                const data = new Uint8Array(mesh.points.byteLength + name.length);
                data.set(new Uint8Array(mesh.points.buffer, mesh.points.byteOffset, mesh.points.byteLength));
                data.set(name, mesh.points.byteLength);
                bytesIn(data);
                c.play_mesh_file_add(mesh.points.length / 3);
            }
            c.play_load(m.scene);
            const data = new TextEncoder().encode(m.text);
            bytesIn(data);
            const dofs = c.play_model(data.length, m.floating ? 1 : 0);
            items = -1;
            waiting = steps = 0;
            scrubbing = false;
            return { ...frame(1, { show: 0, stats: true }), kind: "model", dofs, camera: doubles(c.play_camera(), 6), message: text(c.play_message()) };
        },
    };
    return (message) => actions[message.kind](message);
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
    let engine;
    self.onmessage = async (event) => {
        const m = event.data;
        if (m.kind === "start") {
            engine = await createEngine(m.bytes);
            return self.postMessage({ id: m.id, kind: "started" });
        }
        const reply = engine(m);
        const buffers = [];
        if (reply.matrices) buffers.push(reply.matrices.buffer, reply.segments.buffer);
        if (reply.shapes) for (const k in reply.shapes.meshes) buffers.push(reply.shapes.meshes[k].buffer);
        self.postMessage({ ...reply, id: m.id }, buffers);
    };
}
