import type { Store } from '../../store/index.ts';
import type { NamedRule } from './learned-rules.ts';

/** Switches a learned rule on or off, for the runs to come. Throws STORE_LOCKED while a run of the project is going. */
export async function switchRule(
  store: Store,
  { project, stored }: NamedRule,
  state: 'on' | 'off',
): Promise<void> {
  const claim = await store.projects.claim(project.id);
  try {
    await store.learned.switch(project.id, stored.id, state);
  } finally {
    await claim.release();
  }
}
