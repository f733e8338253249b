import { widerShape } from './value-shape.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** Adverts come from a pool, and a rule knows so many of them. */
const mostTexts = 300;
/** Of words that are drawn in a line, and of addresses, it knows so many. */
const mostWords = 100;

/** What is known, and what one more pair of twins showed. A rule that the user switched off stays off. */
export function mergeRules(
  known: readonly VolatileRule[],
  learned: readonly VolatileRule[],
): readonly VolatileRule[] {
  const rules = new Map(known.map((rule) => [rule.id, rule]));
  for (const rule of learned) {
    const old = rules.get(rule.id);
    rules.set(rule.id, old === undefined ? rule : renewed(old, rule));
  }
  return [...rules.values()];
}

/** The newer surroundings, and everything that either of the two allows. */
function renewed(old: VolatileRule, rule: VolatileRule): VolatileRule {
  const { isOff } = old;
  if (rule.kind === 'segment' && old.kind === 'segment') {
    const texts = both(old.texts, rule.texts, mostTexts);
    const lines = both(old.lines, rule.lines, mostTexts);
    const words = both(old.words, rule.words, mostWords);
    return { ...rule, isOff, mayBeAbsent: old.mayBeAbsent || rule.mayBeAbsent, texts, lines, words };
  }
  if (rule.kind === 'value' && old.kind === 'value') {
    return { ...rule, isOff, value: { ...rule.value, shape: widerShape(old.value.shape, rule.value.shape) } };
  }
  if (rule.kind === 'link' && old.kind === 'link') {
    return { ...rule, isOff, addresses: both(old.addresses, rule.addresses, mostWords) };
  }
  return { ...rule, isOff };
}

/** What either of the two has, the newest of it. */
function both(old: readonly string[] = [], more: readonly string[] = [], most: number): readonly string[] {
  return [...new Set([...old, ...more])].slice(-most);
}
