import { compile, type Options, selectAll } from 'css-select';
import { DomHandler, DomUtils, ElementType, Parser, type parseDocument } from 'htmlparser2';
import { InputError, messageOf } from '../../base/index.ts';
import { parseToEnd, refuseDeeper } from '../tree/page-tree.ts';

export type RegionTree = ReturnType<typeof parseDocument>;
type RegionNode = RegionTree['children'][number];
export type RegionElement = Extract<RegionNode, { readonly attribs: unknown }>;

/** A page of 5,000 elements needs less than a million steps; a list of 3,000 items with a counting selector, five million. At most a second. */
const MOST_STEPS = 6_000_000;

/** No person writes a longer selector, and each part of a selector is tried on every element. */
const LONGEST_SELECTOR = 4000;

const tooLong = new Error('too many steps');

/** The step budget that all selectors on one page share. */
export class SelectorSteps {
  #left: number;

  constructor(most = MOST_STEPS) {
    this.#left = most;
  }

  /** Throws when no steps are left. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw tooLong;
  }
}

/** The elements that any of the selectors match, in the order of the page; null when the steps ran out. */
export type Selection = (page: RegionTree, steps?: SelectorSteps) => readonly RegionElement[] | null;

/**
 * Finds the elements that any of the selectors match. Pages are not trusted: `div div div` on a page made for it, or `:nth-child` in an
 * endless list, would take forever. So every element that is visited counts as a step. Throws InputError for an invalid selector.
 */
export function selection(selectors: readonly string[]): Selection {
  for (const selector of selectors) checkSelector(selector);
  let steps = new SelectorSteps();
  const options = countingOptions((count) => steps.take(count));
  const query = compile<RegionNode, RegionElement>(selectors.join(', '), options);
  return (page, allowed = new SelectorSteps()) => {
    steps = allowed;
    try {
      // Passes the page, not the list of its nodes: css-select looks up each node of a list in the whole list.
      return selectAll<RegionNode, RegionElement>(query, page as unknown as RegionNode, options);
    } catch (error) {
      // Thousands of alternatives recurse as deeply, which ends in a RangeError.
      if (error === tooLong || error instanceof RangeError) return null;
      throw error;
    }
  };
}

function countingOptions(step: (count: number) => void): Options<RegionNode, RegionElement> {
  return {
    adapter: {
      ...DomUtils,
      isTag: (node): node is RegionElement => {
        step(1);
        return ElementType.isTag(node);
      },
      getName: (element) => {
        step(1);
        return element.name;
      },
      getAttributeValue: (element, name) => {
        const value = element.attribs[name];
        step(1 + ((value?.length ?? 0) >> 3));
        return value;
      },
      getParent: (element) => {
        step(1);
        return DomUtils.getParent(element) as RegionElement | null;
      },
      prevElementSibling: (element) => {
        let { prev } = element;
        for (; prev !== null && !ElementType.isTag(prev); prev = prev.prev) step(1);
        return prev as RegionElement | null;
      },
      getText: (node) => {
        const texts: string[] = [];
        const open: RegionNode[] = [node];
        for (let next = open.pop(); next !== undefined; next = open.pop()) {
          step(1);
          if (next.type === ElementType.Text) {
            step(next.data.length >> 3);
            texts.push(next.data);
          } else if ('name' in next && next.name === 'br') texts.push('\n');
          else if ('children' in next) {
            for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i] as RegionNode);
          }
        }
        return texts.join('');
      },
    },
  };
}

/** Throws InputError. */
export function checkSelector(selector: string): void {
  const fail = (reason: string, cause?: unknown) =>
    new InputError(`"${selector.slice(0, 200)}" is not a CSS selector: ${reason}`, cause);
  if (selector.trim() === '') throw fail('it is empty');
  if (selector.length > LONGEST_SELECTOR) throw fail(`it has more than ${LONGEST_SELECTOR} characters`);
  // The library reads these as relative selectors, which match nothing here.
  if (/^\s*[>+~]|[>+~]\s*$/.test(selector)) throw fail('something is missing next to >, + or ~');
  try {
    compile(selector);
  } catch (cause) {
    const reason = messageOf(cause);
    throw fail(reason.replace(/found $/, 'found the end').replace(' by css-select', ''), cause);
  }
}

/** A page as a tree whose elements know their position in the source; null when it is nested too deeply. */
export function regionTree(html: string): RegionTree | null {
  const builder = new PlacedElements();
  return parseToEnd(new Parser(builder), html) ? builder.root : null;
}

class PlacedElements extends DomHandler {
  #place: { readonly startIndex: number | null } = { startIndex: 0 };

  constructor() {
    super(undefined, { withStartIndices: true, withEndIndices: true });
  }

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.#place = parser;
  }

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    refuseDeeper(this.tagStack.length);
    super.onopentag(name, attributes);
  }

  /** An element without an end tag ends before the tag that closes it; the library includes that tag. */
  override onclosetag(_name = '', isImplied = false): void {
    const element = this.tagStack.at(-1);
    super.onclosetag();
    const end = this.#place.startIndex ?? 0;
    if (isImplied && element !== undefined && end > (element.startIndex ?? 0)) element.endIndex = end - 1;
  }
}
