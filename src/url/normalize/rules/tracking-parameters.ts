import { isTrackingName } from '../tracking-names.ts';
import { isWebUrl } from '../url-parts.ts';
import type { UrlRule } from '../url-rule.ts';

/** An option beyond the paper. The parameters that stay keep their order and spelling. */
export const trackingParameters: UrlRule = {
  name: 'tracking-parameters',
  why: 'the parameter tells where the visitor came from and selects no content',
  apply(parts) {
    if (!isWebUrl(parts) || parts.query === null) return parts;
    const parameters = parts.query.split('&');
    const kept = parameters.filter((parameter) => !isTrackingName(nameOf(parameter)));
    if (kept.length === parameters.length) return parts;
    const query = kept.join('&');
    // A question mark that only announced tracking goes with it; one that stood alone is kept (E1).
    return { ...parts, query: query === '' ? null : query };
  },
};

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}
