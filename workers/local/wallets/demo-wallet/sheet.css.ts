/** The sheet's styles, separate from the app's because a wallet is a separate program. Colours follow the page's colour scheme. */
export const SHEET_CSS = `
:host { color-scheme: light dark; }
:host([data-theme=light]) { color-scheme: light; }
:host([data-theme=dark]) { color-scheme: dark; }
* { box-sizing: border-box; margin: 0; }
dialog {
  --ink: light-dark(#14120f, #f6f1ea);
  --soft: light-dark(#57524b, #bdb4a8);
  --line: light-dark(#e7e0d6, #38322b);
  --ground: light-dark(#ffffff, #1b1815);
  --sunken: light-dark(#f6f2ec, #100e0c);
  inset: auto 0 0 auto;
  width: min(400px, 100vw - 24px);
  max-width: none;
  max-height: min(680px, 100dvh - 24px);
  margin: 12px;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 20px;
  background: var(--ground);
  color: var(--ink);
  font: 400 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  box-shadow: 0 18px 60px light-dark(#2a1d0a40, #000c);
  overflow: hidden;
  overflow-wrap: anywhere;
}
dialog[open] { display: flex; flex-direction: column; animation: in 200ms cubic-bezier(.2, .7, .2, 1); }
dialog::backdrop { background: #0b0a0966; }
@keyframes in { from { opacity: 0; translate: 0 16px; } }
@media (min-width: 600px) { dialog { inset: 12px 12px auto auto; margin: 0; } }
@media (max-width: 599px) { dialog { inset: auto 0 0 0; margin: auto 12px 12px; } }
@media (prefers-reduced-motion: reduce) { dialog[open] { animation: none; } }
.head { display: flex; align-items: center; gap: 10px; padding: 12px 16px; border-bottom: 1px solid var(--line); background: var(--sunken); }
.head img { width: 36px; height: 36px; border-radius: 10px; }
.head p { line-height: 1.25; }
.head b { display: block; font-size: 14px; }
.head span { color: var(--soft); font-size: 12.5px; }
.head code { margin-left: auto; white-space: nowrap; color: var(--soft); font: 12.5px ui-monospace, monospace; }
.body { display: grid; gap: 14px; align-content: start; padding: 18px 16px; overflow-y: auto; }
h2 { font-size: 20px; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
dl { display: grid; gap: 6px; }
dl > div { display: flex; justify-content: space-between; gap: 16px; }
dt { color: var(--soft); flex: none; }
dd { text-align: right; font-variant-numeric: tabular-nums; }
.warning { padding: 10px 12px; border-radius: 12px; background: light-dark(#ffe9ed, #35141b); color: light-dark(#a11a36, #ffa3b3); }
details { border: 1px solid var(--line); border-radius: 12px; }
summary { padding: 10px 12px; min-height: 44px; cursor: pointer; color: var(--soft); }
pre { max-height: 200px; overflow: auto; padding: 0 12px 12px; font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
.foot { display: flex; gap: 10px; padding: 12px 16px 16px; }
button { flex: 1; min-height: 46px; border: 1px solid var(--line); border-radius: 999px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--soft); }
button.yes { border-color: transparent; background: light-dark(#14120f, #f6f1ea); color: light-dark(#ffffff, #14120f); }
button.yes:hover { opacity: .88; }
:focus-visible { outline: 3px solid light-dark(#2457d6, #93b4ff); outline-offset: 2px; }
`
