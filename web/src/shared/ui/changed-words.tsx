import './changed-words.css';

interface Word {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/**
 * A text with removed words struck through and added words marked, in elements that screen readers announce. `side` leaves out what the other side
 * has.
 * Long unchanged stretches are cut in the middle when `isShort`.
 */
export function ChangedWords({
  words,
  side = 'both',
  isShort = false,
}: {
  readonly words: readonly Word[];
  readonly side?: 'both' | 'before' | 'after';
  readonly isShort?: boolean;
}) {
  const left = side === 'before' ? 'added' : side === 'after' ? 'removed' : null;
  return (
    <span className="changed-words" dir="auto">
      {words.map(({ kind, text }, place) => {
        if (kind === left) return null;
        if (kind !== 'same') return <Marked key={place} kind={kind} text={text} />;
        return <span key={place}>{isShort ? shortened(text, place, words.length) : text}</span>;
      })}
    </span>
  );
}

/** Spaces around a word are no part of the change that people see. */
function Marked({ kind, text }: { readonly kind: 'added' | 'removed'; readonly text: string }) {
  const [, before = '', word = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  return (
    <>
      {before}
      {word !== '' && (kind === 'removed' ? <del>{word}</del> : <ins>{word}</ins>)}
      {after}
    </>
  );
}

const KEPT = 48;

/** The words next to a change say what it is about; the rest is on the page. */
function shortened(text: string, place: number, count: number): string {
  if (text.length <= 2 * KEPT) return text;
  const start = place === 0 ? '' : upToWord(text.slice(0, KEPT));
  const end = place === count - 1 ? '' : fromWord(text.slice(-KEPT));
  return `${start} … ${end}`;
}

const upToWord = (text: string): string => text.replace(/\s+\S*$/u, '');
const fromWord = (text: string): string => text.replace(/^\S*\s+/u, '');
