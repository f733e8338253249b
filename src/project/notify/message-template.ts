import { InputError } from '../../base/index.ts';
import { nearestWord } from '../file/did-you-mean.ts';

/** The names that a template can use. A value that does not apply is empty. */
const templateNames = [
  'site',
  'project',
  'kind',
  'change',
  'title',
  'url',
  'place',
  'before',
  'after',
  'reason',
  'since',
  'at',
  'detector',
  'pages',
  'link',
] as const;

type TemplateName = (typeof templateNames)[number];

export type TemplateValues<Piece> = Readonly<Record<TemplateName, readonly Piece[]>>;

/** Text as it is, a value, or a part that is shown only if a value is there (or is not). */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: TemplateName }
  | {
      readonly kind: 'section';
      readonly name: TemplateName;
      readonly isShownWhen: 'present' | 'absent';
      readonly parts: readonly TemplatePart[];
    };

const TAG = /\{\{\s*([#^/]?)\s*([^{}]*?)\s*\}\}/g;

/**
 * Reads a template with the three tags of mustache that compute nothing: `{{title}}`, `{{#place}}shown if there is a
 * place{{/place}}` and `{{^place}}shown if there is none{{/place}}`. Throws InputError.
 */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const open: { readonly name: TemplateName; readonly parts: TemplatePart[] }[] = [];
  const whole: TemplatePart[] = [];
  const parts = () => open.at(-1)?.parts ?? whole;
  let end = 0;
  for (const { index, 0: tag, 1: sign = '', 2: word = '' } of template.matchAll(TAG)) {
    addText(parts(), template.slice(end, index));
    end = index + tag.length;
    const name = knownName(word);
    if (sign === '') parts().push({ kind: 'value', name });
    else if (sign === '/') {
      const section = open.pop();
      if (section?.name !== name) throw new InputError(`{{/${name}}} has no {{#${name}}} before it`);
    } else {
      const inner: TemplatePart[] = [];
      parts().push({ kind: 'section', name, isShownWhen: sign === '#' ? 'present' : 'absent', parts: inner });
      open.push({ name, parts: inner });
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new InputError(`{{#${unclosed.name}}} has no {{/${unclosed.name}}}`);
  addText(whole, template.slice(end));
  return whole;
}

function addText(parts: TemplatePart[], text: string): void {
  if (text !== '') parts.push({ kind: 'text', text });
}

function knownName(word: string): TemplateName {
  const name = templateNames.find((known) => known === word);
  if (name !== undefined) return name;
  const near = nearestWord(word, templateNames);
  throw new InputError(
    near === null
      ? `{{${word}}} is not known; there are ${templateNames.join(', ')}`
      : `{{${word}}} is not known; did you mean {{${near}}}?`,
  );
}

/**
 * Fills a template with pieces of any kind: text, or text with its style. Both values and the template's own text become pieces,
 * so nothing in them is interpreted as markup by the medium that shows them.
 */
export function fillTemplate<Piece>(
  parts: readonly TemplatePart[],
  values: TemplateValues<Piece>,
  literal: (text: string) => Piece,
): readonly Piece[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text') return [literal(part.text)];
    const value = values[part.name];
    if (part.kind === 'value') return [...value];
    const isShown = value.length > 0 === (part.isShownWhen === 'present');
    return isShown ? [...fillTemplate(part.parts, values, literal)] : [];
  });
}
