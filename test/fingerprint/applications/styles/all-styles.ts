import { bootstrap3 } from './bootstrap3.ts';
import { classic } from './classic.ts';
import { components } from './components.ts';
import { gridView } from './grid-view.ts';
import { sidebar } from './sidebar.ts';
import type { Style } from './style.ts';
import { uikit } from './uikit.ts';

/** The settings were chosen on the first three; the others only confirmed them. */
export const tuningStyles: readonly Style[] = [classic, bootstrap3, components];
export const heldOutStyles: readonly Style[] = [sidebar, uikit, gridView];
