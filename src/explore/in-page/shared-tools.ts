import type { ElementPlace } from '../graph/state-graph.ts';
import type { DomElement, DomRoot } from './dom.ts';

/** The functions of this folder that its other functions call, in a page, under the name `tidemark`. */
export interface SharedTools {
  elementAt(place: ElementPlace): DomElement | null;
  elementLabel(element: DomElement): string;
  elementPlace(element: DomElement): ElementPlace;
  isShown(element: DomElement): boolean;
  middleOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  pointOf(element: DomElement): { readonly x: number; readonly y: number } | null;
  walkElements(root: DomRoot, most: number): DomElement[];
}
