import { type ErrorTable, TidemarkError } from '../../base/index.ts';

export const calibrateErrors = {
  CALIBRATE_GRID_INVALID: 'stop',
  CALIBRATE_SET_UNKNOWN: 'stop',
  CALIBRATE_SET_EXISTS: 'stop',
  CALIBRATE_SET_NAME_INVALID: 'stop',
  CALIBRATE_NOTHING_RECORDED: 'stop',
  CALIBRATE_NOT_JUDGED: 'stop',
  CALIBRATE_NOT_RUN: 'stop',
  CALIBRATE_STATE_UNKNOWN: 'stop',
  CALIBRATE_RECORDED_MEANWHILE: 'stop',
  CALIBRATE_FILE_INVALID: 'stop',
} as const satisfies ErrorTable;

type CalibrateErrorCode = keyof typeof calibrateErrors;

/** Why a setting cannot be calibrated: something is missing, or makes no sense. */
export class CalibrateError extends TidemarkError {
  declare readonly code: CalibrateErrorCode;

  constructor(code: CalibrateErrorCode, message: string, cause?: unknown) {
    super(code, calibrateErrors[code], message, cause);
  }
}
