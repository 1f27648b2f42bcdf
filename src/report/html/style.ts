/** The look of the page: system fonts, two colour schemes, paper. No text from outside ever gets in here. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f5f1; --paper: #ffffff; --ink: #23211e; --quiet: #625d57; --line: #e3ded6; --tint: #f1ede6;
  --accent: #1d625d; --saved: #2f8f74; --cached: #86c5b0; --html-only: #4f83b8; --skipped: #a9a39a;
  --quarantined: #cf9729; --failed: #bf5139; --good: #1f6e56; --bad: #a63a24; --faint: #c3d5e8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171614; --paper: #201f1c; --ink: #ebe8e3; --quiet: #aaa49b; --line: #37342f; --tint: #2a2824;
    --accent: #7fcfc4; --saved: #4bb393; --cached: #2d6f5c; --html-only: #6c9fd4; --skipped: #716b63;
    --quarantined: #d5a544; --failed: #dd765d; --good: #74cfb0; --bad: #f09a85; --faint: #33506d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .06em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px;
}
code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--tint); padding: .1em .35em; border-radius: 4px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .6rem 1rem; z-index: 2; }
header, main, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 3rem; }
.brand { margin: 0; color: var(--quiet); font-size: .85rem; letter-spacing: .08em; text-transform: uppercase; }
h1, h2 { font-family: ui-serif, "Iowan Old Style", Charter, Georgia, "Times New Roman", serif; font-weight: 600; text-wrap: balance; }
h1 { font-size: clamp(1.9rem, 5vw, 2.9rem); line-height: 1.15; margin: .5rem 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .35rem; }
h3 { font-size: 1rem; margin: 2rem 0 .6rem; }
.facts { margin: 0; color: var(--quiet); font-size: .9rem; overflow-wrap: anywhere; }
.facts span { white-space: nowrap; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; padding: .9rem 0; margin: 1.75rem 0 0; border-block: 1px solid var(--line); font-size: .92rem; }
nav a { text-decoration: none; padding: .2rem 0; display: inline-block; }
nav a:hover { text-decoration: underline; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1.25rem, 4vw, 2.25rem); margin: 1.5rem 0; }
.lead { color: var(--quiet); margin: 0 0 1.25rem; max-width: 46rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: 1rem; margin: 1.5rem 0; padding: 0; }
.tiles > div { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .9rem; }
.tiles dt { color: var(--quiet); font-size: .85rem; }
.tiles dd { margin: 0; font-size: 1.7rem; line-height: 1.25; font-variant-numeric: tabular-nums; letter-spacing: -.01em; }
.tiles .first { border-color: var(--saved); }
.tiles .missed { border-color: var(--failed); }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
caption { text-align: left; font-weight: 600; padding: 0 0 .5rem; }
th, td { text-align: left; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr > :last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-weight: 500; font-size: .82rem; vertical-align: bottom; white-space: nowrap; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 8.75rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { width: 36%; min-width: 7rem; }
.bar.thin { width: 16%; min-width: 5rem; }
.bar svg { display: block; width: 100%; height: .8rem; margin-top: .3rem; border-radius: 3px; background: var(--tint); }
.whole { display: block; width: 100%; height: 1.6rem; border-radius: 6px; background: var(--tint); }
figure { margin: 2rem 0 0; }
figure + .scroll, .scroll + .scroll { margin-top: 1.75rem; }
figcaption { font-weight: 600; margin-bottom: .6rem; }
.chart { display: grid; grid-template-columns: auto 1fr; gap: 0 .6rem; }
.chart svg { display: block; width: 100%; height: 11rem; border-bottom: 1px solid var(--quiet); }
.y { display: flex; flex-direction: column; justify-content: space-between; text-align: right; }
.y, .x { color: var(--quiet); font-size: .8rem; font-variant-numeric: tabular-nums; }
.x { grid-column: 2; display: flex; justify-content: space-between; padding-top: .3rem; }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; list-style: none; padding: 0; margin: .8rem 0 0; font-size: .88rem; }
.key svg { width: .8rem; height: .8rem; margin-right: .45rem; border-radius: 3px; vertical-align: -.06rem; }
.saved { fill: var(--saved); } .cached { fill: var(--cached); } .html_only { fill: var(--html-only); }
.skipped { fill: var(--skipped); } .quarantined { fill: var(--quarantined); } .failed { fill: var(--failed); }
.faint { fill: var(--faint); } .calm { fill: var(--html-only); }
.yes { color: var(--good); font-weight: 600; white-space: nowrap; } .no { color: var(--bad); font-weight: 600; }
.quiet { color: var(--quiet); }
.pace { white-space: nowrap; }
.small { font-size: .86rem; }
.gloss { display: block; color: var(--quiet); font-size: .86rem; font-weight: 400; }
.id { overflow-wrap: anywhere; }
details { margin: .4rem 0 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; }
details ul { margin: .4rem 0 .2rem; padding-left: 1.1rem; }
.advice { padding-left: 1.3rem; max-width: 52rem; }
.advice li { margin: .5rem 0; }
footer { color: var(--quiet); font-size: .85rem; padding-bottom: 3rem; }
@media (max-width: 40rem) {
  header { padding-top: 1.75rem; }
  th, td { padding-right: .7rem; }
  .bar { min-width: 4.5rem; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --tint: #eee; --accent: #000; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 10pt; }
  nav, .skip { display: none; }
  section { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 1rem 0; margin: 0; }
  .scroll { overflow: visible; }
  h2, h3, figcaption, caption, thead { break-after: avoid; }
  tr, figure, .tiles > div { break-inside: avoid; }
  a { text-decoration: none; }
}
`;
