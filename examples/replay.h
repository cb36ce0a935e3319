/* replay.h - record a simulation and leave one self-contained HTML file with a 3-D replay.

   No dependency, no network: the file carries its own small WebGL viewer (and a canvas painter where WebGL is missing).

       replay r;
       replay_open(&r, "build/demo.html", "My simulation");
       replay_scene(&r, "falling box", 1.0 / 60);           // a tab of its own; seconds between frames
       int box = replay_box(&r, 0.1, 0.1, 0.1, 0xd98c3fu);  // half extents, colour
       for (...) {
           replay_frame(&r);
           replay_pose(&r, box, position, quaternion_xyzw);
           replay_arrow(&r, point, force);                  // any number of contact forces, newton
           replay_value(&r, "energy [J]", energy);          // curves under the picture
       }
       replay_label(&r, point, "start", 'l');               // words at a point of the scene: left, centre, right of it
       replay_view(&r, -1.2, 0.5);                          // angles of the camera, where the usual ones do not do
       replay_close(&r);                                    // 0, or -1 when writing failed

   Everything is double and plain arrays, so the recorder works with any simulator. Shapes and curves are declared
   before or during the first frame of their scene. */
#ifndef REPLAY_H
#define REPLAY_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define REPLAY_API static __attribute__((unused))
#else
#define REPLAY_API static
#endif
enum { REPLAY_MAX_CURVES = 8, REPLAY_MAX_LABELS = 64 };
typedef struct replay_words {
    double point[3];
    char text[48], align;
} replay_words;

typedef struct replay {
    FILE *file;
    int n_scenes, n_shapes, n_frames, n_curves, n_arrows, n_labels, in_scene, has_view, failed;
    double yaw, pitch;
    double *poses; /* of the frame being written, 7 a shape */
    int poses_capacity;
    char curve_names[REPLAY_MAX_CURVES][48];
    double curve_values[REPLAY_MAX_CURVES];
    replay_words labels[REPLAY_MAX_LABELS];
    char *frames; /* text of the scene's frames, kept until the scene ends */
    size_t frames_size, frames_capacity;
} replay;

static const char *const replay__page_head[] = {
    "<style>body{margin:0;font:14px system-ui,sans-serif;background:#f4f2ee;color:#222}",
    "header{padding:10px 16px;display:flex;gap:8px;align-items:baseline;flex-wrap:wrap}h1{font-size:17px;margin:0 16px "
    "0 0}",
    "button{font:inherit;border:1px solid #bbb;background:#fff;border-radius:6px;padding:3px 10px;cursor:pointer}",
    "button.on{background:#2b5d8a;color:#fff;border-color:#2b5d8a}canvas{display:block;width:100%}",
    "#stage{position:relative}#over{position:absolute;inset:0;height:66vh;pointer-events:none}",
    "#view{height:66vh;touch-action:none;cursor:grab}#plot{height:21vh}",
    "footer{padding:6px 16px;display:flex;gap:12px;align-items:center}#bar{flex:1}</style>",
    "<header><h1 id=title></h1><span id=tabs></span></header><div id=stage><canvas id=view></canvas><canvas "
    "id=over></canvas></div>",
    "<footer><button id=play>pause</button><input id=bar type=range min=0 value=0><span id=time></span>",
    "<label><input id=forces type=checkbox checked> forces</label></footer><canvas id=plot></canvas>",
    "<script>const scenes=[];</script>",
    0};

