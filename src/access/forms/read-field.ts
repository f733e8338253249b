import type { FieldOption, FormEnctype, FormField, FormMethod, SelectField } from './form.ts';
import { ancestor, type Element, type PageTree, rawText, visibleText } from './page-tree.ts';

/** Reads a control; null for one that a form never sends (`output`, plain buttons). */
export function readField(element: Element, page: PageTree): FormField | null {
  const { name: tag, attribs } = element;
  if (ancestor(element, 'datalist') !== null) return null;
  const facts = { name: attribs['name'] ?? '', id: attribs['id'] ?? '', disabled: isDisabled(element) };
  if (tag === 'select') return readSelect(element, facts);
  if (tag === 'textarea') {
    // One line break after the tag is not content (HTML 13.1.2.5).
    const value = rawText(element).replace(/^(?:\r\n|\r|\n)/, '');
    return { ...facts, kind: 'text', type: 'textarea', value, direction: directionOf(element) };
  }
  if (tag !== 'input' && tag !== 'button') return null;
  const type = (attribs['type'] ?? (tag === 'button' ? 'submit' : 'text')).trim().toLowerCase();
  const value = attribs['value'] ?? '';
  if (tag === 'button' ? type !== 'button' && type !== 'reset' : type === 'submit' || type === 'image') {
    const label =
      tag === 'button' ? visibleText(element) : type === 'image' ? (attribs['alt'] ?? '') : value || 'Submit';
    return {
      ...facts,
      kind: 'submit',
      type: tag === 'input' && type === 'image' ? 'image' : 'submit',
      // Without a `value`, browsers send the label that they show on the button. We send the English one.
      value: tag === 'input' && type === 'submit' && attribs['value'] === undefined ? label : value,
      label,
      action: attribs['formaction'] === undefined ? null : readAction(attribs['formaction'], page),
      method: attribs['formmethod'] === undefined ? null : readMethod(attribs['formmethod']),
      enctype: attribs['formenctype'] === undefined ? null : readEnctype(attribs['formenctype']),
    };
  }
  if (tag === 'button' || type === 'button' || type === 'reset') return null;
  if (type === 'checkbox' || type === 'radio') {
    const checked = attribs['checked'] !== undefined;
    return { ...facts, kind: type, value: attribs['value'] ?? 'on', checked };
  }
  if (type === 'file') return { ...facts, kind: 'file' };
  return {
    ...facts,
    kind: 'text',
    type,
    value: initialValue(type, value, attribs),
    direction: directionOf(element),
  };
}

export function readMethod(method: string | undefined): FormMethod {
  const lower = method?.trim().toLowerCase();
  return lower === 'post' || lower === 'dialog' ? lower : 'get';
}

export function readEnctype(enctype: string | undefined): FormEnctype {
  const lower = enctype?.trim().toLowerCase();
  return lower === 'multipart/form-data' || lower === 'text/plain'
    ? lower
    : 'application/x-www-form-urlencoded';
}

/**
 * The URL that a form is sent to. Without an address, that is its own page, regardless of `base` (HTML 4.10.22.3, step 13).
 * An invalid address is returned unchanged: `fillForm` reports it.
 */
export function readAction(address: string | undefined, page: Pick<PageTree, 'url' | 'baseUrl'>): string {
  const trimmed = address?.trim() ?? '';
  return trimmed === '' ? page.url : (URL.parse(trimmed, page.baseUrl)?.href ?? trimmed);
}

/**
 * Whether a control is disabled: by its own attribute, or by a `fieldset` around it, unless the control is in that
 * fieldset's first `legend`.
 */
function isDisabled(element: Element): boolean {
  if (element.attribs['disabled'] !== undefined) return true;
  let inside: Element = element;
  for (let around = element.parent; around !== null && 'attribs' in around; around = around.parent) {
    const isClosed = around.name === 'fieldset' && around.attribs['disabled'] !== undefined;
    if (isClosed && firstLegend(around) !== inside) return true;
    inside = around;
  }
  return false;
}

/** Cache of the first `legend` of each fieldset: a fieldset may have 100,000 fields. */
const legends = new WeakMap<Element, { readonly legend: Element | null }>();

function firstLegend(fieldset: Element): Element | null {
  const known = legends.get(fieldset);
  if (known !== undefined) return known.legend;
  const legend = fieldset.children.find((child) => 'attribs' in child && child.name === 'legend') ?? null;
  legends.set(fieldset, { legend: legend as Element | null });
  return legend as Element | null;
}

function readSelect(element: Element, facts: Pick<SelectField, 'name' | 'id' | 'disabled'>): SelectField {
  const multiple = element.attribs['multiple'] !== undefined;
  const options: FieldOption[] = [];
  const open = element.children.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('attribs' in node)) continue;
    if (node.name === 'option') {
      const group = ancestor(node, 'optgroup');
      const label = visibleText(node);
      options.push({
        value: node.attribs['value'] ?? label,
        label: node.attribs['label'] || label,
        selected: node.attribs['selected'] !== undefined,
        disabled: node.attribs['disabled'] !== undefined || group?.attribs['disabled'] !== undefined,
      });
    } else if (node.name !== 'select') open.push(...node.children.toReversed());
  }
  return {
    ...facts,
    kind: 'select',
    multiple,
    options: multiple ? options : withOneSelected(options, element),
  };
}

/** HTML 4.10.7: the last selected option counts; without one, the first that is not disabled. */
function withOneSelected(options: readonly FieldOption[], element: Element): readonly FieldOption[] {
  let chosen = options.findLastIndex(({ selected }) => selected);
  const size = Number.parseInt(element.attribs['size'] ?? '', 10);
  const isDropDown = !(size > 1);
  if (chosen < 0 && isDropDown) chosen = options.findIndex(({ disabled }) => !disabled);
  return options.map((option, i) => ({ ...option, selected: i === chosen }));
}

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The value sanitization of HTML 4.10.5.1, as far as it matters in practice. */
export function initialValue(type: string, value: string, attribs: Readonly<Record<string, string>>): string {
  switch (type) {
    case 'hidden':
      return value;
    case 'url':
    case 'email':
      return value.replace(/[\r\n]/g, '').trim();
    case 'number':
      return decimal.test(value) ? value : '';
    case 'range':
      return decimal.test(value) ? value : middleOfRange(attribs);
    case 'color':
      return /^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000';
    default:
      return value.replace(/[\r\n]/g, '');
  }
}

function middleOfRange(attribs: Readonly<Record<string, string>>): string {
  const bound = (name: string, fallback: number) => {
    const text = attribs[name] ?? '';
    return decimal.test(text) ? Number(text) : fallback;
  };
  const [min, max] = [bound('min', 0), bound('max', 100)];
  return String(max < min ? min : min + (max - min) / 2);
}

function directionOf(element: Element): { readonly name: string; readonly value: 'ltr' | 'rtl' } | null {
  const name = element.attribs['dirname'];
  if (name === undefined || name === '') return null;
  for (let around: Element | null = element; around !== null; ) {
    const dir = around.attribs['dir']?.toLowerCase();
    if (dir === 'ltr' || dir === 'rtl') return { name, value: dir };
    const parent: Element['parent'] = around.parent;
    around = parent !== null && 'attribs' in parent ? parent : null;
  }
  return { name, value: 'ltr' };
}
