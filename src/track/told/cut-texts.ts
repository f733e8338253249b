/** Nobody reads more of one change, and a run with 100,000 changes must fit on a disk. */
const longest = 8000;
/** Characters that are kept on each side of what differs. */
const context = 400;

/** What is kept of the texts of a change. */
interface KeptTexts {
  readonly before: string | null;
  readonly after: string | null;
  readonly isCut: boolean;
}

/** The texts before and after, or, of long ones, the part in which they differ. */
export function cutTexts(before: string | null, after: string | null): KeptTexts {
  if ((before?.length ?? 0) <= longest && (after?.length ?? 0) <= longest)
    return { before, after, isCut: false };
  if (before === null || after === null || before === after)
    return { before: beginning(before), after: beginning(after), isCut: true };
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  return {
    before: beginning(around(before, start, before.length - end)),
    after: beginning(around(after, start, after.length - end)),
    isCut: true,
  };
}

function sharedStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let shared = 0;
  while (shared < most && before.charCodeAt(shared) === after.charCodeAt(shared)) shared++;
  return shared;
}

function sharedEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let shared = 0;
  while (
    shared < most &&
    before.charCodeAt(before.length - 1 - shared) === after.charCodeAt(after.length - 1 - shared)
  )
    shared++;
  return shared;
}

/** A part of the text with the words around it. */
function around(text: string, from: number, to: number): string {
  const start = Math.max(from - context, 0);
  const end = Math.min(to + context, text.length);
  const head = start === 0 ? '' : '… ';
  const tail = end === text.length ? '' : ' …';
  const part = text.slice(start, end);
  const whole = start === 0 ? part : part.replace(/^\S*\s/u, '');
  return `${head}${end === text.length ? whole : whole.replace(/\s\S*$/u, '')}${tail}`;
}

function beginning<T extends string | null>(text: T): T | string {
  return text === null || text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()} …`;
}
