import { type ReactNode, useEffect, useRef, useState } from 'react';
import './page-frame.css';

/** The greatest height, in pixels: a page without its styles can be endless. */
const TALLEST = 12_000;

/** Pixels of the page above the first change, to show where it is. */
const ROOM_ABOVE = 96;

/** The styles of marks; those of the site are removed. */
const look = `
  :root { color-scheme: light; }
  body { display: flow-root; margin: 0; padding: 1rem 1.25rem; color: #13232a; background: #fff; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  a { color: #0a6176; text-decoration: underline; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; }
  img { vertical-align: middle; }
  table { border-collapse: collapse; } td, th { padding: 2px 8px 2px 0; }
  ins { background: #d6f3e0; color: #0a5429; text-decoration: none; } del { background: #fce2e0; color: #91201a; }
  [data-change] { position: relative; outline: 2px solid #0a6176; outline-offset: 3px; border-radius: 2px; }
  [data-change]::after { content: attr(data-says); display: inline-block; margin-left: .5em; padding: 0 .4em; border-radius: 3px; background: #dcf0f4; color: #0a6176; font: 600 11px/16px system-ui, sans-serif; }
  [data-change=new] { outline-color: #0a5429; } [data-change=new]::after { background: #d6f3e0; color: #0a5429; }
  [data-change=gone] { outline-color: #91201a; } [data-change=gone]::after { background: #fce2e0; color: #91201a; }
  [data-change=moved] { outline: 2px dashed #4d3a9b; } [data-change=moved]::after { background: #e9e5fb; color: #4d3a9b; }
  [data-change=noise] { outline: 1px dotted #50646e; color: #50646e; filter: grayscale(1); } [data-change=noise]::after { background: #eef3f5; color: #50646e; }
`;

/** A harmless page in a frame in which nothing runs, as tall as the page; `onReady` gets its document. */
export function PageFrame({
  page,
  title,
  onReady,
  firstInView,
  children,
}: {
  readonly page: Document;
  readonly title: string;
  readonly onReady?: (shown: Document) => void;
  /** A selector: the page is scrolled to the first element that it matches. */
  readonly firstInView?: string;
  /** Shown over the page. */
  readonly children?: ReactNode;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const around = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  const beginAt = useRef<number | null>(null);
  useEffect(() => {
    // Before the height is set, the frame cannot be scrolled there.
    void height;
    if (beginAt.current !== null && around.current !== null)
      around.current.scrollTop = beginAt.current - ROOM_ABOVE;
    beginAt.current = null;
  }, [height]);
  const ready = useRef(onReady);
  useEffect(() => {
    ready.current = onReady;
  }, [onReady]);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const show = () => {
      const shown = element.contentDocument;
      const view = element.contentWindow as (Window & typeof globalThis) | null;
      if (shown === null || view === null) return;
      // Not a style element: the policy of these pages rightly refuses one.
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(look);
      shown.adoptedStyleSheets = [sheet];
      shown.body.replaceWith(shown.importNode(page.body, true));
      shown.documentElement.lang = page.documentElement.lang;
      const first = firstInView === undefined ? null : shown.querySelector(firstInView);
      beginAt.current = first === null ? null : first.getBoundingClientRect().top;
      measure();
      ready.current?.(shown);
    };
    const measure = () => {
      const shown = element.contentDocument;
      if (shown === null) return;
      // Not the body: in an empty frame it is as tall as the frame.
      const content = shown.createRange();
      content.selectNodeContents(shown.body);
      setHeight(Math.min(Math.max(Math.ceil(content.getBoundingClientRect().bottom) + 16, 120), TALLEST));
    };
    if (element.contentDocument?.readyState === 'complete') show();
    element.addEventListener('load', show);
    // A narrower page is a taller one.
    const narrowed = new ResizeObserver(measure);
    narrowed.observe(element);
    return () => {
      element.removeEventListener('load', show);
      narrowed.disconnect();
    };
  }, [page, firstInView]);
  return (
    <div ref={around} className="page-frame">
      <div className="page-frame-inside" style={{ height }}>
        <iframe ref={frame} sandbox="allow-same-origin" title={title} tabIndex={-1} />
        {children}
      </div>
    </div>
  );
}
