import type { ElementPlace } from '../graph/state-graph.ts';
import type { SharedTools } from './shared-tools.ts';

declare const tidemark: SharedTools;
declare const Event: new (type: string, options: object) => unknown;
declare const InputEvent: new (type: string, options: object) => unknown;

/** Puts a value into a field as if it had been typed; '' takes the tick out of a box. False when the field is not there. */
export function fillInField(place: ElementPlace, value: string): boolean {
  const field = tidemark.elementAt(place);
  if (field === null) return false;
  field.focus();
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (field.checked !== (value !== '')) field.click();
    return true;
  }
  // In a world of our own, this is the browser's property, not one that a framework put in its place.
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: value }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