/* The viewer. Meshes are made once per shape; one draw call a shape, one more for its shadow on z = 0. */
static const char *const replay__viewer[] = {
    "<script>'use strict';const $=i=>document.getElementById(i),view=$('view'),plot=$('plot'),bar=$('bar');",
    "let gl=view.getContext('webgl',{antialias:true,preserveDrawingBuffer:true}),pen=gl?null:view.getContext('2d');",
    "let cur=0,t=0,play=true,last=0,yaw=-0.9,pitch=0.42,zoom=1;",
    "const sub=(a,b)=>[a[0]-b[0],a[1]-b[1],a[2]-b[2]],dot=(a,b)=>a[0]*b[0]+a[1]*b[1]+a[2]*b[2],",
    "cross=(a,b)=>[a[1]*b[2]-a[2]*b[1],a[2]*b[0]-a[0]*b[2],a[0]*b[1]-a[1]*b[0]],",
    "unit=a=>{const n=Math.hypot(...a)||1;return[a[0]/n,a[1]/n,a[2]/n]};",
    "function rot(q,v){const "
    "u=[q[0],q[1],q[2]],c=cross(u,v),d=cross(u,c);return[0,1,2].map(i=>v[i]+2*(q[3]*c[i]+d[i]))}",
    "function tri(m,a,b,c,na,nb,nc){m.p.push(...a,...b,...c);m.n.push(...na,...nb,...nc)}",
    "function flat(m,f){const n=unit(cross(sub(f[1],f[0]),sub(f[2],f[0])));",
    "for(let i=2;i<f.length;i++)tri(m,f[0],f[i-1],f[i],n,n,n)}",
    "function mesh(s){const m={p:[],n:[]},k=s[0],a=s[2],b=s[3],c=s[4];",
    "if(k=='box'){const v=(x,y,z)=>[x*a,y*b,z*c];for(const[f,g,h]of[[0,1,2],[1,2,0],[2,0,1]])for(const e of[-1,1]){",
    "const q=(i,j)=>{const w=[0,0,0];w[f]=i;w[g]=j;w[h]=e;return v(...w)};",
    "flat(m,e>0?[q(-1,-1),q(1,-1),q(1,1),q(-1,1)]:[q(-1,-1),q(-1,1),q(1,1),q(1,-1)])}}",
    "else if(k=='hull'){for(const f of s[5])flat(m,f)}",
    "else{const U=20,V=k=='cylinder'?0:12;if(k=='cylinder'){for(let i=0;i<U;i++){const "
    "x=2*Math.PI*i/U,y=2*Math.PI*(i+1)/U,",
    "A=[Math.cos(x),Math.sin(x)],B=[Math.cos(y),Math.sin(y)],P=(d,z)=>[a*d[0],a*d[1],z*b],nA=[...A,0],nB=[...B,0];",
    "tri(m,P(A,-1),P(B,-1),P(B,1),nA,nB,nB);tri(m,P(A,-1),P(B,1),P(A,1),nA,nB,nA);",
    "flat(m,[[0,0,b],P(A,1),P(B,1)]);flat(m,[[0,0,-b],P(B,-1),P(A,-1)])}}",
    "else{const S=(i,j)=>{const "
    "h=Math.PI*j/V-Math.PI/2,g=2*Math.PI*i/U;return[Math.cos(h)*Math.cos(g),Math.cos(h)*Math.sin(g),Math.sin(h)]},",
    "L=n=>k=='ellipsoid'?[n[0]*a,n[1]*b,n[2]*c]:[n[0]*a,n[1]*a,n[2]*a+(k=='capsule'?(n[2]>=0?b:-b):0)];",
    "for(let i=0;i<U;i++)for(let j=0;j<V;j++){const w=[S(i,j),S(i+1,j),S(i+1,j+1),S(i,j+1)],x=w.map(L);",
    "tri(m,x[0],x[1],x[2],w[0],w[1],w[2]);tri(m,x[0],x[2],x[3],w[0],w[2],w[3])}",
    "if(k=='capsule')for(let i=0;i<U;i++){const A=S(i,V/2),B=S(i+1,V/2),P=(n,z)=>[a*n[0],a*n[1],z*b];",
    "tri(m,P(A,-1),P(B,-1),P(B,1),A,B,B);tri(m,P(A,-1),P(B,1),P(A,1),A,B,A)}}}return m}",
    "const rgb=c=>[(c>>16&255)/255,(c>>8&255)/255,(c&255)/255];",
    "function prepare(s){if(s.m)return;s.m=s.shapes.map(mesh);let lo=[1e9,1e9,1e9],hi=[-1e9,-1e9,-1e9];",
    "s.shapes.forEach((h,i)=>{if(h[6])return;let w=0;const P=s.m[i].p;for(let "
    "j=0;j<P.length;j+=3)w=Math.max(w,Math.hypot(",
    "P[j],P[j+1],P[j+2]));for(const f of s.frames)for(let k=0;k<3;k++){const x=f.p[7*i+k];",
    "if(Math.abs(x)<1e4){lo[k]=Math.min(lo[k],x-w);hi[k]=Math.max(hi[k],x+w)}}});",
    "(s.labels||[]).forEach(l=>{for(let k=0;k<3;k++){lo[k]=Math.min(lo[k],l[k]);hi[k]=Math.max(hi[k],l[k])}});",
    "if(lo[0]>hi[0])lo=[-1,-1,0],hi=[1,1,1];", "s.c=[0,1,2].map(k=>(lo[k]+hi[k])/2);s.r=0.5*Math.hypot(...sub(hi,lo));",
    "const F=s.frames.map(f=>{let m=0;for(let "
    "i=0;i<f.a.length;i+=6)m=Math.max(m,Math.hypot(f.a[i+3],f.a[i+4],f.a[i+5]));return m}).filter(m=>m>0);",
    "F.sort((a,b)=>a-b);s.fs=F.length?.16*s.r/F[F.length>>1]:0;s.arrow=v=>Math.min(Math.hypot(...v)*s.fs,.4*s.r)}",
    "let prog,loc={};if(gl){const sh=(k,x)=>{const "
    "s=gl.createShader(k);gl.shaderSource(s,x);gl.compileShader(s);return s};",
    "prog=gl.createProgram();gl.attachShader(prog,sh(gl.VERTEX_SHADER,`attribute vec3 p,n;uniform mat4 V;uniform vec4 "
    "q;uniform vec3 o;uniform float flat_;varying vec3 c;varying vec3 w;",
    "vec3 R(vec3 v){return v+2.*cross(q.xyz,cross(q.xyz,v)+q.w*v);}void "
    "main(){w=R(p)+o;c=R(n);if(flat_>.5){w=vec3(w.xy-w.z*vec2(.35,.2),.002);}gl_Position=V*vec4(w,1.);}`));",
    "gl.attachShader(prog,sh(gl.FRAGMENT_SHADER,`precision highp float;varying vec3 c;varying vec3 w;uniform vec4 "
    "k;uniform float flat_,grid;void main(){",
    "if(grid>.5){vec2 g=abs(fract(w.xy-.5)-.5);float l=smoothstep(.0,.02,min(g.x,g.y));float "
    "d=exp(-.002*dot(w.xy,w.xy));gl_FragColor=vec4(mix(vec3(.957,.949,.933),mix(vec3(.78),vec3(.91,.9,.88),l),d),1.);"
    "return;}",
    "if(flat_>.5){gl_FragColor=k;return;}float "
    "s=.45+.4*max(dot(normalize(c),normalize(vec3(.35,.2,1.))),0.)+.15*max(dot(normalize(c),vec3(-.8,-.5,.2)),0.);gl_"
    "FragColor=vec4(k.rgb*s,k.a);}`));",
    "gl.linkProgram(prog);gl.useProgram(prog);for(const u "
    "of['V','q','o','flat_','k','grid'])loc[u]=gl.getUniformLocation(prog,u);",
    "loc.p=gl.getAttribLocation(prog,'p');loc.n=gl.getAttribLocation(prog,'n')}",
    "function camera(s,W,H){const "
    "d=2.06*s.r*zoom*Math.max(1,1.1*H/"
    "W),f=[Math.cos(pitch)*Math.cos(yaw),Math.cos(pitch)*Math.sin(yaw),Math.sin(pitch)],",
    "e=[0,1,2].map(k=>s.c[k]+d*f[k]),x=unit(cross([0,0,1],f)),y=cross(f,x),z=1.8,n=0.02*s.r,F=60*s.r;return{e,x,y,f,z,"
    "W,H,",
    "m:(()=>{const "
    "a=z*H/W,A=(F+n)/(n-F),B=2*F*n/(n-F),r=(v,g)=>[v[0]*g,v[1]*g,v[2]*g,-dot(v,e)*g],X=r(x,a),Y=r(y,z),Z=r(f,1);",
    "return[X[0],Y[0],A*Z[0],-Z[0],X[1],Y[1],A*Z[1],-Z[1],X[2],Y[2],A*Z[2],-Z[2],X[3],Y[3],A*Z[3]+B,-Z[3]]})()}}",
    "function upload(m){if(m.b)return;m.b=gl.createBuffer();gl.bindBuffer(gl.ARRAY_BUFFER,m.b);const d=[];",
    "for(let "
    "i=0;i<m.p.length;i+=3)d.push(m.p[i],m.p[i+1],m.p[i+2],m.n[i],m.n[i+1],m.n[i+2]);gl.bufferData(gl.ARRAY_BUFFER,new "
    "Float32Array(d),gl.STATIC_DRAW)}",
    "function "
    "draw(m,q,o,k,flat_,grid){upload(m);gl.bindBuffer(gl.ARRAY_BUFFER,m.b);gl.enableVertexAttribArray(loc.p);gl."
    "enableVertexAttribArray(loc.n);",
    "gl.vertexAttribPointer(loc.p,3,gl.FLOAT,false,24,0);gl.vertexAttribPointer(loc.n,3,gl.FLOAT,false,24,12);gl."
    "uniform4fv(loc.q,q);gl.uniform3fv(loc.o,o);",
    "gl.uniform4fv(loc.k,k);gl.uniform1f(loc.flat_,flat_);gl.uniform1f(loc.grid,grid);gl.drawArrays(gl.TRIANGLES,0,m.p."
    "length/3)}",
    "const "
    "stick=mesh(['cylinder',0,1,1]),tip=mesh(['ellipsoid',0,1,1,1]),floor={p:[-60,-60,0,60,-60,0,60,60,0,-60,-60,0,60,"
    "60,0,-60,60,0],n:Array(18).fill(0)};",
    "function toward(v){const z=unit(v),w=1+z[2];return "
    "w<1e-6?[1,0,0,0]:(h=>[-z[1]/h,z[0]/h,0,w/h])(Math.hypot(z[1],z[0],w))}",
    "function scaled(m,a,b){return{p:m.p.map((v,i)=>v*(i%3==2?b:a)),n:m.n}}",
    /* poses a part u of the way to the next frame; forces are those of the frame */
    "function between(s,i,u){const a=s.frames[i],b=s.frames[i+1];if(!b||!(u>0))return a;const "
    "p=a.p.map((x,k)=>x+u*(b.p[k]-x));",
    "for(let j=3;j<p.length;j+=7){let d=0,n=0;for(let k=0;k<4;k++)d+=a.p[j+k]*b.p[j+k];",
    "for(let k=0;k<4;k++){if(d<0)p[j+k]=a.p[j+k]-u*(b.p[j+k]+a.p[j+k]);n+=p[j+k]*p[j+k]}n=Math.sqrt(n)||1;for(let "
    "k=0;k<4;k++)p[j+k]/=n}",
    "return{p,a:a.a,v:a.v}}",
    "function words(s,c,W,H){const o=$('over'),D=devicePixelRatio;o.width=W;o.height=H;const "
    "g=o.getContext('2d');g.font=12*D+'px system-ui';",
    "g.textBaseline='middle';g.lineWidth=3*D;g.strokeStyle='#f4f2ee';g.fillStyle='#333';for(const l of s.labels||[]){",
    "const d=sub(l,c.e),z=-dot(d,c.f);if(z<=0)continue;const x=W/2+dot(d,c.x)*c.z/z*H/2,y=H/2-dot(d,c.y)*c.z/z*H/2;",
    "g.textAlign=l[4];g.strokeText(l[3],x,y);g.fillText(l[3],x,y)}}",
    "function render(){const s=scenes[cur];prepare(s);const "
    "W=view.width=view.clientWidth*devicePixelRatio,H=view.height=view.clientHeight*devicePixelRatio,",
    "i=Math.min(s.frames.length-1,Math.floor(t/s.dt)),f=between(s,i,t/s.dt-i),c=camera(s,W,H);",
    "if(gl){gl.viewport(0,0,W,H);gl.clearColor(.957,.949,.933,1);gl.clear(gl.COLOR_BUFFER_BIT|gl.DEPTH_BUFFER_BIT);gl."
    "enable(gl.DEPTH_TEST);",
    "gl.uniformMatrix4fv(loc.V,false,c.m);if(s.ground)draw(floor,[0,0,0,1],[0,0,0],[1,1,1,1],0,1);",
    "if(s.ground){s.m.forEach((m,j)=>draw(m,f.p.slice(7*j+3,7*j+7),f.p.slice(7*j,7*j+3),[.72,.71,.69,1],1,0))}",
    "s.m.forEach((m,j)=>draw(m,f.p.slice(7*j+3,7*j+7),f.p.slice(7*j,7*j+3),[...rgb(s.shapes[j][1]),1],0,0));",
    "if($('forces').checked){gl.disable(gl.DEPTH_TEST);for(let j=0;j<f.a.length;j+=6){const "
    "v=f.a.slice(j+3,j+6),l=s.arrow(v);if(l<.01*s.r)continue;",
    "const "
    "u=unit(v),mid=[0,1,2].map(k=>f.a[j+k]+u[k]*l/2),end=[0,1,2].map(k=>f.a[j+k]+u[k]*l),A=scaled(stick,.004*s.r,l/"
    "2),B=scaled(tip,.008*s.r,.008*s.r);",
    "draw(A,toward(v),mid,[.8,.1,.15,1],0,0);draw(B,[0,0,0,1],end,[.8,.1,.15,1],0,0);gl.deleteBuffer(A.b);gl."
    "deleteBuffer(B.b)}gl.enable(gl.DEPTH_TEST)}}",
    "else{pen.fillStyle='#f4f2ee';pen.fillRect(0,0,W,H);const P=v=>{const "
    "d=sub(v,c.e),z=-dot(d,c.f);return[W/2+dot(d,c.x)*c.z/z*H/2,H/2-dot(d,c.y)*c.z/z*H/2,z]},F=[];",
    "s.m.forEach((m,j)=>{const q=f.p.slice(7*j+3,7*j+7),o=f.p.slice(7*j,7*j+3),k=rgb(s.shapes[j][1]);for(let "
    "a=0;a<m.p.length;a+=9){",
    "const "
    "v=[0,3,6].map(b=>rot(q,m.p.slice(a+b,a+b+3)).map((x,e)=>x+o[e])),n=rot(q,m.n.slice(a,a+3)),g=.45+.5*Math.max(dot("
    "n,unit([.35,.2,1])),0);",
    "if(dot(n,sub(c.e,v[0]))>0)F.push([v.map(P),k.map(x=>Math.round(255*x*g))])}});F.sort((a,b)=>b[0][0][2]+b[0][1][2]+"
    "b[0][2][2]-a[0][0][2]-a[0][1][2]-a[0][2][2]);",
    "for(const[v,k]of "
    "F){pen.fillStyle=pen.strokeStyle=`rgb(${k})`;pen.beginPath();v.forEach((x,e)=>e?pen.lineTo(x[0],x[1]):pen.moveTo("
    "x[0],x[1]));pen.closePath();pen.fill();pen.stroke()}",
    "if($('forces').checked){pen.strokeStyle='#c22';pen.lineWidth=2;for(let j=0;j<f.a.length;j+=6){const "
    "v=f.a.slice(j+3,j+6),l=s.arrow(v);if(l<.01*s.r)continue;const "
    "a=P(f.a.slice(j,j+3)),b=P(unit(v).map((u,k)=>f.a[j+k]+l*u));",
    "pen.beginPath();pen.moveTo(a[0],a[1]);pen.lineTo(b[0],b[1]);pen.stroke()}}}",
    "words(s,c,W,H);curves(s,i);bar.max=s.frames.length-1;bar.value=i;$('time').textContent=(i*s.dt).toFixed(2)+' s'}",
    "function curves(s,now){const "
    "W=plot.width=plot.clientWidth*devicePixelRatio,H=plot.height=plot.clientHeight*devicePixelRatio,g=plot.getContext("
    "'2d'),D=devicePixelRatio,",
    "n=s.frames.length,K=s.curves.length,C=['#2b5d8a','#c0572b','#3b8048','#7a4b94','#8a6d1f','#2a8a86','#a33','#555'];"
    "g.clearRect(0,0,W,H);g.font=12*D+'px system-ui';",
    "s.curves.forEach((name,k)=>{const L=W*k/K+64*D,R=W*(k+1)/K-18*D,T=24*D,B=H-24*D;let lo=1e300,hi=-1e300;for(const "
    "f of s.frames){const v=f.v[k];if(isFinite(v)){lo=Math.min(lo,v);hi=Math.max(hi,v)}}",
    "const m=Math.max(Math.abs(lo),Math.abs(hi),1e-12);if(!(hi-lo>1e-9*m)){hi+=.5*m;lo-=.5*m}const "
    "X=i=>L+(R-L)*i/Math.max(1,n-1),Y=v=>B+(T-B)*(v-lo)/(hi-lo);",
    "g.fillStyle='#fff';g.fillRect(L,T,R-L,B-T);g.strokeStyle='#ddd';g.lineWidth=D;g.fillStyle='#666';for(let "
    "j=0;j<=3;j++){const v=lo+(hi-lo)*j/3;g.beginPath();g.moveTo(L,Y(v));g.lineTo(R,Y(v));g.stroke();",
    "g.textAlign='right';g.fillText(+v.toPrecision(3)+'',L-6*D,Y(v)+4*D)}g.textAlign='center';for(let "
    "j=0;j<=2;j++)g.fillText((s.dt*(n-1)*j/2).toFixed(1)+' s',X((n-1)*j/2),H-7*D);",
    "g.strokeStyle=g.fillStyle=C[k%8];g.textAlign='left';g.fillText(name,L,T-8*D,R-L-48*D);g.lineWidth=1.6*D;g."
    "beginPath();s.frames.forEach((f,i)=>i?g.lineTo(X(i),Y(f.v[k])):g.moveTo(X(i),Y(f.v[k])));g.stroke();",
    "g.beginPath();g.arc(X(now),Y(s.frames[now].v[k]),3.5*D,0,7);g.fill();g.textAlign='right';g.fillText((+s.frames["
    "now].v[k].toPrecision(4))+'',R,T-8*D)})}",
    "function tick(w){const "
    "s=scenes[cur];if(play&&last){t+=(w-last)/"
    "1000;if(t>=s.frames.length*s.dt)t=0}last=w;render();requestAnimationFrame(tick)}",
    "$('title').textContent=document.title;scenes.forEach((s,i)=>{const "
    "b=document.createElement('button');b.textContent=s.name;b.onclick=()=>{cur=i;t=0;zoom=1;[yaw,pitch]=s.view||[-."
    "9,.42];",
    "[...$('tabs').children].forEach((x,j)=>x.className=j==i?'on':'')};b.className=i?'':'on';$('tabs').append(b,' "
    "')});",
    "$('play').onclick=()=>{play=!play;$('play').textContent=play?'pause':'play'};bar.oninput=()=>{play=false;$('play')"
    ".textContent='play';t=(+bar.value+.5)*scenes[cur].dt};",
    "let "
    "drag=null;view.onpointerdown=e=>{drag=[e.clientX,e.clientY];view.setPointerCapture(e.pointerId)};view.onpointerup="
    "()=>drag=null;",
    "view.onpointermove=e=>{if(!drag)return;yaw-=.008*(e.clientX-drag[0]);pitch=Math.min(1.5,Math.max(-.2,pitch+.008*("
    "e.clientY-drag[1])));drag=[e.clientX,e.clientY]};",
    "view.onwheel=e=>{e.preventDefault();zoom=Math.min(5,Math.max(.1,zoom*Math.exp(.001*e.deltaY)))};",
    "const h=new "
    "URLSearchParams(location.hash.slice(1));if(h.has('scene'))$('tabs').children[+h.get('scene')].click();if(h.has('t'"
    ")){t=+h.get('t');play=false}",
    "[yaw,pitch]=scenes[cur].view||[-.9,.42];window.replay={scenes,webgl:!!gl,render};requestAnimationFrame(tick);",
    /* #probe: what a browser without a user can report: for each scene, how many colours the picture and the plot have */
    "if(h.has('probe')){const count=(w,hh,d)=>{const c=new Set();for(let "
    "i=0;i<d.length;i+=4)c.add(d[i]<<16|d[i+1]<<8|d[i+2]);return c.size};const "
    "out=[];scenes.forEach((s,i)=>{cur=i;t=.5*s.dt*s.frames.length;play=false;render();",
    "let d;if(gl){d=new "
    "Uint8Array(4*view.width*view.height);gl.readPixels(0,0,view.width,view.height,gl.RGBA,gl.UNSIGNED_BYTE,d)}else "
    "d=pen.getImageData(0,0,view.width,view.height).data;",
    "out.push(`scene=${i} frames=${s.frames.length} shapes=${s.shapes.length} view=${count(view.width,view.height,d)} "
    "plot=${count(plot.width,plot.height,plot.getContext('2d').getImageData(0,0,plot.width,plot.height).data)}`)});",
    "const e=document.createElement('pre');e.id='probe';e.textContent=out.join('\\n')+`\\nwebgl=${!!gl} "
    "done`;document.body.append(e)}</script>",
    0};

