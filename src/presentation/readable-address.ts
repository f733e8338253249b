import { domainToUnicode } from 'node:url';
import { printable } from './printable.ts';

/** Characters that a reader can distinguish: no controls, no spaces, nothing that changes the direction of writing. */
const readable = /^(?!\p{M})[\p{L}\p{M}\p{N}\p{Pd}\p{Po}\p{Pc}\p{Sc}\p{So}]+$/u;
/** Scripts that are written together in one word. */
const scripts = [
  /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}a-z\p{Script=Common}]+$/u,
  /^[\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]+$/u,
];
/** Cyrillic and Greek letters that look like Latin ones: a name that consists only of them may imitate another name. */
const lookalikes = /^[аеорсухіјѕһӏԁԛԝьвнкмтгпαορνικυτ\p{Script=Common}]+$/u;

/**
 * An address as people read it: `/tee/grüner-tee`, not `/tee/gr%C3%BCner-tee`. What would become another address when decoded, or look
 * like another one, stays as it is. Safe to print.
 */
export function readableAddress(url: string): string {
  return printable(withReadableHost(withReadableEscapes(url)));
}

/** Decodes only escaped UTF-8 that is not ASCII: `%2F` and `%20` do not mean the same as `/` and a space. */
function withReadableEscapes(url: string): string {
  return url.replace(/(?:%[89a-f][0-9a-f])+/gi, (escapes) => {
    try {
      const text = decodeURIComponent(escapes);
      return readable.test(text) && text.normalize('NFC') === text ? text : escapes;
    } catch {
      return escapes;
    }
  });
}

function withReadableHost(url: string): string {
  return url.replace(
    /^([a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?)([^/?#:]*xn--[^/?#:]*)/i,
    (_, start: string, host: string) => {
      const shown = host
        .split('.')
        .map((label) => (label.toLowerCase().startsWith('xn--') ? readableLabel(label) : label));
      return start + shown.join('.');
    },
  );
}

function readableLabel(label: string): string {
  const text = domainToUnicode(label);
  const isSafe =
    text !== '' &&
    readable.test(text) &&
    scripts.some((script) => script.test(text)) &&
    !lookalikes.test(text);
  return isSafe ? text : label;
}
