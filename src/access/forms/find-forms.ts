import { charsetOfLabel } from '../../document/index.ts';
import { AccessError } from '../errors.ts';
import { describeForm, type Form, type FormField, fieldNames } from './form.ts';
import { nearestNames } from './nearest-names.ts';
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

/** Unticks all but the last ticked radio button of each name. */
function settleRadios(fields: readonly FormField[]): readonly FormField[] {
  const last = new Map<string, FormField>();
  for (const field of fields) if (field.kind === 'radio' && field.checked) last.set(field.name, field);
  return fields.map((field) =>
    field.kind === 'radio' && field.checked && field.name !== '' && last.get(field.name) !== field
      ? { ...field, checked: false }
      : field,
  );
}

/**
 * The encoding of the submission (HTML 4.10.22.5): the first valid label of `accept-charset`, otherwise the page's encoding;
 * UTF-8 instead of UTF-16.
 */
function submissionCharset(accepted: string | undefined, page: string): string {
  const labels = (accepted ?? '').split(/[\s,]+/).filter(Boolean);
  const named = labels.map(charsetOfLabel).find((charset) => charset !== null);
  const charset = named ?? charsetOfLabel(page) ?? 'utf-8';
  return charset.startsWith('utf-16') ? 'utf-8' : charset;
}

/** Criteria that select one form of a page. All given criteria must match. */
export interface FormWish {
  /** The address it is sent to: absolute, or a path relative to the page, with or without the query. */
  readonly action?: string;
  readonly name?: string;
  readonly id?: string;
  /** Names of fields that it has; it may have others too. */
  readonly fields?: readonly string[];
  /** Index from 0, among the forms that match all other criteria. */
  readonly index?: number;
}

/** The one form that is meant. Throws when none or several match, and lists what the page has. */
export function chooseForm(forms: readonly Form[], wish: FormWish): Form {
  const matching = forms.filter((form) => matches(form, wish));
  if (wish.index !== undefined) {
    const form = matching[wish.index];
    if (form !== undefined) return form;
  } else {
    const [form, another] = matching;
    if (form !== undefined && another === undefined) return form;
    if (form !== undefined) {
      throw new AccessError(
        'ACCESS_FORM_AMBIGUOUS',
        `${matching.length} forms of ${pageOf(forms)} match ${describeWish(wish)}: ${list(matching)}. Add a criterion that only one of them meets, or an index.`,
      );
    }
  }
  throw new AccessError('ACCESS_FORM_NOT_FOUND', notFound(forms, wish));
}

function matches(form: Form, wish: FormWish): boolean {
  if (wish.id !== undefined && form.id !== wish.id) return false;
  if (wish.name !== undefined && form.name !== wish.name) return false;
  if (wish.action !== undefined && !leadsTo(form, wish.action)) return false;
  const has = new Set(form.fields.map(({ name }) => name));
  return (wish.fields ?? []).every((name) => has.has(name));
}

function leadsTo(form: Form, action: string): boolean {
  const wanted = URL.parse(action, form.page);
  const found = URL.parse(form.action);
  if (wanted === null || found === null) return form.action === action;
  if (wanted.origin !== found.origin || wanted.pathname !== found.pathname) return false;
  return wanted.search === '' || wanted.search === found.search;
}

function notFound(forms: readonly Form[], wish: FormWish): string {
  if (forms.length === 0) return 'the page has no form';
  const missing = missingFields(forms, wish.fields ?? []);
  return `no form of ${pageOf(forms)} matches ${describeWish(wish)}. The page has ${list(forms)}.${missing}`;
}

/** Names the fields that the closest form lacks: most often the site has renamed them. */
function missingFields(forms: readonly Form[], fields: readonly string[]): string {
  if (fields.length === 0) return '';
  const gaps = forms.map((form) => {
    const names = new Set(form.fields.map(({ name }) => name));
    return { form, missing: fields.filter((field) => !names.has(field)) };
  });
  const best = gaps.toSorted((a, b) => a.missing.length - b.missing.length)[0];
  const first = best?.missing[0];
  if (best === undefined || first === undefined || best.missing.length === fields.length) return '';
  const near = nearestNames(first, fieldNames(best.form));
  const hint = near.length === 0 ? '' : ` (there is ${near.map((name) => `"${name}"`).join(', ')})`;
  return ` Form ${best.form.index + 1} lacks ${best.missing.map((name) => `"${name}"`).join(', ')}${hint}.`;
}

function describeWish({ action, name, id, fields, index }: FormWish): string {
  const parts = [
    id === undefined ? [] : [`the id "${id}"`],
    name === undefined ? [] : [`the name "${name}"`],
    action === undefined ? [] : [`the action ${action}`],
    fields === undefined ? [] : [`the fields ${fields.map((field) => `"${field}"`).join(', ')}`],
    index === undefined ? [] : [`the index ${index}`],
  ].flat();
  return parts.length === 0 ? 'what is asked for' : parts.join(' and ');
}

const list = (forms: readonly Form[]): string =>
  forms.slice(0, 8).map(describeForm).join('; ') + (forms.length > 8 ? '; ...' : '');

const pageOf = (forms: readonly Form[]): string => forms[0]?.page ?? 'the page';