REPLAY_API void replay__lines(FILE *f, const char *const *line) {
    for (; *line; ++line) fprintf(f, "%s\n", *line);
}

/* Text of a title or name, safe inside HTML and inside a script string. */
REPLAY_API void replay__text(FILE *f, const char *s) {
    for (; *s; ++s) {
        if (*s == '<')
            fputs("&lt;", f);
        else if (*s == '&')
            fputs("&amp;", f);
        else if (*s == '"' || *s == '\\' || (unsigned char)*s < 32)
            fputc(' ', f);
        else
            fputc(*s, f);
    }
}

REPLAY_API int replay_open(replay *r, const char *path, const char *title) {
    memset(r, 0, sizeof *r);
    r->file = fopen(path, "w");
    if (!r->file) return -1;
    fputs("<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>", r->file);
    replay__text(r->file, title);
    fputs("</title>\n", r->file);
    replay__lines(r->file, replay__page_head);
    return 0;
}

REPLAY_API void replay__append(replay *r, const char *text) {
    size_t n = strlen(text);
    if (r->frames_size + n + 1 > r->frames_capacity) {
        size_t capacity = 2 * (r->frames_size + n) + 4096;
        char *grown = (char *)realloc(r->frames, capacity);
        if (!grown) {
            r->failed = 1;
            return;
        }
        r->frames = grown, r->frames_capacity = capacity;
    }
    memcpy(r->frames + r->frames_size, text, n + 1);
    r->frames_size += n;
}

