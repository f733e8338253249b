/** What all pages share: calm and readable, light or dark as the reader's system prefers. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #22262b; --soft: #646b73; --line: #e5e2da; --edge: #8a8f96; --link: #1f5f8b;
  --new: #1f6f8b; --upd: #8a5c00; --mis: #b3372f; --err: #7a4e9c; --sam: #52796f;
  --added: #12633a; --added-back: #dff3e4; --removed: #9c2b24; --removed-back: #fbe3e0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --card: #1c2025; --ink: #dfe3e7; --soft: #949ca5; --line: #2d3238; --edge: #767d86; --link: #7fb8e0;
    --new: #6fc3df; --upd: #e0b04c; --mis: #ef8a80; --err: #c29be2; --sam: #8fbfae;
    --added: #8fe0ae; --added-back: #17382a; --removed: #f3a69e; --removed-back: #43211f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 3rem 1.5rem 5rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 { margin: 0; font-size: 1.9rem; font-weight: 650; letter-spacing: -0.015em; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.1rem; font-weight: 650; }
h2 small, h1 small { color: var(--soft); font-weight: 400; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 0.2em; }
a:hover { color: var(--link); text-decoration-color: currentColor; }
code { font: 0.86em ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.soft { color: var(--soft); }
.eyebrow { margin: 0 0 0.4rem; color: var(--soft); font-size: 0.82rem; letter-spacing: 0.02em; }
.when { margin: 0.4rem 0 0; color: var(--soft); }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.85rem; }
`;

export const diffStyle = `
h1.page { font-size: 1.35rem; }
h1.page a { text-decoration: none; }
.whole { margin-top: 2rem; }
.diff { margin: 0; padding: 0; list-style: none; }
.diff > li { padding: 0.7rem 0; border-top: 1px solid var(--line); }
.diff > li:first-child { border-top: 0; }
.place { margin: 0 0 0.15rem; color: var(--soft); font-size: 0.82rem; overflow-wrap: anywhere; }
.place b { font-weight: 600; }
.words { margin: 0; overflow-wrap: anywhere; }
ins, del { padding: 0.05em 0.15em; border-radius: 0.2em; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
ins { background: var(--added-back); color: var(--added); text-decoration: none; }
del { background: var(--removed-back); color: var(--removed); text-decoration-thickness: 1px; }
.noise { padding-left: 0.8rem !important; border-left: 3px dashed var(--line); color: var(--soft); }
.note { margin: 0.3rem 0 0; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
.links { margin: 0.35rem 0 0; padding: 0; list-style: none; font-size: 0.88rem; overflow-wrap: anywhere; }
`;
