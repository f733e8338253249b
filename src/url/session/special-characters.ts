/** Characters that cannot stand inside a session id, because a URL gives them a meaning (A, section 3.1). */
const SPECIAL = new Set(';/?=&%#');

export function isSpecial(character: string): boolean {
  return SPECIAL.has(character);
}