REPLAY_API void replay__number(replay *r, double x, int digits) {
    char text[48];
    if (!isfinite(x)) x = 0;
    snprintf(text, sizeof text, "%.*g,", digits, x);
    replay__append(r, text);
}

/* Writes the poses and values of the frame under way into the scene's text. */
REPLAY_API void replay__end_frame(replay *r) {
    int i;
    if (!r->n_frames) return;
    replay__append(r, "],p:[");
    for (i = 0; i < 7 * r->n_shapes; ++i) replay__number(r, r->poses[i], 6);
    replay__append(r, "],v:[");
    for (i = 0; i < r->n_curves; ++i) replay__number(r, r->curve_values[i], 7);
    replay__append(r, "]},\n");
}

REPLAY_API void replay__end_scene(replay *r) {
    int i;
    if (!r->in_scene) return;
    replay__end_frame(r);
    fputs("],curves:[", r->file);
    for (i = 0; i < r->n_curves; ++i) {
        fputc('"', r->file);
        replay__text(r->file, r->curve_names[i]);
        fputs("\",", r->file);
    }
    fputs("],labels:[", r->file);
    for (i = 0; i < r->n_labels; ++i) {
        const replay_words *w = &r->labels[i];
        fprintf(r->file, "[%g,%g,%g,\"", w->point[0], w->point[1], w->point[2]);
        replay__text(r->file, w->text);
        fprintf(r->file, "\",\"%s\"],", w->align == 'l' ? "right" : (w->align == 'r' ? "left" : "center"));
    }
    fputs("],", r->file);
    if (r->has_view) fprintf(r->file, "view:[%g,%g],", r->yaw, r->pitch);
    fprintf(r->file, "frames:[%s]});</script>\n", r->frames ? r->frames : "");
    r->has_view = 0;
    r->in_scene = r->n_shapes = r->n_frames = r->n_curves = r->n_labels = 0;
    r->frames_size = 0;
}

