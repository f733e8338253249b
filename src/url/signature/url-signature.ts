import { hash } from 'node:crypto';

/** E3, section 4.2: the body text (text outside tags, scripts and styles left out), MD5, 32 hexadecimal digits. */
export function urlSignature(bodyText: string): string {
  return hash('md5', bodyText);
}

/** E5, the paper's second option: the same text and the same size of the complete page; null when it is not known. */
export function sizedSignature(bodyText: string, pageSize: number | null): string {
  return `${urlSignature(bodyText)}-${pageSize ?? 'unknown'}`;
}
