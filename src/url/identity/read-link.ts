import type { UrlField } from './url-field.ts';
import { urlFields } from './url-fields.ts';

/** A normalised link, taken apart. */
export interface ReadLink {
  readonly url: string;
  readonly fields: readonly UrlField[];
}

export function readLink(url: string): ReadLink {
  return { url, fields: urlFields(url) };
}