REPLAY_API void replay_scene(replay *r, const char *name, double seconds_per_frame) {
    replay__end_scene(r);
    r->in_scene = 1, r->n_scenes++;
    fputs("<script>scenes.push({name:\"", r->file);
    replay__text(r->file, name);
    fprintf(r->file, "\",dt:%g,ground:1,shapes:[", seconds_per_frame);
}

REPLAY_API int replay__new_shape(replay *r) {
    int need = 7 * (r->n_shapes + 1);
    if (need > r->poses_capacity) {
        double *grown = (double *)realloc(r->poses, (size_t)(2 * need) * sizeof *grown);
        if (!grown) {
            r->failed = 1;
            return -1;
        }
        r->poses = grown, r->poses_capacity = 2 * need;
    }
    memset(r->poses + need - 7, 0, 7 * sizeof *r->poses);
    r->poses[need - 1] = 1;
    return r->n_shapes++;
}

REPLAY_API int replay__shape(replay *r, const char *kind, unsigned rgb, double a, double b, double c) {
    fprintf(r->file, "[\"%s\",%u,%g,%g,%g,0,0],", kind, rgb, a, b, c);
    return replay__new_shape(r);
}
REPLAY_API int replay_box(replay *r, double hx, double hy, double hz, unsigned rgb) {
    return replay__shape(r, "box", rgb, hx, hy, hz);
}
REPLAY_API int replay_sphere(replay *r, double radius, unsigned rgb) {
    return replay__shape(r, "ellipsoid", rgb, radius, radius, radius);
}
REPLAY_API int replay_capsule(replay *r, double radius, double half_length, unsigned rgb) {
    return replay__shape(r, "capsule", rgb, radius, half_length, 0);
}
REPLAY_API int replay_cylinder(replay *r, double radius, double half_length, unsigned rgb) {
    return replay__shape(r, "cylinder", rgb, radius, half_length, 0);
}
REPLAY_API int replay_ellipsoid(replay *r, double a, double b, double c, unsigned rgb) {
    return replay__shape(r, "ellipsoid", rgb, a, b, c);
}

