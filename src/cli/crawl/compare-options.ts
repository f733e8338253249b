import type { RunSettings } from '../../app/index.ts';

/** How pages are compared, as options say it. */
export interface CompareOptions {
  readonly compare?: 'bytes' | 'text' | 'segments';
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
  readonly ignoreText?: readonly string[];
}

/** The same as one setting for all URLs. Together these options take the place of what was said before. */
export function withComparison<T extends CompareOptions>(options: T) {
  const { compare: by, only, ignore, ignoreText, ...others } = options;
  const entry: RunSettings['compare'][number] = {
    ...(by && { by }),
    ...(only && { only }),
    ...(ignore && { ignore }),
    ...(ignoreText && { ignoreText }),
  };
  return { ...others, ...(Object.keys(entry).length > 0 && { compare: [entry] }) };
}
