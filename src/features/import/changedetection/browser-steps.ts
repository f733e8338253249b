import { secretName } from '../../../project/index.ts';
import {
  cameOver,
  type FileMap,
  type ImportedPart,
  joinImported,
  mapOf,
  noEqual,
  notNeeded,
  textIn,
  valuesOf,
} from '../imported-part.ts';
import type { SecretNames } from '../imported-project.ts';
import { usableSelector, xpathAsCss } from '../selector-from.ts';

interface BrowserStep {
  readonly operation: string;
  readonly selector: string;
  readonly value: string;
}

const SCRIPTS = 'pages are read as they are sent: scripts are not run';

/**
 * The actions of a browser on the way to the page. Links and forms have an equivalent here. A step without an equivalent makes those after it useless,
 * so then no step is imported.
 */
export function browserStepsFrom(given: unknown, url: string, secrets: SecretNames): ImportedPart {
  const all = valuesOf(given)
    .map(mapOf)
    .map((step) => ({
      operation: textIn(step['operation']),
      selector: textIn(step['selector']),
      value: textIn(step['optional_value']),
    }))
    .filter(({ operation }) => !/^(?:|Choose one|Goto site)$/.test(operation));
  if (all.length === 0) return {};
  const waits = all.filter(({ operation }) => /^(?:Wait|Scroll)/.test(operation));
  const rest = all.filter((step) => !waits.includes(step));
  const unneeded = waits.map(({ operation }) =>
    notNeeded(`browser step: ${operation}`, 'nothing has to be waited for without scripts'),
  );
  const hidden = rest.filter(({ operation }) => /^Remove elements/.test(operation));
  const removed = hidden.map(({ operation, selector }) => {
    const css = cssOf(selector);
    const what = `browser step: ${operation}`;
    return css === null
      ? noEqual(what, 'it has no CSS selector')
      : cameOver(what, 'compare: ignore', { ignore: [css] });
  });
  const acting = rest.filter((step) => !hidden.includes(step));
  return joinImported([...unneeded, ...removed, wayFrom(acting, url, secrets)]);
}

function wayFrom(acting: readonly BrowserStep[], url: string, secrets: SecretNames): ImportedPart {
  if (acting.length === 0) return {};
  const parts: ImportedPart[] = [];
  let filled: FileMap = {};
  for (const step of acting) {
    const what = `browser step: ${step.operation}`;
    const field = /^Enter text in field/.test(step.operation) ? fieldName(step.selector) : null;
    if (field !== null) {
      const taken = fieldValue(field, step.value, secrets);
      filled = { ...filled, [field]: taken.value };
      parts.push(cameOver(what, 'a step that fills in a form', { secrets: taken.secrets }));
      continue;
    }
    const isSent = /^(?:Click element|Press Enter)/.test(step.operation) && Object.keys(filled).length > 0;
    const next = isSent ? { form: { fill: filled } } : followed(step);
    if (next === null)
      return joinImported(acting.map(({ operation }) => noEqual(`browser step: ${operation}`, SCRIPTS)));
    if (isSent) filled = {};
    parts.push(
      cameOver(what, isSent ? 'a step that sends a form' : 'a step that follows a link', { steps: [next] }),
    );
  }
  const steps = parts.flatMap((part) => part.steps ?? []);
  const way = [{ open: url }, ...steps].map((step, place) =>
    place < steps.length ? { ...step, collect: 'no' } : { ...step, depth: 0 },
  );
  return { ...joinImported(parts), steps: way };
}

function followed({ operation, selector, value }: BrowserStep): FileMap | null {
  if (/^Click element containing text/.test(operation) && value !== '') return { follow: value };
  if (/^Goto URL/.test(operation) && URL.canParse(value)) return { open: value };
  const css = /^Click element/.test(operation) ? cssOf(selector) : null;
  return css === null ? null : { follow: { selector: css } };
}

function cssOf(selector: string): string | null {
  const path = /^(?:xpath=)?(\(?\/.*)$/s.exec(selector.trim())?.[1];
  const css = path === undefined ? selector.trim() : xpathAsCss(path);
  return css === null || css === '' ? null : usableSelector(css);
}

/** Forms are filled in by the names of their fields. */
const fieldName = (selector: string): string | null =>
  /\[@?name\s*=\s*["']?([^"'\]]+)["']?\]/.exec(selector)?.[1] ?? null;

function fieldValue(field: string, value: string, secrets: SecretNames) {
  if (!secretName.test(field)) return { value, secrets: [] };
  const kept = secrets.keep('field', value);
  return { value: kept.reference, secrets: kept.secrets };
}
