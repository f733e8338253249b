import type { DataToRead } from '../../../cli/open-data.ts';
import type { Output } from '../../../cli/output.ts';
import type { Flag } from '../../../track/index.ts';

/** What commands about pages and runs do with states of an application. */
export interface StateCommandContext {
  readonly states: () => Promise<StateCommands>;
}

interface StateCommands {
  reportStates(
    data: DataToRead,
    project: string,
    options: {
      readonly run?: number;
      readonly flag?: readonly Flag[];
      readonly all?: boolean;
      readonly csv?: boolean;
      readonly html?: string;
    },
    output: Output,
  ): Promise<void>;
  /** Whether a project has states, and no pages to report. */
  hasOnlyStates(data: DataToRead, project: string): Promise<boolean>;
  /** `state` as in `state:3`. */
  diffState(
    data: DataToRead,
    state: string,
    options: {
      readonly project?: string;
      readonly from?: number;
      readonly to?: number;
      readonly html?: string;
    },
    output: Output,
  ): Promise<void>;
  explainState(
    data: DataToRead,
    state: string,
    options: { readonly project?: string },
    output: Output,
  ): Promise<void>;
}
