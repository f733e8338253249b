const CHARACTER = 7;
const WIDEST = 320;
const HEIGHT = 28;

/** A grey box with the words for a picture that is not shown: browsers put the sign of a broken picture there. */
export function picturePlace(words: string): string {
  const said = words.trim() === '' ? 'picture' : words.trim();
  const width = Math.min(24 + CHARACTER * [...said].length, WIDEST);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">
    <rect width="100%" height="100%" rx="4" fill="#eef3f5"/>
    <text x="12" y="19" font-family="system-ui, sans-serif" font-size="13" fill="#50646e">${escaped(said)}</text>
  </svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

const escaped = (text: string): string =>
  // Characters that no XML may have would leave the box empty.
  text
    .replace(/[^\P{C}\t]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
