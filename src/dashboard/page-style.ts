/** The look of the page: system fonts, two colour schemes, from 360 pixels up. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f5f1; --paper: #ffffff; --ink: #23211e; --quiet: #625d57; --line: #e3ded6; --tint: #f1ede6;
  --accent: #1d625d; --accent-ink: #ffffff; --saved: #2f8f74; --cached: #86c5b0; --html-only: #4f83b8;
  --skipped: #a9a39a; --quarantined: #cf9729; --failed: #bf5139; --good: #1f6e56; --bad: #a63a24; --warn: #80580a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #171614; --paper: #201f1c; --ink: #ebe8e3; --quiet: #aaa49b; --line: #37342f; --tint: #2a2824;
    --accent: #7fcfc4; --accent-ink: #10211f; --saved: #4bb393; --cached: #2d6f5c; --html-only: #6c9fd4;
    --skipped: #716b63; --quarantined: #d5a544; --failed: #dd765d; --good: #74cfb0; --bad: #f09a85; --warn: #e0b45a;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
h1, h2 { font-family: ui-serif, "Iowan Old Style", Charter, Georgia, "Times New Roman", serif; font-weight: 600; }
h1 { font-size: clamp(1.5rem, 4vw, 2.1rem); line-height: 1.2; margin: .2rem 0 .3rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .75rem; }
p { margin: 0 0 .75rem; }
code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .06em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
main:focus { outline: none; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .6rem 1rem; z-index: 2; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-end; justify-content: space-between; padding-top: 2rem; padding-bottom: 1.5rem; }
.who { min-width: 0; flex: 1 1 20rem; }
.brand { margin: 0; color: var(--quiet); font-size: .82rem; letter-spacing: .08em; text-transform: uppercase; }
.facts { color: var(--quiet); margin: 0; font-size: .92rem; overflow-wrap: anywhere; }
.deeds { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.badge { margin: 0 .4rem 0 0; padding: .3rem .75rem; border-radius: 99px; border: 1px solid var(--line); font-size: .9rem; white-space: nowrap; }
.badge::before { content: ""; display: inline-block; width: .55rem; height: .55rem; border-radius: 50%; margin-right: .5rem; background: var(--skipped); }
.badge[data-tone="good"]::before { background: var(--saved); }
.badge[data-tone="warn"]::before { background: var(--quarantined); }
.badge[data-tone="bad"]::before { background: var(--failed); }
button { font: inherit; font-size: .95rem; padding: .5rem 1rem; border-radius: 9px; border: 1px solid var(--line); background: var(--paper); color: var(--ink); cursor: pointer; min-height: 2.6rem; }
button:hover { border-color: var(--accent); }
button.strong { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); }
button:disabled { color: var(--quiet); cursor: default; border-color: var(--line); }
main { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); gap: 1.25rem; padding-bottom: 3rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: clamp(1.1rem, 3vw, 1.75rem); min-width: 0; }
.wide { grid-column: 1 / -1; }
.headline { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 .9rem; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.headline span { color: var(--quiet); font-size: .55em; letter-spacing: 0; }
.whole { display: flex; height: 1.1rem; border-radius: 99px; overflow: hidden; background: var(--tint); }
.whole > span { min-width: 2px; }
.fill { background: var(--skipped); }
.fill.saved { background: var(--saved); } .fill.cached { background: var(--cached); } .fill.html_only { background: var(--html-only); }
.fill.skipped { background: var(--skipped); } .fill.quarantined { background: var(--quarantined); } .fill.failed { background: var(--failed); }
.fill.calm { background: var(--html-only); }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; list-style: none; padding: 0; margin: .8rem 0 0; font-size: .92rem; }
.key .fill { display: inline-block; width: .75rem; height: .75rem; border-radius: 3px; margin-right: .45rem; vertical-align: -.04rem; }
.key b { font-weight: 600; font-variant-numeric: tabular-nums; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: 1rem; margin: 1.5rem 0 0; }
.tiles > div { border-left: 3px solid var(--line); padding-left: .9rem; }
.tiles dt { color: var(--quiet); font-size: .86rem; }
.tiles dd { margin: 0; font-size: 1.35rem; line-height: 1.3; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { text-align: left; padding: .5rem .9rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr > :last-child { padding-right: 0; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-weight: 500; font-size: .84rem; white-space: nowrap; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 8rem; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.small { font-size: .88rem; }
.quiet, .note { color: var(--quiet); }
.note { font-size: .9rem; margin: .6rem 0 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.nowrap { white-space: nowrap; }
.bars { display: grid; gap: .65rem; margin: 0; }
.bars > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr) 3.2rem; gap: .7rem; align-items: center; }
.bars dt { color: var(--quiet); }
.bars dd { margin: 0; }
.bars .track { height: .7rem; border-radius: 4px; background: var(--tint); overflow: hidden; }
.bars .track > span { display: block; height: 100%; }
.reasons { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.25rem 2.25rem; }
.reasons p { margin: .15rem 0 0; }
.reasons .top { display: flex; justify-content: space-between; gap: 1rem; font-weight: 500; }
#throughput { min-height: 13rem; }
label { display: block; font-size: .92rem; color: var(--quiet); margin-bottom: .35rem; }
.field { display: flex; gap: .6rem; flex-wrap: wrap; }
input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: 9px; padding: .5rem .8rem; min-height: 2.6rem; flex: 1 1 14rem; min-width: 0; width: 100%; max-width: 34rem; }
.works { list-style: none; margin: 0; padding: 0; }
.works li { border-bottom: 1px solid var(--line); }
.works li:last-child { border-bottom: 0; }
.work { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr) auto; gap: .1rem 1rem; padding: .6rem 0; align-items: baseline; }
.work .name { overflow-wrap: anywhere; }
.work .name button { border: 0; background: none; padding: 0; min-height: 1.6rem; color: var(--accent); text-align: left; text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: .06em; overflow-wrap: anywhere; }
.work .name small { display: block; color: var(--quiet); font-size: .86rem; }
.tag { font-size: .9rem; white-space: nowrap; }
.tag .fill { display: inline-block; width: .6rem; height: .6rem; border-radius: 50%; margin-right: .45rem; }
.story { border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 3vw, 1.5rem); margin: 1.25rem 0; background: var(--ground); }
.story h3 { margin-top: 0; font-size: 1.15rem; overflow-wrap: anywhere; }
.story h4 { margin: 1.5rem 0 .6rem; font-size: .95rem; overflow-wrap: anywhere; }
.story .top { display: flex; justify-content: space-between; gap: 1rem; align-items: flex-start; }
.steps { list-style: none; margin: 0; padding: 0 0 0 1.1rem; border-left: 2px solid var(--line); }
.steps li { position: relative; margin-bottom: .85rem; overflow-wrap: anywhere; }
.steps li::before { content: ""; position: absolute; left: calc(-1.1rem - 6px); top: .5rem; width: 10px; height: 10px; border-radius: 50%; background: var(--skipped); }
.steps li[data-tone="good"]::before { background: var(--saved); }
.steps li[data-tone="bad"]::before { background: var(--failed); }
.steps small { display: block; color: var(--quiet); }
dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--paper); color: var(--ink); padding: 1.5rem; width: min(30rem, calc(100vw - 2rem)); }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
.buttons { display: flex; gap: .6rem; justify-content: flex-end; margin-top: 1.25rem; flex-wrap: wrap; }
#confirm-problem { color: var(--bad); margin: .75rem 0 0; }
.u-legend { font-size: .85rem; color: var(--quiet); text-align: left; }
.u-legend th, .u-legend td { border: 0; padding: .1rem .3rem; min-width: 0; font-weight: 400; }
.u-legend .u-marker { border-radius: 3px; }
@media (max-width: 56rem) { main { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 34rem) {
  header { padding-top: 1.25rem; }
  .work { grid-template-columns: minmax(0, 1fr) auto; }
  .work .name { grid-column: 1 / -1; grid-row: 2; }
}
`;
