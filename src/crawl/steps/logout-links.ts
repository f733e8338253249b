import { Parser } from 'htmlparser2';
import { isLogoutLink, type VisitorAnswer } from '../../access/index.ts';
import { normalizeUrl } from '../../url/index.ts';
import { textOfPage } from './opened-page.ts';

/**
 * The addresses of a page's links that log out, by what stands on them: `/session/end` says nothing by itself. The
 * scanner of the crawl does not keep the text of links, so this is asked of the pages on which steps arrive; the link
 * is the same on all pages of a site.
 */
export function logoutLinks(page: VisitorAnswer): readonly string[] {
  const found: string[] = [];
  let href: string | null = null;
  let text = '';
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name !== 'a') return;
      href = attributes['href'] ?? null;
      text = attributes['title'] ?? '';
    },
    ontext: (part) => {
      if (href !== null) text += part;
    },
    onclosetag: (name) => {
      if (name !== 'a' || href === null) return;
      const url = URL.parse(href, page.url);
      if (url !== null && /^https?:$/.test(url.protocol) && isLogoutLink(url.href, text))
        found.push(normalizeUrl(url.href));
      href = null;
    },
  });
  parser.end(textOfPage(page).html);
  return found;
}
