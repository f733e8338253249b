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

/** The functions that can be called in a page, under the name `tidemark`. */
export type PageTools = typeof tools;

/**
 * Puts the functions of this folder into a page. Each is sent as source text, so it may use only its arguments, the browser's own
 * functions, and the other functions through `tidemark`.
 */
export const pageToolsSource = `globalThis.tidemark = {${Object.entries(tools)
  .map(([name, tool]) => `${name}: ${tool}`)
  .join(',')}}; true`;
