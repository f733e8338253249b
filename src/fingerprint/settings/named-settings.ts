import type { NearDuplicates } from '../algorithms/near-duplicates.ts';
import { contentSetting } from './content.ts';
import { structureSetting } from './structure.ts';

/** The settings that people choose by name, because they mean two things by "the same". */
export const settingNames = ['content', 'structure'] as const;
export type SettingName = (typeof settingNames)[number];

/** A setting with its own threshold or another one. */
export function namedSetting(name: SettingName, threshold?: number): NearDuplicates<unknown> {
  const setting = name === 'content' ? contentSetting(threshold) : structureSetting(threshold);
  return setting as NearDuplicates<unknown>;
}
