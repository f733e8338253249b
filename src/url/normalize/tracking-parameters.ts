import type { UrlRule } from './standard-rules.ts';
import { isWebUrl } from './url-parts.ts';

/** An addition to the paper's rules. The parameters that stay keep their order and spelling. */
export const trackingParameters: UrlRule = {
  name: 'tracking-parameters',
  why: 'the parameter tells where the visitor came from and selects no content',
  apply(parts) {
    if (!isWebUrl(parts) || parts.query === null) return parts;
    const parameters = parts.query.split('&');
    const kept = parameters.filter((parameter) => !isTrackingName(nameOf(parameter)));
    if (kept.length === parameters.length) return parts;
    const query = kept.join('&');
    // A question mark with nothing but tracking after it is removed, too; one that stood alone is kept (E1).
    return { ...parts, query: query === '' ? null : query };
  },
};

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}

/**
 * Parameters that tell an advertiser or a newsletter where a visitor came from. Only names that a vendor
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
