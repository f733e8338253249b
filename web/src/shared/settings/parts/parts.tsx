import type { ComponentType } from 'react';
import { RulesPart } from '../rules/rules-part.tsx';
import { StepsPart } from '../steps/steps-part.tsx';
import { ComparePart } from './compare-part.tsx';
import { FormsPart } from './forms-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { LogInPart } from './log-in-part.tsx';
import { MessagesPart } from './messages-part.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { SourcePart } from './source-part.tsx';
import { StatesPart } from './states-part.tsx';

interface Part<Name extends string = string> {
  /** In addresses. */
  readonly name: Name;
  readonly title: string;
  /** What of the file it edits. */
  readonly keys: readonly [string, ...string[]];
  readonly View: ComponentType<{ readonly hasFixedName: boolean }>;
}

/** All settings of a project, in the order in which people decide them. */
export const parts = [
  {
    name: 'source',
    title: 'Source',
    keys: ['source', 'name', 'comment', 'preference', 'render', 'screenshots'],
    View: SourcePart,
  },
  { name: 'rules', title: 'Rules', keys: ['rules'], View: RulesPart },
  { name: 'steps', title: 'Steps', keys: ['steps'], View: StepsPart },
  { name: 'forms', title: 'Forms', keys: ['forms'], View: FormsPart },
  { name: 'log-in', title: 'Log-in', keys: ['session'], View: LogInPart },
  { name: 'compare', title: 'Compare', keys: ['compare'], View: ComparePart },
  { name: 'schedule', title: 'Schedule', keys: ['schedule', 'confirm', 'keep'], View: SchedulePart },
  { name: 'messages', title: 'Messages', keys: ['notify'], View: MessagesPart },
  { name: 'limits', title: 'Limits', keys: ['limits', 'crawl'], View: LimitsPart },
  { name: 'states', title: 'States', keys: ['states'], View: StatesPart },
] as const satisfies readonly Part[];

export type PartName = (typeof parts)[number]['name'];

/** The part with this name; the first part for an unknown name. */
export const partCalled = (name: string | undefined): Part<PartName> =>
  parts.find((part) => part.name === name) ?? parts[0];
