import type { Field } from './application.ts';

/** What a page shows, before a style turns it into HTML. */
export interface PagePlan {
  readonly title: string;
  /** The entry of the menu that is marked. */
  readonly active: string | null;
  readonly blocks: readonly Block[];
  readonly dialog: readonly Block[] | null;
  readonly isSignedIn: boolean;
  readonly openMenu: boolean;
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'buttons'; readonly links: readonly Action[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
      readonly empty: string;
    }
  | { readonly kind: 'pages'; readonly address: string; readonly current: number; readonly last: number }
  | { readonly kind: 'record'; readonly values: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'form';
      readonly address: string;
      readonly inputs: readonly Input[];
      readonly submit: string;
      readonly cancel: string | null;
    }
  | { readonly kind: 'message'; readonly tone: 'bad' | 'good'; readonly text: string }
  | { readonly kind: 'tabs'; readonly names: readonly string[]; readonly current: number }
  | { readonly kind: 'figures'; readonly values: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'days';
      readonly columns: readonly string[];
      readonly weeks: readonly (readonly (readonly [string, string | null])[])[];
    };

export interface Action {
  readonly name: string;
  readonly address: string;
}

export interface Row {
  readonly id: number;
  readonly cells: readonly string[];
  readonly address: string | null;
  readonly actions: readonly Action[];
}

export interface Input extends Field {
  readonly value: string;
  readonly mistake: string | null;
}

/** A page, and its class: pages of one class are near-duplicates by their functions, all others are different states. */
export interface LabelledPlan {
  readonly state: string;
  readonly plan: PagePlan;
}
