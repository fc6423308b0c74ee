// scenes.js -- three letterpress pictures for the first page, three inks each, 320 x 200: SVG text made
// once. Own drawings.
const rep=(n,f)=>Array.from({length:n},(_,i)=>f(i)).join('');
export function sceneTemple(){
 const I='#2a1710',R='#9c2740',Y='#edc04d',P='#fbf1d8';
 let s=`<rect width="320" height="200" fill="${P}"/>`;
 // sun with engraved lines
 s+=`<circle cx="160" cy="74" r="42" fill="${Y}"/>`+rep(25,i=>{const a=Math.PI*(1+i/24),l=i%2?9:18;return `<path d="M${(160+49*Math.cos(a)).toFixed(1)} ${(74+49*Math.sin(a)).toFixed(1)}L${(160+(49+l)*Math.cos(a)).toFixed(1)} ${(74+(49+l)*Math.sin(a)).toFixed(1)}" stroke="${Y}" stroke-width="5" stroke-linecap="round"/>`});
 // far dunes
 s+=`<path d="M0 132C50 104 96 112 130 128S250 106 320 128V200H0z" fill="${Y}" opacity=".55"/>`;
 // temple
 const st=[[136,62,48],[116,84,88],[92,106,136],[66,128,188],[38,150,244]];
 st.forEach(([x,y,w],k)=>{s+=`<rect x="${x}" y="${y}" width="${w}" height="23" fill="${R}"/><rect x="${x-3}" y="${y-3}" width="${w+6}" height="5" fill="${I}"/>`;
  const n=Math.round(w/22);s+=rep(n-1,i=>`<path d="M${x+(i+1)*w/n+(k%2?4:-4)} ${y+3}v19" stroke="${P}" stroke-opacity=".55" stroke-width="1.4"/>`);
  s+=rep(5,i=>`<path d="M${x+w-4-i*4} ${y+4}v18" stroke="${I}" stroke-width="1.5" opacity="${.75-i*.12}"/>`)});
 // stair and door
 s+=`<path d="M148 64h24l12 109h-48z" fill="${P}"/>`+rep(12,i=>{const y=70+i*9,w=24+ (y-64)*.22;return `<path d="M${160-w/2} ${y}h${w}" stroke="${I}" stroke-width="1.5"/>`})+`<path d="M147 62l3-20h20l3 20z" fill="${I}"/><path d="M152.500 62l2-13h11l2 13z" fill="${Y}"/><path d="M144 38h32v6h-32z" fill="${I}"/>`;
 [[100,173],[206,173],[120,129],[190,129]].forEach(([x,y])=>s+=`<path d="M${x-2} ${y}l2-17h12l2 17z" fill="${I}"/>`);
 // sand with hatching
 s+=`<path d="M0 172C40 164 80 176 140 173S270 166 320 174V200H0z" fill="${Y}"/>`+rep(9,i=>`<path d="M${6+i*36} ${186+(i%3)*4}q10-7 22-1" stroke="${I}" stroke-width="1.6" fill="none" stroke-linecap="round" opacity=".65"/>`);
 // palms
 const palm=(x,y,k)=>`<g transform="translate(${x} ${y}) scale(${k})" fill="none" stroke="${I}" stroke-linecap="round"><path d="M0 0C4-16 3-30 0-42" stroke-width="4.500"/>${[[-24,-34],[-20,-52],[2,-64],[22,-52],[26,-34]].map(([a,b])=>`<path d="M0-42Q${a*.6} ${b-8} ${a} ${b+6}" stroke-width="4"/>`).join('')}</g>`;
 s+=palm(22,178,.95)+palm(300,180,.8);
 // the traveller
 s+=`<g transform="translate(58 158)"><path d="M0 36l4-20h10l4 20z" fill="${I}"/><circle cx="9" cy="12" r="5.500" fill="${P}" stroke="${I}" stroke-width="1.500"/><path d="M-2 9.500c6-3.500 16-3.500 22 0-5 3-17 3-22 0zM4 8c0-6 2-8 5-8s5 2 5 8z" fill="${I}"/><path d="M20 38L24 14" stroke="${I}" stroke-width="2"/></g>`;
 return s}
