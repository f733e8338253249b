import { TidemarkError } from '../../../base/index.ts';

/** Where nothing is stored there is no set either. Throws CALIBRATE_SET_UNKNOWN then. */
export async function orUnknownSet<T>(name: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof TidemarkError && error.code === 'STORE_MISSING')) throw error;

    throw (await import('../calibration-sets.ts')).unknownSet(name, []);
  }
}
