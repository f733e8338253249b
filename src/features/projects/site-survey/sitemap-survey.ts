import { gunzipSync } from 'node:zlib';
import type { StepVisitor } from '../../../crawl/steps/step-action.ts';
import { decodeText, detectCharset, scanSitemap } from '../../../document/index.ts';
import type { SitemapSurvey } from '../../../project/index.ts';
import { normalizeUrl } from '../../../url/index.ts';

/** How many files and addresses are read: enough to see how a site is built. */
const MOST_FILES = 20;
const MOST_URLS = 50_000;
/** The sitemap protocol allows 50 MB unpacked. */
const MOST_BYTES = 52_428_800;

/** Reads the sitemaps that robots.txt names, or the one at the usual place. `pages` is null for one that could not be read. */
export async function surveySitemaps(
  named: readonly string[],
  start: string,
  visit: StepVisitor,
  signal: AbortSignal,
): Promise<{ readonly sitemaps: readonly SitemapSurvey[]; readonly urls: readonly string[] }> {
  const usual = new URL('/sitemap.xml', start).href;
  const roots = named.length > 0 ? named.flatMap((each) => URL.parse(each, start)?.href ?? []) : [usual];
  const urls = new Set<string>();
  const sitemaps: SitemapSurvey[] = [];
  let files = 0;
  for (const root of roots.slice(0, MOST_FILES)) {
    let pages: number | null = null;
    const waiting = [root];
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (signal.aborted || files >= MOST_FILES) break;
      files++;
      const entries = await entriesOf(url, visit);
      if (entries === null) continue;
      pages ??= 0;
      for (const { kind, url: entry } of entries) {
        const target = URL.parse(entry, url)?.href;
        if (target === undefined) continue;
        if (kind === 'sitemap') waiting.push(target);
        else if (kind === 'page') {
          pages++;
          if (urls.size < MOST_URLS) urls.add(normalizeUrl(target));
        }
      }
    }
    // A missing sitemap at the usual place is normal.
    if (pages !== null || named.length > 0) sitemaps.push({ url: root, pages });
  }
  return { sitemaps, urls: [...urls] };
}

async function entriesOf(url: string, visit: StepVisitor) {
  const answer = await visit({ url }).catch(() => null);
  if (answer?.status !== 200) return null;
  const body = unpacked(answer.body);
  if (body === null) return null;
  const text = decodeText(body, detectCharset(body, answer.headers.get('content-type')).charset);
  // A "not found" page with status 200 is not a sitemap.
  return /<html[\s>]/i.test(text.slice(0, 1000)) ? null : scanSitemap(text).entries;
}

function unpacked(body: Uint8Array): Uint8Array | null {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch {
    return null;
  }
}
