const shortestPassword = 12;
/** Longest password. Hashing takes longer for longer texts, and people do not type more. */
const longestPassword = 256;
const userName = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Names are compared in lower case: `Ada` and `ada` are one user. */
export const userNameOf = (typed: string): string => typed.normalize('NFKC').trim().toLowerCase();

/** What is wrong with a name that `userNameOf` made; null when nothing is. */
export function complaintAboutName(name: string): string | null {
  if (userName.test(name)) return null;
  return 'A user name has 1 to 64 letters a to z, digits, and between them . _ @ + or -.';
}

/** The same password, however the keyboard composes its letters. */
export const passwordOf = (typed: string): string => typed.normalize('NFKC');

/** What is wrong with a password; null when nothing is. Length counts; rules about signs make people choose worse ones. */
export function complaintAboutPassword(password: string, name: string): string | null {
  const letters = [...password];
  if (letters.length < shortestPassword)
    return `A password has at least ${shortestPassword} characters. Three or four words that do not belong together are easy to remember.`;
  if (letters.length > longestPassword) return `A password has at most ${longestPassword} characters.`;
  if (new Set(letters).size < 5) return 'This password repeats the same few characters. Choose another one.';
  const bare = password.toLowerCase();
  if (name.length >= 4 && bare.includes(name) && letters.length - name.length < shortestPassword / 2)
    return 'This password is little more than the name of the user. Choose another one.';
  return null;
}

/** In milliseconds. After that, a new token is needed. */
export const longestTokenLife = 2 * 366 * 24 * 60 * 60 * 1000;
