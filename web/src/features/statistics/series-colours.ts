/** Colours that differ in light and dark mode, also for colour-blind readers. More series start again with the first one. */
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

/** The colour of figures with one series. */
export const oneColour = '#1284a0';
