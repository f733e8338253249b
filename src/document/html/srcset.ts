/** The URLs of a `srcset` (HTML 4.8.4.3.10): candidates part at commas, but a URL may hold commas itself. */
export function srcsetUrls(srcset: string): readonly string[] {
  const urls: string[] = [];
  const length = srcset.length;
  let position = 0;
  while (position < length) {
    while (position < length && (isSpace(srcset[position]) || srcset[position] === ',')) position++;
    const start = position;
    while (position < length && !isSpace(srcset[position])) position++;
    let end = position;
    while (end > start && srcset[end - 1] === ',') end--;
    if (end > start) urls.push(srcset.slice(start, end));
    if (end === position) position = afterDescriptors(srcset, position);
  }
  return urls;
}

/** A comma inside parentheses belongs to a descriptor of the future. */
function afterDescriptors(srcset: string, from: number): number {
  let isInParentheses = false;
  let position = from;
  for (; position < srcset.length; position++) {
    const character = srcset[position];
    if (character === '(') isInParentheses = true;
    else if (character === ')') isInParentheses = false;
    else if (character === ',' && !isInParentheses) break;
  }
  return position;
}

function isSpace(character: string | undefined): boolean {
  return (
    character === ' ' || character === '\n' || character === '\t' || character === '\r' || character === '\f'
  );
}
