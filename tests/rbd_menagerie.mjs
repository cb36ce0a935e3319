// Reference numbers of MuJoCo (the npm package @mujoco/mujoco) as text, for rbd_menagerie.c.
// node rbd_menagerie.mjs list DIRECTORY OUT: the names of the XML files below it.
// node rbd_menagerie.mjs PACKAGE LIST OUT: for every file of the list that MuJoCo compiles a line `file NAME`, sizes,
// five states with what follows from them, and where one second takes the start and the first keyframe; a line each.
// Constraints are switched off. Meshes and pictures that are not there are replaced by a small tetrahedron and a pixel.
import fs from 'fs';
import path from 'path';
const [,, pkg, source, out] = process.argv;
if (pkg === 'list') {
  const all = [];
  for (const d of fs.readdirSync(source).sort()) if (fs.statSync(path.join(source, d)).isDirectory())
    for (const f of fs.readdirSync(path.join(source, d)).sort()) if (/\.xml$/.test(f)) all.push(path.join(source, d, f));
  fs.writeFileSync(out, all.join('\n') + '\n');
  process.exit(0);
}
const log = [];
const module_ = await import(path.resolve(pkg, 'mujoco.js'));
const mujoco = await module_.default({print: (s) => log.push(s), printErr: (s) => log.push(s)});
const FS = mujoco.FS;

const corners = [[0, 0, 0], [.1, 0, 0], [0, .1, 0], [0, 0, .1]], faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
const stubObj = corners.map((p) => 'v ' + p.join(' ') + '\n').join('') +
    faces.map((t) => 'f ' + t.map((k) => k + 1).join(' ') + '\n').join('');
const stubStl = Buffer.alloc(84 + 50 * faces.length);
stubStl.writeUInt32LE(faces.length, 80);
faces.forEach((t, i) => t.forEach((k, j) => corners[k].forEach((x, l) =>
    stubStl.writeFloatLE(x, 84 + 50 * i + 12 + 12 * j + 4 * l))));
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC', 'base64');

