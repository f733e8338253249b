import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { attributeOf, elementsOf, textOf } from './html-tree.ts';

export interface Form {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly isMultipart: boolean;
  /** What a browser would send if nothing were filled in and no button pressed. */
  readonly values: [string, string][];
  readonly names: ReadonlySet<string>;
}

/** The forms of a page, as a browser would fill them in. */
export function formsOf(html: string, url: string): readonly Form[] {
  return [...elementsOf(parse(html))]
    .filter(({ tagName }) => tagName === 'form')
    .map((form) => {
      const fields = [...elementsOf(form)];
      return {
        action: new URL(attributeOf(form, 'action') || url, url).href,
        method: /^post$/i.test(attributeOf(form, 'method') ?? '') ? 'POST' : 'GET',
        isMultipart: /multipart/i.test(attributeOf(form, 'enctype') ?? ''),
        values: fields.flatMap(fieldValue),
        names: new Set(fields.flatMap((field) => attributeOf(field, 'name') ?? [])),
      };
    });
}

function fieldValue(field: DefaultTreeAdapterTypes.Element): [string, string][] {
  const name = attributeOf(field, 'name');
  if (name === null || attributeOf(field, 'disabled') !== null) return [];
  if (field.tagName === 'textarea') return [[name, textOf(field).replace(/^\n/, '')]];
  if (field.tagName === 'select') {
    const options = [...elementsOf(field)].filter(({ tagName }) => tagName === 'option');
    const chosen = options.find((option) => attributeOf(option, 'selected') !== null) ?? options[0];
    return chosen === undefined ? [] : [[name, attributeOf(chosen, 'value') ?? textOf(chosen)]];
  }
  if (field.tagName !== 'input') return [];
  const type = attributeOf(field, 'type')?.toLowerCase();
  if (type === 'submit' || type === 'button' || type === 'image' || type === 'file' || type === 'reset')
    return [];
  if ((type === 'checkbox' || type === 'radio') && attributeOf(field, 'checked') === null) return [];
  return [[name, attributeOf(field, 'value') ?? (type === 'checkbox' ? 'on' : '')]];
}
