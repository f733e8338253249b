import type { Flag } from '../../track/index.ts';
import type { InkStyle } from '../terminal/ink.ts';

export const flagNames: Readonly<Record<Flag, string>> = {
  NEW: 'new',
  SAM: 'the same',
  UPD: 'updated',
  MIS: 'missing',
  ERR: 'in error',
};

export const flagColors: Readonly<Record<Flag, InkStyle>> = {
  NEW: 'cyan',
  SAM: 'gray',
  UPD: 'yellow',
  MIS: 'red',
  ERR: 'magenta',
};
