/** What a drawn value looks like. A rule hides nothing but values of its shape. */
export type ValueShape = 'number' | 'code' | 'words';

/** Digits and the signs of numbers; letters and digits mixed as machines do; anything else. */
export function shapeOf(tokens: readonly string[]): ValueShape {
  if (tokens.length > 0 && tokens.every((token) => /^(?:\p{N}[\p{N}.,:'’]*|[.,:'%+-])$/u.test(token)))
    return 'number';
  if (tokens.length > 0 && tokens.every(isCode)) return 'code';
  return 'words';
}

function isCode(token: string): boolean {
  return /^[-_.:/+=]$/.test(token) || (/^[\w]+$/.test(token) && (/\d/.test(token) || token.length >= 20));
}

/** A number also fits where codes were drawn. */
export function fitsShape(tokens: readonly string[], shape: ValueShape): boolean {
  const own = shapeOf(tokens);
  return shape === 'words' || own === shape || (shape === 'code' && own === 'number');
}

export function widerShape(a: ValueShape, b: ValueShape): ValueShape {
  if (a === b) return a;
  return a === 'words' || b === 'words' ? 'words' : 'code';
}
