import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A way to make a form: what is taken off the end of a word, what is put on, and the words for which that holds. */
interface SuffixRule {
  readonly strip: string;
  readonly add: string;
  readonly condition: RegExp;
}

/**
 * Every `nth` word of a Hunspell dictionary with all its forms, in lower case. Prefixes (nie-) are left out: they make other words.
 * Words of one form are left out too: nothing can be joined there.
 */
export function hunspellForms(folder: string, language: string, nth: number): readonly (readonly string[])[] {
  const decoder = new TextDecoder('iso-8859-2');
  const read = (ending: string) =>
    decoder.decode(readFileSync(join(folder, `${language}.${ending}`))).split('\n');
  const rules = suffixRules(read('aff'));
  const words = read('dic')
    .slice(1)
    .filter((line) => /^\p{Ll}{3,}\//u.test(line));
  return words
    .filter((_, place) => place % nth === 0)
    .map((line) => {
      const [word = '', flags = ''] = line.trim().split('/');
      const forms = [...flags].flatMap((flag) =>
        (rules.get(flag) ?? []).flatMap((rule) => applied(rule, word)),
      );
      return [...new Set([word, ...forms])];
    })
    .filter(({ length }) => length > 1);
}

function suffixRules(lines: readonly string[]): ReadonlyMap<string, readonly SuffixRule[]> {
  const rules = new Map<string, SuffixRule[]>();
  for (const line of lines) {
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/);
    if (kind !== 'SFX' || flag === undefined || strip === undefined || condition === undefined) continue;
    const rule = {
      strip: strip === '0' ? '' : strip,
      add: add === '0' ? '' : (add ?? ''),
      condition: new RegExp(`${condition}$`, 'u'),
    };
    const others = rules.get(flag);
    if (others === undefined) rules.set(flag, [rule]);
    else others.push(rule);
  }
  return rules;
}

function applied({ strip, add, condition }: SuffixRule, word: string): readonly string[] {
  return condition.test(word) && word.endsWith(strip)
    ? [word.slice(0, word.length - strip.length) + add]
    : [];
}
