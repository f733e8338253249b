import { z } from 'zod';
import { type Endpoint, everywhere, json } from '../../http/contract/endpoint.ts';
import { instant, listOf } from '../../http/contract/values.ts';

const setName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u, 'no set can have this name')
  .describe('name of the calibration set');
const number = z.coerce.number().int().min(0).max(1_000_000);
const params = z.object({ set: setName });
const weight = z.coerce
  .number()
  .min(0)
  .max(1000)
  .default(1)
  .describe('how much a missed state counts beside a duplicate one');

const verdictWord = z.enum(['duplicate', 'different', 'unsure']);
const pair = { site: number.min(1), one: number, other: number };

const shownState = z.object({
  number: z.number().int(),
  url: z.string(),
  title: z.string(),
  texts: listOf({ text: z.string(), isOnlyHere: z.boolean().describe('whether the other state lacks it') }),
});

const progress = z.object({
  pairs: z.number().int(),
  said: z.number().int(),
  follows: z.number().int().describe('pairs whose verdicts follow from others'),
  agreed: z.number().int().describe('pairs about which all settings agree, and samples confirmed it'),
  unsure: z.number().int(),
  open: z.number().int(),
});

/** The next pair to judge; null when no pair is left. */
const pairToJudge = z.object({
  pair: z
    .object({
      site: z.number().int(),
      siteUrl: z.string(),
      one: shownState,
      other: shownState,
    })
    .nullable(),
  progress,
});

const figures = z.object({
  missed: z.number(),
  duplicates: z.number(),
  error: z.number(),
  f1: z.number(),
  speed: z.number().describe('share of actions that are saved'),
});

/** Finds settings that fit recorded sites: people judge which states are the same, and settings are compared with their verdicts. */
export const calibrationEndpoints = {
  listCalibrationSets: {
    method: 'GET',
    path: '/api/calibration',
    says: 'Lists the sets of recorded sites.',
    access: everywhere('editor', 'write'),
    answer: json({
      sets: listOf({
        name: z.string(),
        createdAt: instant,
        sites: listOf({ site: z.number().int(), url: z.string(), states: z.number().int() }),
        verdicts: z.number().int(),
        settings: z.number().int().describe('settings that were tried'),
        recommended: z.string().nullable(),
      }),
    }),
  },
  nextPair: {
    method: 'GET',
    path: '/api/calibration/:set/pair',
    says: 'The next two states to judge, and the progress of the caller.',
    access: everywhere('editor', 'write'),
    params,
    answer: json(pairToJudge),
  },
  giveVerdict: {
    method: 'POST',
    path: '/api/calibration/:set/verdicts',
    says: 'Keeps what the caller says about two states, and answers with the next two.',
    access: everywhere('editor', 'write'),
    params,
    body: z.strictObject({ ...pair, verdict: verdictWord }),
    answer: json(pairToJudge),
    noted: 'judge states',
  },
  takeBackVerdict: {
    method: 'DELETE',
    path: '/api/calibration/:set/verdicts/last',
    says: 'Takes back the last verdict of the caller, and asks again.',
    access: everywhere('editor', 'write'),
    params,
    answer: json(pairToJudge),
    noted: 'take back a verdict',
  },
  compareJudges: {
    method: 'GET',
    path: '/api/calibration/:set/judges',
    says: 'How far judges agree, and about which states they do not.',
    access: everywhere('editor', 'write'),
    params,
    answer: json({
      judges: listOf({ name: z.string(), verdicts: z.number().int() }),
      agreements: listOf({
        judges: z.tuple([z.string(), z.string()]).readonly(),
        both: z.number().int(),
        agreed: z.number().int(),
        kappa: z.number().nullable().describe("Cohen's kappa; null without a pair in common"),
        disagreements: listOf({ site: z.number().int(), one: z.number().int(), other: z.number().int() }),
      }),
    }),
  },
  readRecordedScreenshot: {
    method: 'GET',
    path: '/api/calibration/:set/sites/:site/states/:state/screenshot',
    says: 'The picture of a recorded state.',
    access: everywhere('editor', 'write'),
    params: params.extend({ site: number, state: number }),
    answer: { kind: 'bytes', types: ['image/png'] },
  },
  readCalibration: {
    method: 'GET',
    path: '/api/calibration/:set/figures',
    says: 'The recommended setting, what it costs, and the figures of all settings that were tried.',
    access: everywhere('editor', 'write'),
    params,
    query: z.object({ weight }),
    answer: json({
      recommended: z.object({ setting: z.string(), figures }),
      equality: figures.nullable().describe('when every change is a state'),
      heldOut: listOf({ site: z.number().int(), setting: z.string(), figures }),
      trades: listOf({ setting: z.string(), figures }).describe(
        'no other setting has both fewer missed and fewer duplicate states than one of these',
      ),
      sites: listOf({ site: z.number().int(), url: z.string() }),
      surfaces: listOf({
        algorithm: z.string(),
        kind: z.string().describe('`words`; empty where there are no features'),
        sizes: listOf(z.number()).describe('ascending; a single 1 where features have no size'),
        thresholds: listOf(z.number()),
        cells: listOf({ size: z.number(), threshold: z.number(), setting: z.string(), figures }),
      }),
    }),
  },
  listMistakes: {
    method: 'GET',
    path: '/api/calibration/:set/mistakes',
    says: 'What a setting gets wrong: pairs of states to look at.',
    access: everywhere('editor', 'write'),
    params,
    query: z.object({ setting: z.string().min(1).max(200) }),
    answer: json({
      mistakes: listOf({
        kind: z.enum(['missed', 'duplicate']),
        site: z.number().int(),
        state: z.number().int(),
        other: z.number().int().nullable().describe('null when nothing leads to the state any more'),
      }),
    }),
  },
  recommendSetting: {
    method: 'PUT',
    path: '/api/calibration/:set/setting',
    says: 'Keeps the recommended setting with the set, for explorations that name the set.',
    access: everywhere('editor', 'write'),
    params,
    body: z.strictObject({ weight }),
    answer: json({ setting: z.string() }),
    noted: 'recommend a setting',
  },
} as const satisfies Record<string, Endpoint>;
