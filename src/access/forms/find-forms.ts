import { charsetOfLabel } from '../../document/index.ts';
import type { Form, FormField } from './form.ts';
import { type Element, type PageTree, parsePage } from './page-tree.ts';
import { readAction, readEnctype, readField, readMethod } from './read-field.ts';

/** The forms of a page, in order. `url` is the page's own, `charset` the encoding of the page. */
export function findForms(html: string, url: string, charset = 'utf-8'): readonly Form[] {
  return formsOf(parsePage(html, url), charset);
}

/** The same for a page that is already parsed. */
export function formsOf(page: PageTree, charset = 'utf-8'): readonly Form[] {
  const elements = page.elements.filter(({ name }) => name === 'form');
  const fields = fieldsByForm(page);
  return elements.map((element, index): Form => {
    const { attribs } = element;
    return {
      index,
      id: attribs['id'] ?? '',
      name: attribs['name'] ?? '',
      page: page.url,
      action: readAction(attribs['action'], page),
      method: readMethod(attribs['method']),
      enctype: readEnctype(attribs['enctype']),
      charset: submissionCharset(attribs['accept-charset'], charset),
      fields: settleRadios(fields.get(element) ?? []),
    };
  });
}

/** A control belongs to the form around it, unless its `form` attribute says otherwise (HTML 4.10.18.3). */
function fieldsByForm(page: PageTree): ReadonlyMap<Element, FormField[]> {
  const { elements, formOf } = page;
  const byId = new Map<string, Element>();
  for (const element of elements) {
    const id = element.attribs['id'];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const found = new Map<Element, FormField[]>();
  for (const element of elements) {
    const named = element.attribs['form'];
    const form = named === undefined ? formOf.get(element) : byId.get(named);
    if (form?.name !== 'form') continue;
    const field = readField(element, page);
    if (field === null) continue;
    const fields = found.get(form);
    if (fields === undefined) found.set(form, [field]);
    else fields.push(field);
  }
  return found;
}

/** Of the radio buttons with one name, only the last that is ticked stays ticked. */
function settleRadios(fields: readonly FormField[]): readonly FormField[] {
  const last = new Map<string, FormField>();
  for (const field of fields) if (field.kind === 'radio' && field.checked) last.set(field.name, field);
  return fields.map((field) =>
    field.kind === 'radio' && field.checked && field.name !== '' && last.get(field.name) !== field
      ? { ...field, checked: false }
      : field,
  );
}

/** HTML 4.10.22.5: the first valid one of `accept-charset`, else the page's; UTF-16 is never sent. */
function submissionCharset(accepted: string | undefined, page: string): string {
  const labels = (accepted ?? '').split(/[\s,]+/).filter(Boolean);
  const named = labels.map(charsetOfLabel).find((charset) => charset !== null);
  const charset = named ?? charsetOfLabel(page) ?? 'utf-8';
  return charset.startsWith('utf-16') ? 'utf-8' : charset;
}
