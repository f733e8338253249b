// Loaded by a worker before everything else (`NODE_OPTIONS=--import`): its clock is off by CLOCK_OFF milliseconds.
const off = Number(process.env['CLOCK_OFF'] ?? 0);
const TrueDate = Date;

class WrongDate extends TrueDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(TrueDate.now() + off);
    else super(...(given as [number]));
  }

  static override now(): number {
    return TrueDate.now() + off;
  }
}

globalThis.Date = WrongDate as DateConstructor;
