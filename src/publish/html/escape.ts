import { printable } from '../printable.ts';

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of a stranger's page, for an element or a quoted attribute. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (sign) => references[sign] ?? '');
}

/** A link to where a page came from. Only addresses that a browser merely opens: `javascript:` is shown, not linked. */
export function outsideLink(url: string, text: string = url): string {
  const shown = `<bdi>${escaped(text)}</bdi>`;
  if (!/^(?:https?|ftps?):\/\//i.test(url)) return shown;
  return `<a href="${escaped(url)}" rel="noopener noreferrer">${shown}</a>`;
}
