import type { Command } from 'commander';

/**
 * What a feature adds, said in one place: `feature.ts` of its folder. `index.ts` lists all of them, and `main` puts them together with the
 * kernel. Nothing else knows a feature by name, so a feature goes with its folder and its lines in the lists.
 */
export interface Feature {
  /** As its folder is called. */
  readonly name: string;
  /** Its commands, with options and help; an action loads what it needs when it runs. */
  readonly commands?: readonly (() => Command)[];
  /** Fills extension points of the kernel; called once in every process and thread. What fills them is loaded when it is needed. */
  readonly fill?: () => void;
}
