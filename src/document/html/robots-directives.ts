/** What a page, or its server, asks of robots. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

export const noDirectives: RobotsDirectives = { noindex: false, nofollow: false };

/** The name by which pages can address this crawler alone. */
export const robotName = 'tidemark';

/** Reads a list of directives: the `content` of `meta name=robots`. Unknown ones are ignored. */
export function parseDirectives(content: string): RobotsDirectives {
  let noindex = false;
  let nofollow = false;
  for (const part of content.toLowerCase().split(',')) {
    const directive = part.trim();
    if (directive === 'noindex' || directive === 'none') noindex = true;
    if (directive === 'nofollow' || directive === 'none') nofollow = true;
  }
  return { noindex, nofollow };
}

/** Where a page says two things, the stricter one holds. */
export function mergeDirectives(a: RobotsDirectives, b: RobotsDirectives): RobotsDirectives {
  return { noindex: a.noindex || b.noindex, nofollow: a.nofollow || b.nofollow };
}

/**
 * Reads one `X-Robots-Tag` header. Directives after `name:` are for that robot only, up to the next name.
 */
export function parseRobotsHeader(value: string): RobotsDirectives {
  let isForUs = true;
  let directives = noDirectives;
  for (const part of value.split(',')) {
    const named = /^\s*([\w-]+)\s*:(.*)$/s.exec(part);
    // `unavailable_after:` and `max-snippet:` are directives with a value, not names of robots.
    const isName = named !== null && !/^(?:unavailable_after|max-[a-z-]+)$/i.test(named[1] ?? '');
    if (isName) isForUs = /^(?:robots|\*)$/i.test(named[1] ?? '') || named[1]?.toLowerCase() === robotName;
    if (isForUs) directives = mergeDirectives(directives, parseDirectives(isName ? (named[2] ?? '') : part));
  }
  return directives;
}
