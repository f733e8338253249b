import { elementLabel } from './element-label.ts';
import { elementAt, elementPlace } from './element-place.ts';
import { fillInField } from './fill-in-field.ts';
import { findElements } from './find-elements.ts';
import { quietFor } from './quiet.ts';
import { serialisePage } from './serialise-page.ts';
import type { SharedTools } from './shared-tools.ts';
import { isShown, middleOf, pointOf } from './visibility.ts';
import { walkElements } from './walk-elements.ts';

const shared: SharedTools = {
  elementAt,
  elementLabel,
  elementPlace,
  isShown,
  middleOf,
  pointOf,
  walkElements,
};

const tools = {
  ...shared,
  fillInField,
  findElements,
  quietFor,
  serialisePage,
};

/** What can be called in a page, there under the name `tidemark`. */
export type PageTools = typeof tools;

/**
 * Puts the functions of this folder into a page. Each travels as its own text, so it may use nothing but its arguments, what browsers
 * have, and the other functions by way of `tidemark`.
 */
export const pageToolsSource = `globalThis.tidemark = {${Object.entries(tools)
  .map(([name, tool]) => `${name}: ${tool}`)
  .join(',')}}; true`;
