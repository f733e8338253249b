/** The overview takes the whole window: the drawing on the left, the states on the right; one below the other where it is narrow. */
export const overviewStyle = `
body { display: flex; flex-direction: column; max-width: none; height: 100vh; padding: 1.1rem 1.5rem 1rem; gap: 0.9rem; }
header { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); gap: 0.5rem 2.5rem; align-items: center; }
h1 { font-size: 1.45rem; }
.when { font-size: 0.9rem; }
.slider label { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: baseline; font-size: 0.92rem; }
.slider output { font-weight: 650; font-variant-numeric: tabular-nums; }
#counts { min-height: 1.55em; margin: 0.4rem 0 0; font-size: 1.05rem; }
#threshold { display: block; width: 100%; height: 20px; margin: 0.15rem 0 0; accent-color: var(--link); }
#histogram { display: block; width: calc(100% - 16px); height: 42px; margin: 0.1rem 8px 0; }
#histogram rect { fill: var(--edge); }
#histogram rect.within { fill: var(--link); }
.ends { display: flex; justify-content: space-between; margin: 0.1rem 4px 0; color: var(--soft); font-size: 0.78rem; }
main { display: grid; grid-template-columns: minmax(0, 1fr) 24rem; gap: 1rem; flex: 1; min-height: 0; }
.drawing { position: relative; min-height: 0; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); overflow: hidden; }
#graph { position: absolute; inset: 0; }
.__________cytoscape_container { position: relative; }
#graph.__________cytoscape_container { position: absolute; }
#bands { position: absolute; inset: 0 auto 0 0; pointer-events: none; }
#bands span {
  position: absolute; left: 0.6rem; padding: 0 0.4rem; border-radius: 0.3rem; background: var(--card); color: var(--soft);
  font-size: 0.78rem; white-space: nowrap;
}
.zoom { position: absolute; right: 0.6rem; bottom: 0.6rem; display: flex; gap: 0.35rem; }
button { font: inherit; color: inherit; cursor: pointer; }
.zoom button, #back {
  min-width: 2.2rem; padding: 0.2rem 0.6rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: var(--paper); font-size: 0.88rem;
}
button:focus-visible, input:focus-visible, [tabindex]:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
aside { min-height: 0; overflow: auto; padding: 0.2rem 0.6rem 1rem 0.2rem; }
aside h2 { margin: 1.2rem 0 0.3rem; font-size: 0.95rem; }
#state-title { margin-top: 0.8rem; font-size: 1.1rem; overflow-wrap: anywhere; }
#state-title small { display: block; font-size: 0.82rem; }
#state-address { margin: 0.2rem 0 0.8rem; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
#state-picture img { display: block; max-width: 100%; border: 1px solid var(--line); border-radius: 0.4rem; }
aside label { color: var(--soft); font-size: 0.85rem; }
#find { width: 100%; padding: 0.4rem 0.7rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--card); color: var(--ink); font: inherit; }
#found { margin: 0.3rem 0 0; color: var(--soft); font-size: 0.85rem; }
aside ul, aside ol { margin: 0; padding: 0; list-style: none; font-size: 0.92rem; overflow-wrap: anywhere; }
aside ol { padding-left: 1.3rem; list-style: decimal; }
aside li { padding: 0.12rem 0; }
#removed li { color: var(--soft); }
#removed small { display: block; }
.state { padding: 0.1rem 0; border: 0; background: none; color: var(--link); text-align: left; overflow-wrap: anywhere; }
.state:hover { text-decoration: underline; text-underline-offset: 0.2em; }
#list li { padding: 0; }
#list .state { width: 100%; padding: 0.2rem 0.4rem; border-radius: 0.3rem; color: var(--ink); }
#list .state:hover { background: var(--card); text-decoration: none; }
details { margin-top: 1rem; }
summary { cursor: pointer; font-size: 0.92rem; }
pre {
  max-height: 26rem; margin: 0.4rem 0 0; padding: 0.7rem; overflow: auto; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--card);
  font: 0.8rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
footer { margin: 0; padding: 0; border: 0; font-size: 0.8rem; }
[hidden] { display: none !important; }
@media (max-width: 60rem) {
  body { height: auto; padding: 1rem; }
  header, main { grid-template-columns: minmax(0, 1fr); }
  .drawing { height: 70vh; }
  aside { overflow: visible; padding: 0; }
}
`;