/* A polyhedron by its faces: loop i has sizes[i] points, counter-clockwise from outside, laid end to end in xyz. */
REPLAY_API int replay_polyhedron(replay *r, int n_faces, const int *sizes, const double *xyz, unsigned rgb) {
    int i, j;
    fprintf(r->file, "[\"hull\",%u,0,0,0,[", rgb);
    for (i = 0; i < n_faces; ++i) {
        fputc('[', r->file);
        for (j = 0; j < sizes[i]; ++j, xyz += 3) fprintf(r->file, "[%g,%g,%g],", xyz[0], xyz[1], xyz[2]);
        fputs("],", r->file);
    }
    fputs("],0],", r->file);
    return replay__new_shape(r);
}

REPLAY_API void replay_frame(replay *r) {
    replay__end_frame(r);
    r->n_frames++;
    replay__append(r, "{a:[");
}
REPLAY_API void replay_arrow(replay *r, const double point[3], const double vector[3]) {
    int i;
    for (i = 0; i < 3; ++i) replay__number(r, point[i], 5);
    for (i = 0; i < 3; ++i) replay__number(r, vector[i], 5);
}
REPLAY_API void replay_pose(replay *r, int shape, const double position[3], const double quaternion_xyzw[4]) {
    if (shape < 0 || shape >= r->n_shapes) return;
    memcpy(r->poses + 7 * shape, position, 3 * sizeof(double));
    memcpy(r->poses + 7 * shape + 3, quaternion_xyzw, 4 * sizeof(double));
}
REPLAY_API void replay_value(replay *r, const char *name, double value) {
    int i;
    for (i = 0; i < r->n_curves; ++i)
        if (!strcmp(r->curve_names[i], name)) break;
    if (i == REPLAY_MAX_CURVES) return;
    if (i == r->n_curves) {
        r->n_curves++;
        snprintf(r->curve_names[i], sizeof r->curve_names[i], "%s", name);
    }
    r->curve_values[i] = value;
}

/* Words at a point of the scene under way, drawn to its left ('l'), at it ('c') or to its right ('r'). */
REPLAY_API void replay_label(replay *r, const double point[3], const char *text, char align) {
    replay_words *w = &r->labels[r->n_labels];
    if (r->n_labels == REPLAY_MAX_LABELS) return;
    memcpy(w->point, point, sizeof w->point);
    snprintf(w->text, sizeof w->text, "%s", text);
    w->align = align;
    r->n_labels++;
}

/* Where the scene under way is seen from at first: angle about z and above the ground [rad]. */
REPLAY_API void replay_view(replay *r, double yaw, double pitch) { r->yaw = yaw, r->pitch = pitch, r->has_view = 1; }

REPLAY_API int replay_close(replay *r) {
    int bad;
    replay__end_scene(r);
    replay__lines(r->file, replay__viewer);
    bad = ferror(r->file) || r->failed;
    bad |= fclose(r->file) != 0;
    free(r->poses);
    free(r->frames);
    memset(r, 0, sizeof *r);
    return bad ? -1 : 0;
}
#endif
