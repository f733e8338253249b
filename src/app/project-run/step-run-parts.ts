import type { CrawlEvent } from '../../crawl/index.ts';
import type { PageProtocol, PageSpider } from '../../fetch/index.ts';
import type { ProjectDefinition } from '../../project/index.ts';
import type { Project, Run, Store } from '../../store/index.ts';
import type { CrawlSettings } from '../crawl-settings.ts';
import type { Clock } from './clock.ts';
import type { ProjectSecrets } from './project-secrets.ts';

/** What the run of a project is made of. */
export interface StepRunParts {
  readonly store: Store;
  readonly project: Project;
  readonly run: Run;
  readonly resumed: boolean;
  readonly definition: ProjectDefinition;
  readonly folder: string;
  readonly secrets: ProjectSecrets;
  readonly settings: CrawlSettings;
  readonly protocol: PageProtocol;
  readonly spider: PageSpider;
  readonly onEvent: (event: CrawlEvent) => void;
  /** Aborting it finishes what is under way and pauses the run. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}
