/** Colours that are told apart in light and dark, also by those who see fewer of them; after them they begin anew. */
export const seriesColours = [
  '#1284a0',
  '#d98a1f',
  '#7a68c7',
  '#3c9a61',
  '#c4568b',
  '#8a8f3a',
  '#5f86c9',
  '#b0613a',
];

/** Of figures that tell one thing. */
export const oneColour = '#1284a0';
