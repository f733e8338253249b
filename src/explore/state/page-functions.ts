import type { PageNode } from '../../document/index.ts';
import { elementKey, withoutNumbers } from './strip-page.ts';

/** What a page can do and which of its modes it is in, where a small difference is a large one. */
export interface PageFunctions {
  /** The texts of its buttons. Those that each entry of a list has for itself are data. */
  readonly buttons: ReadonlySet<string>;
  /** The chosen tabs, and where forms complain: pages in other modes are other states, whatever their distance. */
  readonly mode: string;
}

/** More buttons with different texts at the same place of something like it are those of a list. */
const mostAlike = 3;

const isComplaint = /(?:^|[-_ ])(?:error|errors|invalid|danger)(?:$|[-_ ])/i;

export function functionsOf(tree: PageNode): PageFunctions {
  /** Texts of buttons, by the names of the elements around them. */
  const texts = new Map<string, Set<string>>();
  const mode: string[] = [];
  const waiting: Placed[] = [{ node: tree, around: '', form: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, around, form } = next;
    const { name, attributes, children } = node;
    const place = `${around}>${name}`;
    if (isButton(node)) {
      const text = withoutNumbers(attributes['value'] ?? textOf(node));
      if (text !== '') texts.set(place, (texts.get(place) ?? new Set()).add(text));
    }
    if (attributes['role'] === 'tab' && attributes['aria-selected'] === 'true')
      mode.push(`tab ${withoutNumbers(textOf(node))}`);
    const complaint = form === null && attributes['role'] !== 'alert' ? null : complaintIn(next);
    if (complaint !== null) mode.push(complaint);
    const inner = name === 'form' ? elementKey(node) : form;
    for (const child of children)
      if (typeof child !== 'string') waiting.push({ node: child, around: place, form: inner });
  }
  const buttons = [...texts.values()].flatMap((alike) => (alike.size > mostAlike ? [] : [...alike]));
  return { buttons: new Set(buttons), mode: [...new Set(mode)].sort().join('; ') };
}

interface Placed {
  readonly node: PageNode;
  readonly around: string;
  /** The key of the form that it is in; null for none. */
  readonly form: string | null;
}

function isButton({ name, attributes }: PageNode): boolean {
  const isInput = name === 'input' && /^(?:button|submit)$/.test(attributes['type'] ?? '');
  return name === 'button' || isInput || attributes['role'] === 'button';
}

/** A field that is marked as wrong, or a text that stands in a form and belongs to no field: which element it is, not what it says. */
function complaintIn({ node, form }: Placed): string | null {
  const { name, attributes } = node;
  if (attributes['aria-invalid'] === 'true') return `wrong ${attributes['name'] ?? elementKey(node)}`;
  const isMarked = attributes['role'] === 'alert' || isComplaint.test(attributes['class'] ?? '');
  const isText = /^(?:div|p|span|small|em|strong|ul)$/.test(name) && !hasControl(node);
  return textOf(node) !== '' && (isMarked || (form !== null && isText))
    ? `says in ${form ?? elementKey(node)}`
    : null;
}

function hasControl({ children }: PageNode): boolean {
  return children.some(
    (child) =>
      typeof child !== 'string' &&
      (/^(?:a|button|fieldset|input|label|legend|select|textarea)$/.test(child.name) || hasControl(child)),
  );
}

export function textOf({ children }: PageNode): string {
  const texts = children.map((child) => (typeof child === 'string' ? child : textOf(child)));
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}
