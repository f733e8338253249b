import { bootstrap3 } from './bootstrap3.ts';
import { classic } from './classic.ts';
import { components } from './components.ts';
import { gridView } from './grid-view.ts';
import { sidebar } from './sidebar.ts';
import type { Style } from './style.ts';
import { uikit } from './uikit.ts';

/** Weights were searched on the first three only; see docs/decisions/near-duplicates.md. */
export const tuningStyles: readonly Style[] = [classic, bootstrap3, components];
export const heldOutStyles: readonly Style[] = [sidebar, uikit, gridView];
