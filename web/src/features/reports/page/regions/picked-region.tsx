import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { PageFrame } from '../before-and-after/page-frame.tsx';
import { allIn } from './found-in.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The page below a transparent pane that shows the part under the pointer. The page itself gets no events. */
export function PickedRegion({
  page,
  selector,
  onPick,
}: {
  readonly page: Document;
  readonly selector: string;
  readonly onPick: (element: Element) => void;
}) {
  const [shown, setShown] = useState<Document | null>(null);
  const [pointed, setPointed] = useState<Box | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [, setWidth] = useState(0);
  useEffect(() => {
    if (pane.current === null) return;
    // In a page of another width, parts have other positions.
    const resized = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    resized.observe(pane.current);
    return () => resized.disconnect();
  }, []);
  const ready = useCallback((document: Document) => setShown(document), []);
  const under = (event: MouseEvent<HTMLElement>): Element | null => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const found = shown?.elementFromPoint(event.clientX - left, event.clientY - top) ?? null;
    return found === shown?.body || found === shown?.documentElement ? null : found;
  };
  const chosen = shown === null ? [] : allIn(shown, selector).slice(0, 50).map(boxOf);
  return (
    <PageFrame page={page} title="The page, to choose parts of" onReady={ready}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same without a mouse */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        ref={pane}
        className="region-pane"
        onMouseMove={(event) => {
          const element = under(event);
          setPointed(element === null ? null : boxOf(element));
        }}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => {
          const element = under(event);
          if (element !== null) onPick(element);
        }}
      >
        {pointed !== null && <span className="region-box pointed" style={{ ...pointed }} />}
        {chosen.map((box) => (
          <span
            key={`${box.left} ${box.top} ${box.width} ${box.height}`}
            className="region-box chosen"
            style={{ ...box }}
          />
        ))}
      </div>
    </PageFrame>
  );
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
