import type { FoundElement } from '../in-page/find-elements.ts';

/** A button that can be pressed. */
export const foundButton = (label: string, more: Partial<FoundElement> = {}): FoundElement => ({
  place: { path: [`#${label}`], label, element: 'button' },
  names: '',
  href: '',
  isDownload: false,
  fields: [],
  isPressed: true,
  isPointedAt: false,
  isTypedAt: false,
  matches: [],
  isRepeated: false,
  ...more,
});
