import type { FoundElement } from '../in-page/find-elements.ts';
import { type AvoidedKind, avoidedNames, avoidedWords } from './avoided-words.ts';

/** What is not pressed. */
export interface AvoidRules {
  /** Pressed after all: a kind (`send`), or a word that would be avoided. */
  readonly press: readonly string[];
  /** Words that are avoided besides. */
  readonly avoid: readonly string[];
  /** Nothing is avoided. */
  readonly pressAnything: boolean;
}

/** In longer texts, as in titles of articles, a word says little unless it comes first. */
const shortLabel = 4;

const kinds = Object.keys(avoidedWords) as readonly AvoidedKind[];

/** Why an element is not pressed, for people; null when it may be. */
export function whyAvoided(element: FoundElement, rules: AvoidRules): string | null {
  if (rules.pressAnything) return null;
  const pressed = new Set(rules.press.map((word) => word.toLowerCase()));
  const { label } = element.place;
  const words = wordsOf(label);
  for (const kind of kinds) {
    if (pressed.has(kind)) continue;
    const phrase = avoidedWords[kind].find((each) => !pressed.has(plain(each)) && isIn(words, each));
    if (phrase !== undefined && !isPressed(words, pressed)) return `"${label}" may ${kind}`;
    const name = avoidedNames[kind].find((each) => !pressed.has(each) && namesIn(element).has(each));
    if (name !== undefined && !isPressed(words, pressed)) return `"${label || name}" may ${kind}`;
  }
  const own = rules.avoid.find((each) => isIn(words, each.toLowerCase()));
  if (own !== undefined) return `"${label}" has "${own}"`;
  // A form that is sent by POST changes something, or tells somebody something.
  if (element.sends === 'post' && !pressed.has('send') && !isPressed(words, pressed))
    return `"${label}" sends a form`;
  if (/^(?:mailto|tel|sms):/i.test(element.href)) return `"${label}" leads to another program`;
  return null;
}

function isPressed(words: readonly string[], pressed: ReadonlySet<string>): boolean {
  return [...pressed].some((phrase) => isIn(words, phrase));
}

const plain = (phrase: string): string => phrase.replace(/\*$/, '');

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** Whether the words have a phrase: anywhere in a short text, at the beginning of a long one. */
function isIn(words: readonly string[], phrase: string): boolean {
  const wanted = phrase.split(' ');
  const last = words.length <= shortLabel ? words.length - wanted.length : 0;
  for (let start = 0; start <= last; start++)
    if (wanted.every((word, index) => isWord(words[start + index] ?? '', word))) return true;
  return false;
}

function isWord(word: string, wanted: string): boolean {
  return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
}

/** `btnDelete`, `fa-trash` and `/user/logout` in single words. */
function namesIn({ names }: FoundElement): ReadonlySet<string> {
  const parts =
    names
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const pairs = parts.slice(1).map((part, index) => `${parts[index]}${part}`);
  return new Set([...parts, ...pairs]);
}
