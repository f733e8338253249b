/**
 * Pages that are made to cost: each kind is of one thing only, as much of it as fits. Twice the size is twice the number of things.
 */
export const worstPages = {
  nesting: (bytes) => `${repeated('<div>', bytes)}deep`,
  'nesting with text': (bytes) => repeated('<div>x ', bytes),
  'nesting that is closed': (bytes) => `${repeated('<i>', bytes / 2)}x${repeated('</i>', bytes / 2)}`,
  siblings: (bytes) => repeated('<p>x', bytes),
  'numbered siblings': (bytes) => repeatedEach((n) => `<p id=p${n}>number ${n}</p>`, bytes),
  attributes: (bytes) => `<p ${repeatedEach((n) => `a${n}=x `, bytes)}>one</p>`,
  'one long attribute': (bytes) => `<p class="${repeated('a ', bytes)}">one</p>`,
  classes: (bytes) => repeated(`<p class="${'a b c d '.repeat(20)}">x</p>`, bytes),
  'nested tables': (bytes) => `<table>${repeated('<td><table>x', bytes)}`,
  'a table of one row': (bytes) => `<table><tr>${repeated('<td>x', bytes)}</table>`,
  'a table of one column': (bytes) => `<table>${repeated('<tr><td>x', bytes)}</table>`,
  'one line': (bytes) => repeated('tide at 12:30, ', bytes),
  'one word': (bytes) => repeated('x', bytes),
  'white space': (bytes) => `a${repeated(' ', bytes)}b`,
  'lines in pre': (bytes) => `<pre>${repeated('x\n', bytes)}</pre>`,
  'nested lists': (bytes) => repeated('<ul><li>x', bytes),
  headings: (bytes) => repeated('<h1>x</h1>', bytes),
  'unclosed tags': (bytes) => repeated('<b><p>x', bytes),
  'tags that do not end': (bytes) => repeated('<a ', bytes),
  'end tags of nothing': (bytes) => `${'<div>'.repeat(900)}${repeated('</b>', bytes)}`,
  'end tags in nesting': (bytes) => `${repeated('<div>', bytes / 2)}${repeated('</p>', bytes / 2)}`,
  entities: (bytes) => repeated('&amp;&#x41;&notin;', bytes),
  comments: (bytes) => repeated('<!-- x -->', bytes),
  templates: (bytes) => repeated('<template>x', bytes),
  drawings: (bytes) => repeated('<svg><g>x', bytes),
  links: (bytes) => repeatedEach((n) => `<a href="/${n}">page ${n}</a> `, bytes),
  'nested links': (bytes) => repeatedEach((n) => `<a href="/${n}">x`, bytes),
  fields: (bytes) => `<form><fieldset disabled>${repeatedEach((n) => `<input name=a${n}>`, bytes)}`,
  'nested fieldsets': (bytes) =>
    `<form>${'<fieldset disabled><legend>'.repeat(200)}${repeated('<input name=a>', bytes)}`,
  choices: (bytes) => `<form><select name=a>${repeatedEach((n) => `<option>${n}`, bytes)}</select>`,
  forms: (bytes) => repeated('<form><input name=a></form>', bytes),
  'signs that begin no tag': (bytes) => repeated('<', bytes),
  'ends of nothing in text': (bytes) => repeated('</ ', bytes),
  'declarations that do not end': (bytes) => repeated('<!', bytes),
  'scripts that do not end': (bytes) => repeated('<script><!--', bytes),
  'a long title': (bytes) => `<title>${repeated('high water ', bytes)}</title>`,
  'signs of references': (bytes) => repeated('&', bytes),
  'words of combining marks': (bytes) => repeated('e\u0301\u0302', bytes),
  'nested records': (bytes) =>
    repeatedEach((n) => `<ul><li>part ${n}<p>${n}</p></li><li>next</li><li>last`, bytes),
  figures: (bytes) => repeatedEach((n) => `<li>figure${n}x is ${n}</li>`, bytes),
  appointments: (bytes) => repeatedEach((n) => `<li>${'5 listopada 12:30, '.repeat(20)}${n}</li>`, bytes),
  numbers: (bytes) => repeatedEach((n) => `<p>${n}.${n} EUR`, bytes),
} as const satisfies Readonly<Record<string, (bytes: number) => string>>;

export type WorstKind = keyof typeof worstPages;

export const worstKinds = Object.keys(worstPages) as readonly WorstKind[];

export const worstPage = (kind: WorstKind, bytes: number): string =>
  `<!doctype html><title>Worst</title>${worstPages[kind](bytes)}`;

const repeated = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length));

function repeatedEach(piece: (number: number) => string, bytes: number): string {
  const pieces: string[] = [];
  for (let length = 0; length < bytes; ) {
    const text = piece(pieces.length);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
}