// A directory of its own for each model: MuJoCo keeps meshes by their paths.
let put_ = [], place = 0;
function put(name, data) {
  const p = '/m' + place + '/' + name;
  let at = '';
  for (const s of path.posix.dirname(p).split('/').filter(Boolean)) { at += '/' + s; try { FS.mkdir(at); } catch (e) {} }
  FS.writeFile(p, data);
  put_.push(p);
}
let stubs = [];
function compile(file) {
  stubs = [], ++place;
  const root = path.dirname(path.resolve(file)), have = new Set();
  (function walk(dir, rel) {
    for (const e of fs.readdirSync(dir, {withFileTypes: true})) {
      const name = rel ? rel + '/' + e.name : e.name;
      if (e.isDirectory()) walk(path.join(dir, e.name), name);
      else if (/\.(xml|obj|stl|msh|png|hf|bin|skn)$/i.test(e.name)) {
        have.add(name);
        put(name, fs.readFileSync(path.join(dir, e.name)));
      }
    }
  })(root, '');
  for (let tries = 0, error = ''; tries < 400; ++tries) {
    log.length = 0;
    try {
      const model = mujoco.MjModel.from_xml_path('/m' + place + '/' + path.basename(file));
      if (model) return model;
    } catch (e) { error = e.message || String(e); }
    const asked = (error + ' ' + log.join(' ')).match(/([^\s'"]+\.(?:stl|obj|png|msh|hf))/i);
    const name = asked && asked[1].replace(/^\/m\d+\//, '');
    if (!name || have.has(name)) { console.log('refused', file, error, log.join('|').slice(0, 300)); return null; }
    have.add(name);
    stubs.push(path.posix.normalize(name));
    put(name, /\.obj$/i.test(name) ? stubObj : /\.png$/i.test(name) ? pixel : stubStl);
  }
  return null;
}

const sink = fs.openSync(out, 'w');
const write = (key, a) => fs.writeSync(sink, key + ' ' + Array.from(a).join(' ') + '\n');
let seed = 12345;
const random = () => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return ((seed >>> 8) & 0xffffff) / 16777216; };
function randomise(model, d) {
  const q = d.qpos, range = model.jnt_range, control = model.actuator_ctrlrange;
  for (let j = 0; j < model.njnt; ++j) {
    const type = model.jnt_type[j], at = model.jnt_qposadr[j];
    if (type < 2) {
      const o = type === 0 ? at + 3 : at, p = [0, 1, 2, 3].map(() => random() - .5), n = Math.hypot(...p);
      if (type === 0) for (let k = 0; k < 3; ++k) q[at + k] += random() - .5;
      for (let k = 0; k < 4; ++k) q[o + k] = p[k] / n;
    } else {
      const u = random();
      q[at] = range[2 * j] < range[2 * j + 1] ? range[2 * j] + u * (range[2 * j + 1] - range[2 * j]) : q[at] + 2 * (u - .5);
    }
  }
  for (let i = 0; i < model.nv; ++i) d.qvel[i] = 2 * (random() - .5);
  for (let i = 0; i < model.nu; ++i) {
    const u = random(), low = control[2 * i], high = control[2 * i + 1];
    d.ctrl[i] = low < high ? low + (1.2 * u - .1) * (high - low) : 2 * u - 1;
  }
  for (let i = 0; i < model.na; ++i) d.act[i] = random();
}
function state(d) { write('qpos', d.qpos); write('qvel', d.qvel); write('ctrl', d.ctrl); write('act', d.act); }
// One second from the state of d. An empty line of positions: MuJoCo found it unstable and began again.
function move(model, d) {
  state(d);
  const steps = Math.round(1 / model.opt.timestep);
  const plain = (model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_EULERDAMP.value) !== 0;
  write('motion', [model.opt.timestep, steps, model.opt.integrator, plain ? 1 : 0]);
  for (let i = 0; i < steps; ++i) mujoco.mj_step(model, d);
  const bad = d.time < .5 || Array.from(d.qvel).some((x) => !(Math.abs(x) < 1e6));
  write('qpos', bad ? [] : d.qpos); write('qvel', bad ? [] : d.qvel); write('act', bad ? [] : d.act);
}
function describe(file, model) {
  const nv = model.nv, M = new mujoco.DoubleBuffer(nv * nv), d = new mujoco.MjData(model);
  model.opt.disableflags |= 1;
  fs.writeSync(sink, 'file ' + file + '\n');
  write('sizes', [model.nq, nv, model.nu, model.na, model.nbody, model.njnt, model.ntendon, model.nkey, model.nsensordata]);
  write('mass', [mujoco.mj_getTotalmass(model)]);
  write('places', model.sensor_adr);
  write('stubs', stubs);
  const names = Array.from({length: model.nbody}, (_, i) => mujoco.mj_id2name(model, 1, i) || '-');
  fs.writeSync(sink, 'bodies ' + names.map((name) => name + '\t').join('') + '\n');
  for (let s = 0; s < 5; ++s) {
    mujoco.mj_resetData(model, d);
    if (s > 0) randomise(model, d);
    state(d);
    mujoco.mj_forward(model, d);
    mujoco.mj_fullM(model, d, M);
    write('M', M.GetView()); write('bias', d.qfrc_bias); write('passive', d.qfrc_passive);
    write('actuator', d.qfrc_actuator); write('ten', d.ten_length); write('force', d.actuator_force);
    write('actdot', d.act_dot); write('qacc', d.qacc); write('sensor', d.sensordata);
    write('xpos', d.xpos); write('xquat', d.xquat);
  }
  mujoco.mj_resetData(model, d);
  move(model, d);
  if (model.nkey) { mujoco.mj_resetDataKeyframe(model, d, 0); move(model, d); }
  M.delete(); d.delete();
}
for (const file of fs.readFileSync(source, 'utf8').split('\n').filter(Boolean)) {
  let model = null;
  try {
    model = compile(file);
    if (model) describe(file, model);
  } catch (e) { console.log('failed', file, e.message || e, log.join('|').slice(0, 300)); }
  if (model) model.delete();
  for (const p of put_) try { FS.unlink(p); } catch (e) {}
  put_ = [];
}
