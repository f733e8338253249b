import { compile, type Options, selectAll } from 'css-select';
import { DomUtils, ElementType } from 'htmlparser2';
import type { RegionElement, RegionNode } from './region-tree.ts';

/** A page of 5,000 elements needs less than a million. */
const MOST_STEPS = 20_000_000;

const tooLong = new Error('too many steps');

/**
 * Finds the elements that any of the selectors match. Pages are not trusted: `div div div` on a page made for it, or
 * `:nth-child` in an endless list, would take forever. So steps are counted, and null means that they ran out. Throws
 * SyntaxError for an invalid selector.
 */
export function selection(selectors: readonly string[]): (nodes: RegionNode[]) => RegionElement[] | null {
  for (const selector of selectors) checkSelector(selector);
  let steps = 0;
  const step = (count: number): void => {
    steps += count;
    if (steps > MOST_STEPS) throw tooLong;
  };
  const options: Options<RegionNode, RegionElement> = {
    adapter: {
      ...DomUtils,
      isTag: (node): node is RegionElement => {
        step(1);
        return ElementType.isTag(node);
      },
      getParent: (element) => {
        step(1);
        return DomUtils.getParent(element) as RegionElement | null;
      },
      getSiblings: (node) => {
        const siblings = DomUtils.getSiblings(node);
        step(siblings.length);
        return siblings;
      },
      getText: (node) => {
        const text = DomUtils.getText(node);
        step(text.length);
        return text;
      },
    },
  };
  const query = compile<RegionNode, RegionElement>(selectors.join(', '), options);
  return (nodes) => {
    steps = 0;
    try {
      return selectAll(query, nodes, options);
    } catch (error) {
      if (error === tooLong) return null;
      throw error;
    }
  };
}

/** Throws SyntaxError with a message that says what is wrong. */
export function checkSelector(selector: string): void {
  const fail = (reason: string, cause?: unknown) =>
    new SyntaxError(`"${selector}" is not a CSS selector: ${reason}`, { cause });
  if (selector.trim() === '') throw fail('it is empty');
  // The library takes them for relative selectors, which match nothing here.
  if (/^\s*[>+~]|[>+~]\s*$/.test(selector)) throw fail('something is missing next to >, + or ~');
  try {
    compile(selector);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw fail(reason.replace(/found $/, 'found the end').replace(' by css-select', ''), cause);
  }
}
