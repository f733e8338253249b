import { hash } from 'node:crypto';

/**
 * An address that cannot exist, built like that of a page: what the site answers is its page for unknown addresses. It is
 * another name in the same folder, or, where the query selects the page, the same path with impossible values.
 */
export function nonsenseAddress(url: string, { querySelects }: { readonly querySelects: boolean }): string {
  const nonsense = new URL(url);
  nonsense.hash = '';
  const letters = hash('md5', url).replace(/[0-9]/g, (digit) => String.fromCharCode(103 + Number(digit)));
  if (querySelects) {
    for (const [name, value] of new URL(url).searchParams) {
      nonsense.searchParams.set(name, /^\d+$/.test(value) ? `9${digitsOf(letters)}` : letters.slice(0, 14));
    }
    return nonsense.href;
  }
  nonsense.search = '';
  const [, folder = '/', extension = ''] = /^(.*\/)[^/]*?(\.[a-z0-9]{1,5})?$/i.exec(nonsense.pathname) ?? [];
  nonsense.pathname = `${folder}${letters.slice(0, 14)}${extension}`;
  return nonsense.href;
}

function digitsOf(letters: string): string {
  return [...letters.slice(0, 8)].map((letter) => letter.charCodeAt(0) % 10).join('');
}
