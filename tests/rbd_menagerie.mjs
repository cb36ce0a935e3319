// Reference numbers of MuJoCo (the npm package @mujoco/mujoco) as text, for rbd_menagerie.c.
// node rbd_menagerie.mjs PACKAGE FILE.xml OUT: sizes, then five states with what follows from them, one line each.
// node rbd_menagerie.mjs list DIRECTORY OUT: the names of the XML files below it.
// Meshes and pictures that are not there are replaced by a small tetrahedron and one pixel.
import fs from 'fs'; import path from 'path';
const [,, pkg, file, out] = process.argv;
if (pkg === 'list') {
  const all = [];
  for (const d of fs.readdirSync(file).sort()) if (fs.statSync(path.join(file, d)).isDirectory())
    for (const f of fs.readdirSync(path.join(file, d)).sort()) if (/\.xml$/.test(f)) all.push(path.join(file, d, f));
  fs.writeFileSync(out, all.join('\n') + '\n');
  process.exit(0);
}
const log = [];
const mod = await import(path.resolve(pkg, 'mujoco.js'));
const mujoco = await mod.default({print:(s)=>log.push(s),printErr:(s)=>log.push(s)});
const root = path.dirname(path.resolve(file));
const cube = [];
for (const [a,b,c] of [[0,2,1],[0,1,3],[1,2,3],[0,3,2]]) cube.push([a,b,c]);
const stubObj = 'v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n';
function stubStl() {
  const p=[[0,0,0],[.1,0,0],[0,.1,0],[0,0,.1]], b=Buffer.alloc(84+50*4); b.writeUInt32LE(4,80);
  cube.forEach((t,i)=>t.forEach((k,j)=>p[k].forEach((x,l)=>b.writeFloatLE(x,84+50*i+12+12*j+4*l)))); return b;
}
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC','base64');
const FS = mujoco.FS;
function mkdirs(p){ let at=''; for (const s of p.split('/').filter(Boolean)) { at+='/'+s; try{FS.mkdir(at);}catch(e){} } }
function put(rel, data){ const p='/m/'+rel; mkdirs(path.posix.dirname(p)); FS.writeFile(p, data); }
const have = new Set();
(function walk(dir, rel){ for (const e of fs.readdirSync(dir,{withFileTypes:true})) {
  const r = rel?rel+'/'+e.name:e.name;
  if (e.isDirectory()) walk(path.join(dir,e.name), r);
  else if (/\.(xml|obj|stl|msh|png|hf)$/i.test(e.name)) { have.add(r); put(r, fs.readFileSync(path.join(dir,e.name))); } } })(root,'');
// stubs of files that are not there
let missing = 0;
let model = null, err='';
for (let tries=0; tries<400 && !model; ++tries) {
  log.length = 0; err='';
  try { model = mujoco.MjModel.from_xml_path('/m/'+path.basename(file)); } catch(e) { err = e.message||String(e); }
  if (model) break;
  const all = err+' '+log.join(' ');
  const m = all.match(/'\/?(m\/[^']+|[^']+\.(stl|obj|STL|OBJ|png|msh))'/);
  const mm = all.match(/([^\s'"]+\.(?:stl|obj|png|STL|OBJ|msh|hf))/);
  const name = mm && mm[1];
  if (!name) break;
  let rel = name.replace(/^\/m\//,'');
  if (have.has(rel)) break;
  have.add(rel); ++missing;
  put(rel, /\.obj$/i.test(rel)?stubObj:/\.png$/i.test(rel)?png:stubStl());
}
if (!model) { console.log('FAIL', file, err, log.join('|').slice(0,300)); process.exit(1); }
const L=[]; const w=(k,a)=>L.push(k+' '+(a.length===undefined?a:Array.from(a).join(' ')));
const d = new mujoco.MjData(model), nv=model.nv, nq=model.nq;
w('sizes',[nq,nv,model.nu,model.na,model.nbody,model.njnt,model.ntendon,model.nkey,model.neq,model.nsensordata,missing,model.ngeom,model.nmocap]);
w('mass', [mujoco.mj_getTotalmass(model)]);
w('gravity', model.opt.gravity);
let seed = 12345; const rnd=()=>{ seed=(Math.imul(seed,1103515245)+12345)>>>0; return ((seed>>>8)&0xffffff)/16777216; };
const jt=model.jnt_type, jq=model.jnt_qposadr, jd=model.jnt_dofadr, jr=model.jnt_range;
const M = new mujoco.DoubleBuffer(nv*nv||1);
for (let s=0;s<5;++s) {
  mujoco.mj_resetData(model,d);
  const q=d.qpos, v=d.qvel;
  if (s>0) {
    for (let j=0;j<model.njnt;++j) {
      const a=jq[j];
      if (jt[j]===0||jt[j]===1) { const o=jt[j]===0?a+3:a; if(jt[j]===0) for(let k=0;k<3;++k) q[a+k]+=rnd()-.5;
        let n=0; const p=[]; for(let k=0;k<4;++k){p[k]=rnd()-.5;n+=p[k]*p[k];} n=Math.sqrt(n); for(let k=0;k<4;++k) q[o+k]=p[k]/n; }
      else { const u=rnd(); q[a] = (jr[2*j]<jr[2*j+1])? jr[2*j]+u*(jr[2*j+1]-jr[2*j]) : q[a]+2*(u-.5); }
    }
    for (let i=0;i<nv;++i) v[i]=2*(rnd()-.5);
    for (let i=0;i<model.nu;++i) { const u=rnd(); d.ctrl[i] = (model.actuator_ctrlrange[2*i]<model.actuator_ctrlrange[2*i+1])? model.actuator_ctrlrange[2*i]+(1.2*u-.1)*(model.actuator_ctrlrange[2*i+1]-model.actuator_ctrlrange[2*i]) : 2*u-1; }
    for (let i=0;i<model.na;++i) d.act[i]=rnd();
  }
  w('qpos',q); w('qvel',v); w('ctrl',d.ctrl); w('act',d.act);
  mujoco.mj_forward(model,d);
  mujoco.mj_fullM(model,d,M);
  w('M', M.GetView?M.GetView():M.getView()); w('bias',d.qfrc_bias); w('passive',d.qfrc_passive); w('actuator',d.qfrc_actuator);
  w('ten',d.ten_length); w('force',d.actuator_force); w('actdot',d.act_dot);
  w('xpos',d.xpos); w('xquat',d.xquat); w('sensor',d.sensordata);
}
fs.writeFileSync(out, L.join('\n')+'\n');
