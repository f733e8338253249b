import { lowerCaseAroundEscapes } from './percent-escapes.ts';
import type { UrlRule } from './standard-rules.ts';
import { isWebUrl } from './url-parts.ts';

/** May merge different pages: on most servers, names in upper and lower case are two files. */
export const lowerCasePath: UrlRule = {
  name: 'lower-case-path',
  why: 'the server is assumed to ignore the case of paths',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const path = lowerCaseAroundEscapes(parts.path);
    return path === parts.path ? parts : { ...parts, path };
  },
};

/**
 * Names that web servers give to the page of a folder: four of the paper on URL signatures (section 3) and the same two
 * words with the endings of PHP, ASP and JSP. Compared without case: `Default.aspx` is the usual spelling.
 */
const defaultPageNames: ReadonlySet<string> = new Set(
  ['index', 'default'].flatMap((word) =>
    ['html', 'htm', 'php', 'asp', 'aspx', 'jsp'].map((ending) => `${word}.${ending}`),
  ),
);

const longestName = 'default.html'.length;

function isDefaultPageName(segment: string): boolean {
  return segment.length <= longestName && defaultPageNames.has(segment.toLowerCase());
}

export const defaultPage: UrlRule = {
  name: 'default-page',
  why: 'servers answer a folder with its default page',
  apply(parts) {
    if (!isWebUrl(parts)) return parts;
    const lastSegment = parts.path.lastIndexOf('/') + 1;
    return isDefaultPageName(parts.path.slice(lastSegment))
      ? { ...parts, path: parts.path.slice(0, lastSegment) }
      : parts;
  },
};

/**
 * Removes all slashes at the end; otherwise the next run would remove one more. Two kinds stay: the slash of the root, which
 * the standard rules add, and the slash of a folder with the name of a default page. Otherwise `/index.html/index.html` would shrink further with
 * every run.
 */
export const trailingSlash: UrlRule = {
  name: 'trailing-slash',
  why: 'a folder is assumed to be the same with and without a slash at the end',
  apply(parts) {
    const { path } = parts;
    if (!isWebUrl(parts) || path.length < 2 || !path.endsWith('/')) return parts;
    let end = path.length;
    while (end > 1 && path.endsWith('/', end)) end -= 1;
    const lastSegment = path.slice(path.lastIndexOf('/', end - 1) + 1, end);
    return isDefaultPageName(lastSegment) ? parts : { ...parts, path: path.slice(0, end) };
  },
};

/**
 * Section 3 of the paper on URL signatures: finds more equal pages, but merges some that differ, so it is off unless asked for:
 * `normalizeUrl(url, { rules: [...standardRules, ...extendedRules] })`.
 */
export const extendedRules: readonly UrlRule[] = Object.freeze([lowerCasePath, defaultPage, trailingSlash]);

/** An addition to the paper's rules. The parameters that stay keep their order and spelling. */
export const trackingParameters: UrlRule = {
  name: 'tracking-parameters',
  why: 'the parameter says where the visitor came from and selects no content',
  apply(parts) {
    if (!isWebUrl(parts) || parts.query === null) return parts;
    const parameters = parts.query.split('&');
    const kept = parameters.filter((parameter) => !isTrackingName(nameOf(parameter)));
    if (kept.length === parameters.length) return parts;
    const query = kept.join('&');
    // A question mark with nothing but tracking after it is removed, too; one that stood alone is kept.
    return { ...parts, query: query === '' ? null : query };
  },
};

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}

/**
 * Parameters that show an advertiser or a newsletter where a visitor came from. Only names that a vendor
 * documents and that no site uses to select content; the rest is left to learned rules.
 */
const trackingNames: ReadonlySet<string> = new Set([
  // Google Ads, Analytics, Merchant Center
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'srsltid',
  '_ga',
  '_gl',
  // Meta, Instagram
  'fbclid',
  'igshid',
  'igsh',
  // Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Reddit, Snapchat
  'msclkid',
  'yclid',
  'ysclid',
  '_openstat',
  'twclid',
  'ttclid',
  'li_fat_id',
  'epik',
  'rdt_cid',
  'sccid',
  // Mailchimp, HubSpot, Marketo, Vero, Omeda, Klaviyo, MailerLite
  'mc_cid',
  'mc_eid',
  '_hsenc',
  '_hsmi',
  '__hssc',
  '__hstc',
  '__hsfp',
  'hsctatracking',
  'mkt_tok',
  'vero_id',
  'vero_conv',
  'oly_anon_id',
  'oly_enc_id',
  '_kx',
  'ml_subscriber',
  'ml_subscriber_hash',
  // Affiliate networks
  'irclickid',
  'wickedid',
  'rb_clickid',
  // Matomo under its old names
  'pk_campaign',
  'pk_kwd',
  'pk_keyword',
  'pk_source',
  'pk_medium',
  'pk_content',
  'pk_cid',
]);

/** Urchin and Google Analytics, Matomo, HubSpot's advertisement tags. */
const trackingPrefixes: readonly string[] = ['utm_', 'mtm_', 'hsa_'];

/** `name` as written in the query. Case does not count: mail programs and hand-made links change it. */
function isTrackingName(name: string): boolean {
  const lower = name.toLowerCase();
  return trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix));
}
