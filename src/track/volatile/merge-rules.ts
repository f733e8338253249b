import { widerShape } from './value-shape.ts';
import type { VolatileRule } from './volatile-rule.ts';

/** Adverts come from a pool, and a rule knows so many of them. */
const mostTexts = 300;

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
    const texts = [...new Set([...old.texts, ...rule.texts])].slice(-mostTexts);
    return { ...rule, isOff, mayBeAbsent: old.mayBeAbsent || rule.mayBeAbsent, texts };
  }
  if (rule.kind === 'value' && old.kind === 'value') {
    return { ...rule, isOff, value: { ...rule.value, shape: widerShape(old.value.shape, rule.value.shape) } };
  }
  return { ...rule, isOff };
}
