import { AppError } from '../errors.ts';
import type { RunDefinition } from '../run/define-run.ts';
import { isCollected } from '../run/page-run-tools.ts';
import type { SiteDoors } from '../site/site-doors.ts';

/**
 * Where an application starts: where the project says, else where its first step arrives that collects pages, else at the source. Logs in on the way.
 * Throws CRAWL_STEP_FAILED, and APP_SETTING_INVALID for a page that has no address.
 */
export async function startOfApplication(
  { source, states, steps, hasOwnSteps }: RunDefinition,
  entrances: SiteDoors['entrances'],
): Promise<string> {
  const collecting = steps.findIndex(isCollected);
  const place = collecting < 0 ? steps.length : collecting;
  await entrances.logInFor(place);
  if (states?.start !== undefined) return new URL(states.start, source).href;
  if (!hasOwnSteps || collecting < 0) return source;
  const [first] = await entrances.enter(place);
  if (first?.hasAddress === true) return first.page.url;
  throw new AppError(
    'APP_SETTING_INVALID',
    'the first step that collects pages ends on the answer to a form, which has no address to open in a browser: write states: { start: /app }',
  );
}
