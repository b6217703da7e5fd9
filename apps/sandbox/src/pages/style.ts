/** The site's style sheet, with a light and a dark theme. */
export const STYLE = `
:root { color-scheme: light dark; --paper:#f6f4ee; --card:#fffefa; --ink:#14222b; --soft:#4d5e68; --line:#d8d5ca;
  --sea:#0b5568; --sea-ink:#ffffff; --sand:#efe6d0; --note:#6b4700; --note-bg:#fbefd2; --bad:#9a2417; --bad-bg:#fbe6e1;
  --good:#14613a; --good-bg:#dff2e6; --free:#c9d3d2; --held:#d99a1c; --sold:#0b5568; }
@media (prefers-color-scheme: dark) { :root { --paper:#0d1418; --card:#141e24; --ink:#eaf0f1; --soft:#a5b6bd;
  --line:#2b3a42; --sea:#74c7d8; --sea-ink:#06222a; --sand:#2c2819; --note:#f3cd82; --note-bg:#33290f; --bad:#ffab9b;
  --bad-bg:#3f1d18; --good:#84dbab; --good-bg:#12331f; --free:#3b4a51; --held:#e5ab3a; --sold:#74c7d8; } }
* { box-sizing:border-box } html { -webkit-text-size-adjust:100% }
body { margin:0; background:var(--paper); color:var(--ink); font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;
  font-variant-numeric:tabular-nums }
h1,h2,.brand { font-family:Iowan Old Style,Palatino,'Palatino Linotype',Georgia,serif; font-weight:600; line-height:1.2;
  text-wrap:balance }
h1 { font-size:clamp(1.7rem,5vw,2.4rem); margin:0 0 .35em; letter-spacing:-.01em } h2 { font-size:1.25rem; margin:2em 0 .6em }
a { color:var(--sea); text-underline-offset:.18em } p { margin:.4em 0 1em; max-width:62ch } .soft { color:var(--soft) }
.skip { position:absolute; left:-99rem } .skip:focus { left:1rem; top:.5rem; background:var(--card); padding:.5rem }
.sandbox { background:var(--sand); text-align:center; padding:.4rem 1rem; font-size:.875rem }
header.top { border-bottom:1px solid var(--line) } header.top>div { display:flex; gap:.25rem 1.25rem; align-items:center;
  flex-wrap:wrap } .brand { font-size:1.2rem; color:var(--ink); text-decoration:none; margin-right:auto; display:flex; gap:.6rem;
  align-items:center; padding:.75rem 0 } nav { display:flex; gap:.25rem 1.1rem; align-items:center; flex-wrap:wrap; font-size:.95rem }
nav a { padding:.5rem 0 } .who { color:var(--soft); overflow-wrap:anywhere }
.wide { max-width:62rem; margin:0 auto; padding:0 1rem } main.wide { padding-block:2rem 4rem }
.cards { display:grid; gap:1rem; grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr)); list-style:none; padding:0; margin:1.5rem 0 }
.card,.panel { background:var(--card); border:1px solid var(--line); border-radius:10px; padding:1.1rem 1.25rem }
.card { display:flex; flex-direction:column; gap:.3rem } .card h2 { margin:0; font-size:1.2rem } .card p { margin:0 }
.card .foot { margin-top:auto; padding-top:.7rem } .panel { max-width:34rem; margin:1rem 0 }
.kind { font-size:.8rem; color:var(--soft); letter-spacing:.02em } .big { font-size:1.6rem; font-weight:600 }
.bar { display:block; height:.55rem; border-radius:3px; background:var(--free); min-width:6rem }
.scroll { overflow-x:auto } table { border-collapse:collapse; width:100%; font-size:.95rem }
th { text-align:left; white-space:nowrap; font-weight:600; color:var(--soft); font-size:.85rem } th,td { padding:.5rem .75rem .5rem 0;
  border-bottom:1px solid var(--line); vertical-align:middle } .num { text-align:right; white-space:nowrap; padding-right:.25rem } code { font-size:.9em; overflow-wrap:anywhere }
label { display:block; font-weight:600; margin:.9rem 0 .25rem; font-size:.95rem } .help { color:var(--soft); font-size:.875rem; margin:.25rem 0 0 }
input:not([type=checkbox],[type=radio]),select { width:100%; font:inherit; color:inherit; background:var(--paper); min-height:2.75rem;
  padding:.5rem .75rem; border:1px solid var(--soft); border-radius:7px } .check { display:flex; gap:.6rem; align-items:flex-start; font-weight:400 }
.check input { width:1.25rem; height:1.25rem; margin:.15rem 0 0; flex:none; accent-color:var(--sea) } fieldset { border:0; padding:0; margin:0 }
legend { font-weight:600; padding:0 } .check b { display:block; font-weight:600 }
button,.button { font:inherit; font-weight:600; background:var(--sea); color:var(--sea-ink); border:0; border-radius:7px; cursor:pointer;
  min-height:2.75rem; padding:.55rem 1.2rem; margin-top:1.1rem; display:inline-block; text-decoration:none }
button.plain { background:none; color:var(--sea); text-decoration:underline; padding:.5rem 0; margin:0; font-weight:400; min-height:0 }
button:hover,.button:hover { filter:brightness(1.08) } :focus-visible { outline:3px solid var(--held); outline-offset:2px }
.note { border-radius:8px; padding:.7rem 1rem; margin:1rem 0; max-width:44rem; background:var(--note-bg); color:var(--note) }
.bad { background:var(--bad-bg); color:var(--bad) } .good { background:var(--good-bg); color:var(--good) }
.legend { display:flex; flex-wrap:wrap; gap:.4rem 1.2rem; padding:0; list-style:none } .legend li::before { content:''; display:inline-block;
  width:.8em; height:.8em; border-radius:2px; margin-right:.45em; background:var(--free) }
.legend .l-held::before { background:var(--held) } .legend .l-sold::before { background:var(--sold) }
.map { display:grid; gap:1.25rem; grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr)) } .map figure { margin:0 }
.map figcaption { font-weight:600; margin-bottom:.3rem } .map svg { width:100%; height:auto; display:block } .free { fill:var(--free) } .held { fill:var(--held) }
.sold { fill:var(--sold) } dl { display:grid; grid-template-columns:auto 1fr; gap:.3rem 1rem; margin:0 } dt { color:var(--soft) } dd { margin:0 }
`;

/** Updates countdowns; without JavaScript the page shows the time of expiry. */
export const SCRIPT = `
const clock = document.querySelector('[data-until]');
if (clock) {
  const offset = Number(clock.dataset.now) - Date.now();
  const tick = () => {
    const left = Math.max(0, Math.floor((Number(clock.dataset.until) - Date.now() - offset) / 1000));
    clock.textContent = left ? Math.floor(left / 60) + ' min ' + String(left % 60).padStart(2, '0') + ' s left' : 'expired';
    if (left) setTimeout(tick, 1000); else location.reload();
  };
  tick();
}
`;
