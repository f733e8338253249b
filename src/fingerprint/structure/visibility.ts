import type { PageElement } from '../comparable-content.ts';
import { classesOf } from './wording.ts';

/** Nobody sees these, or they are pictures to us. */
const unseen = new Set(
  'head script style noscript template link meta base param source track wbr svg math canvas'.split(' '),
);
const hiding =
  /^(?:hide|hidden|ng-hide|d-none|is-hidden|uk-hidden|invisible|sr-only|visually-hidden|display-none|js-hidden|ui-helper-hidden|ui-helper-hidden-accessible|v-cloak)$/;
/** Shown only while it is open; `isOpen` says whether it is. */
const opened = /^(?:modal|uk-modal|reveal|ui-dialog-content|tab-pane|popover-content|lightbox)$/;
const open = /^(?:in|show|shown|open|opened|active|is-active|is-open|uk-open|visible|showing)$/;
const shown = /display\s*:\s*(?:block|flex|grid)/i;
const notShown = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether a person who looks at the page sees the element, as far as the page itself tells. */
export function isSeen({ name, attributes }: PageElement): boolean {
  if (unseen.has(name) || attributes['hidden'] !== undefined) return false;
  if (name === 'input' && attributes['type']?.toLowerCase() === 'hidden') return false;
  if (name === 'dialog') return attributes['open'] !== undefined;
  const style = attributes['style'] ?? '';
  if (notShown.test(style)) return false;
  const classes = classesOf(attributes);
  if (classes.some((token) => hiding.test(token))) return false;
  if (!classes.some((token) => opened.test(token))) return true;
  return isOpen(classes) || shown.test(style);
}

function isOpen(classes: readonly string[]): boolean {
  return classes.some((token) => open.test(token));
}
