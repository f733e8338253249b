import type { SharedTools } from './dom.ts';
import {
  elementAt,
  elementLabel,
  elementPlace,
  fillInField,
  isShown,
  middleOf,
  pointOf,
  walkElements,
} from './element-place.ts';
import { findElements } from './find-elements.ts';
import { quietFor } from './quiet.ts';
import { serialisePage } from './serialise-page.ts';

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
