import type { SegmentChange } from '../page-queries.ts';

export type Side = 'before' | 'after';

const says = { changed: 'Changed', new: 'New', gone: 'Gone', moved: 'Moved', noise: 'Noise' } as const;

const solid = (text: string): string => text.replace(/\s+/g, '');

/** Marks the changes in a page, word by word. Returns the changes that have no place in it, such as those of its title. */
export function markChanges(
  page: Document,
  changes: readonly SegmentChange[],
  side: Side,
): readonly SegmentChange[] {
  const elements = [...page.body.querySelectorAll('*')];
  const texts = new Map(elements.map((element) => [element, solid(element.textContent ?? '')]));
  return changes.filter((change) => {
    const found = elementOf(change, side, elements, texts);
    if (found === null) return true;
    const kind = change.isNoise ? 'noise' : change.flag;
    found.setAttribute('data-change', kind);
    found.setAttribute('data-says', says[kind]);
    markWords(found, change, side);
    return false;
  });
}

/** The innermost element that has exactly the words of a change; null when there is none. */
export function elementOf(
  { words, isCut }: Pick<SegmentChange, 'words' | 'isCut'>,
  side: Side,
  elements: readonly Element[],
  texts: ReadonlyMap<Element, string>,
): Element | null {
  const leftOut = side === 'before' ? 'added' : 'removed';
  const wanted = solid(
    words
      .filter(({ kind }) => kind !== leftOut)
      .map(({ text }) => text)
      .join(''),
  );
  if (wanted === '') return null;
  const fits = (element: Element) => {
    const text = texts.get(element) ?? '';
    return !element.hasAttribute('data-change') && (isCut ? text.startsWith(wanted) : text === wanted);
  };
  return elements.findLast((element) => fits(element)) ?? null;
}

/** Wraps the words that one side has and the other has not. White space is ignored, because mark-up adds and removes it. */
function markWords(element: Element, { words, isNoise }: SegmentChange, side: Side): void {
  if (isNoise) return;
  const [own, leftOut, tag] =
    side === 'before' ? (['removed', 'added', 'del'] as const) : (['added', 'removed', 'ins'] as const);
  const marks = words
    .filter(({ kind }) => kind !== leftOut)
    .flatMap(({ kind, text }) => Array.from(solid(text), () => kind === own));
  if (!marks.includes(true) || !marks.includes(false)) return;
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  let at = 0;
  for (const node of nodes) {
    const parts: { text: string; isMarked: boolean }[] = [];
    for (const sign of node.data) {
      const isMarked = /\s/.test(sign) ? (parts.at(-1)?.isMarked ?? false) : (marks[at++] ?? false);
      const last = parts.at(-1);
      if (last?.isMarked === isMarked) last.text += sign;
      else parts.push({ text: sign, isMarked });
    }
    if (!parts.some(({ isMarked }) => isMarked)) continue;
    node.replaceWith(
      ...parts.map(({ text, isMarked }) => {
        if (!isMarked) return text;
        const mark = element.ownerDocument.createElement(tag);
        mark.textContent = text;
        return mark;
      }),
    );
  }
}