export function sceneValley(){
 const I='#152b24',G='#2f7f5c',B='#2c5aa0',Y='#f0c95a',P='#fbf6e4',L='#a9cfa0',K='#f7dd9c';
 let s=`<rect width="320" height="200" fill="${K}"/><circle cx="248" cy="52" r="26" fill="#e8913a"/>`;
 s+=rep(5,i=>`<path d="M${196+i*3} ${30+i*11}h${104-i*6}" stroke="${K}" stroke-width="2.400"/>`);
 // snow peaks
 s+=`<path d="M-4 122L46 48l26 34 30-50 52 82 30-40 46 56 34-38 60 62V200H-4z" fill="${B}"/>`;
 s+=`<path d="M46 48L29 73l11-4 7 8 8-9 9 5zM102 32L82 65l13-5 8 9 8-10 12 6zM184 74l-13 17 9-3 5 6 6-7 7 4z" fill="${P}"/>`;
 s+=rep(12,i=>`<path d="M${118+i*3.400} ${66+i*4.600}l${5+i*.6} ${13+i*.6}" stroke="${I}" stroke-width="1.300" opacity=".5"/>`)+rep(5,i=>`<path d="M${58+i*4} ${74+i*4}l5 12" stroke="${I}" stroke-width="1.300" opacity=".5"/>`);
 // hills with terraces
 const hill=(d,f)=>`<path d="${d}" fill="${f}"/>`;
 s+=hill('M-4 128C40 96 96 104 140 136S160 190 150 204H-4z',G)+hill('M324 116C270 92 220 112 190 140S170 190 178 204H324z',L);
 s+=rep(6,i=>`<path d="M-4 ${140+i*11}C44 ${110+i*10} 92 ${118+i*10} ${128-i*1} ${146+i*10}" stroke="${P}" stroke-width="1.800" fill="none" opacity=".85"/>`);
 s+=rep(6,i=>`<path d="M324 ${130+i*12}C274 ${106+i*11} 232 ${124+i*11} ${200-i*3} ${150+i*10}" stroke="${G}" stroke-width="1.800" fill="none"/>`);
 // river
 s+=`<path d="M158 128c14 8-12 16 2 26s-22 20-2 50h50c-34-26 0-38-18-52s-8-20-22-26z" fill="${B}"/>`+rep(4,i=>`<path d="M${164+i*3} ${150+i*13}q6-4 11 0t11 0" stroke="${P}" stroke-width="1.600" fill="none" stroke-linecap="round"/>`);
 // jungle edge
 s+=rep(11,i=>{const x=226+i*9.500,y=176-(i%3)*6;return `<path d="M${x} 204V${y}" stroke="${I}" stroke-width="2.400"/><path d="M${x} ${y-16}c8 6 8 16 0 22-8-6-8-16 0-22z" fill="${I}"/>`});
 // hut
 s+=`<path d="M58 172v-20l18-14 18 14v20z" fill="${P}" stroke="${I}" stroke-width="2"/><path d="M50 156l26-24 26 24-5 3-21-18-21 18z" fill="${I}"/><path d="M71 172v-12h10v12z" fill="${I}"/>`;
 // condor
 s+=`<g transform="translate(170 20)" fill="${I}"><path d="M0 12C14 2 24 4 34 12c10-8 20-10 34 0-10-2-16 0-20 4-4 3-6 6-14 8-8-2-10-5-14-8-4-4-10-6-20-4z"/><path d="M31 12l3-6 4 3-3 5z"/></g>`;
 // clouds
 const cl=(x,y,k)=>`<g transform="translate(${x} ${y}) scale(${k})"><path d="M0 16a8 8 0 0 1 2-15 11 11 0 0 1 20-2 9 9 0 0 1 8 17z" fill="${P}" stroke="${I}" stroke-width="1.800"/></g>`;
 s+=cl(8,22,1.2)+cl(282,84,1)+cl(120,112,.7);
 return s}
export function sceneTiwanaku(){
 const I='#171c3a',B='#3a4d9c',R='#bb4a35',Y='#f0c95a',P='#f7efdb',S='#c9b58d';
 let s=`<rect width="320" height="200" fill="${B}"/>`;
 // night stars to dawn: stripes
 s+=rep(9,i=>`<path d="M0 ${60+i*9}h320" stroke="${P}" stroke-width="${.6+i*.5}" opacity="${.1+i*.06}"/>`);
 [[28,24],[66,50],[104,20],[232,34],[290,22],[262,62],[18,74],[300,82]].forEach(([x,y],k)=>s+=`<path d="M${x} ${y-6}l1.800 4.200 4.200 1.800-4.200 1.800-1.800 4.200-1.800-4.200-4.200-1.800 4.200-1.800z" fill="${k%3?P:Y}"/>`);
 // hills
 s+=`<path d="M0 128L50 104l44 20 60-28 66 26 44-18 56 26v70H0z" fill="${I}"/>`;
 // gate
 s+=`<path d="M88 48h144v100h-46v-58h-52v58H88z" fill="${S}"/><path d="M80 40h160v14H80z" fill="${P}"/><path d="M80 40h160v14H80z" fill="none" stroke="${I}" stroke-width="2.500"/><path d="M88 54h144v94h-46v-58h-52v58H88z" fill="none" stroke="${I}" stroke-width="2.500"/><path d="M128 84h64v10h-64z" fill="${P}" stroke="${I}" stroke-width="2"/>`;
 s+=rep(9,i=>`<path d="M${92.500+i*15} 74v-4h3v-4h3v-4h5v4h3v4h3v4z" fill="${R}"/>`);
 // sun figure above the door, abstract: a stepped disc with rays
 s+=`<circle cx="160" cy="69" r="0" fill="${Y}"/>`+rep(12,i=>`<path d="M230 ${82+i*5.400}h-${13-i*.7}" stroke="${I}" stroke-width="1.300" opacity=".6"/>`)+rep(8,i=>`<path d="M188 ${98+i*6}h7" stroke="${I}" stroke-width="1.300" opacity=".6"/>`);
 s+=`<path d="M134 92h52v56h-52z" fill="${Y}"/>`+rep(7,i=>`<path d="M134 ${100+i*7}h52" stroke="${R}" stroke-width="${.8+i*.35}" opacity=".8"/>`);
 // field of tiles in perspective
 const rows=[[148,160],[160,176],[176,200]],cols=8,fill=['#dfe3a0','#f5cf86','#8cc3a3','#bcc6d9'];
 const px=(k,y)=>{const t=(y-148)/52;return 160+(k-cols/2)*(34+t*26)};
 const map=['01223310','33011220','12330021'];
 rows.forEach(([a,b],r)=>{for(let k=0;k<cols;k++)s+=`<path d="M${px(k,a)} ${a}H${px(k+1,a)}L${px(k+1,b)} ${b}H${px(k,b)}z" fill="${fill[+map[r][k]]}" stroke="${I}" stroke-width="2"/>`});
 // llama, big and proud
 s+=`<g transform="translate(8 84) scale(1)" class="scene-llama"><use href="#llama" width="96" height="96"/></g>`;
 s+=`<g transform="translate(238 112) scale(1)" class="scene-pawn"><use href="#pawn-brown" width="62" height="62"/></g>`;
 return s}
