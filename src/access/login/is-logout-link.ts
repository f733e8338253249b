import { exitPhrases, logoutPhrases } from './logout-phrases.ts';
import { addressCompanions, isPhraseWithCompanions, Phrases, partsOfUrl, wordsOf } from './phrases.ts';

const logout = new Phrases(logoutPhrases);
const exit = new Phrases(exitPhrases);

/** `Log out (maria)` is the longest that is usual. */
const mostWordsAfter = 2;

/** Whether following the link would end the session, by its address and by what stands on it. */
export function isLogoutLink(url: string, text?: string): boolean {
  return logoutReason(url, text) !== null;
}

/** Why it is taken for one, for reports; null when it is not. */
export function logoutReason(url: string, text?: string): string | null {
  const part = partsOfUrl(url).find((each) =>
    isPhraseWithCompanions(wordsOf(each), logout, addressCompanions),
  );
  if (part !== undefined) return `its address says "${part}"`;
  return text !== undefined && saysLogout(text) ? `it is called "${text.trim().slice(0, 60)}"` : null;
}

function saysLogout(text: string): boolean {
  if (text.length > 200) return false;
  const words = wordsOf(text);
  if (exit.isWhole(words)) return true;
  const length = logout.lengthAt(words, 0);
  if (length > 0 && words.length - length <= mostWordsAfter) return true;
  // `maria: log out`
  const rest = logout.lengthAt(words, 1);
  return rest > 0 && rest === words.length - 1;
}
