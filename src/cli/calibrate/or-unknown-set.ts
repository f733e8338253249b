import { TidemarkError } from '../../base/index.ts';

/** Where nothing is stored there is no set either. Throws CALIBRATE_SET_UNKNOWN then. */
export async function orUnknownSet<T>(name: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof TidemarkError && error.code === 'STORE_MISSING')) throw error;
    const { calibration } = await import('../../app/index.ts');
    throw (await calibration()).unknownSet(name, []);
  }
}
