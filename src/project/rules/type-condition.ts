import type { Condition } from './rule-subject.ts';

/** The media type is one of these; `image/*` stands for all images. Case and parameters (`; charset=...`) do not count. */
export function typeCondition(types: readonly string[]): Condition {
  if (types.length === 0) throw new RangeError('type needs at least one, such as text/html');
  const wanted = types.map((type) => {
    const essence = type.trim().toLowerCase();
    if (!/^[\w.+-]+\/(?:\*|[\w.+-]+)$/.test(essence)) {
      throw new RangeError(`type cannot be "${type}": write text/html, or image/* for all images`);
    }
    return essence.endsWith('/*') ? { family: essence.slice(0, -1) } : { essence };
  });
  return {
    words: `type is ${types.join(' or ')}`,
    asksFor: 'type',
    holds: ({ answer }) => {
      if (answer === undefined || answer === null) return null;
      const type = answer.type?.split(';', 1)[0]?.trim().toLowerCase();
      if (type === undefined) return false;
      return wanted.some((one) => ('family' in one ? type.startsWith(one.family) : type === one.essence));
    },
  };
}
