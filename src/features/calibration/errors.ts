import { type ErrorTable, errorsOf } from '../../base/index.ts';

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

/** Why a calibration is not possible: something is missing or invalid. */
export class CalibrateError extends errorsOf(calibrateErrors) {}
