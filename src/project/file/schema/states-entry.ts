import { z } from 'zod';
import {
  comment,
  duration,
  oneOrMore,
  oneWord,
  section,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
  yesNo,
} from '../../../config/index.ts';
import { addressOnSite, urlPatterns } from './addresses.ts';
import { textOrSecret } from './secret-reference.ts';

const patterns = (example: string) =>
  oneOrMore(
    text('a CSS selector, or text= and words', example),
    'a CSS selector, text= and words, or a list of them',
    example,
  );

const words = (example: string) => oneOrMore(text('a word', example), 'a word, or a list of them', example);

const thresholdError = wanted('a number from 0 to 1', 'threshold: 0.05');

/** What `tidemark states` explores of a project, and how: the options of that command. */
export const statesEntry = section('a map', 'setting: structure', {
  watch: oneWord(['after', 'instead', 'never'])
    .optional()
    .describe(
      'When the schedule says so, explore after each crawl, instead of it, or not at all. Default: after.',
    ),
  start: addressOnSite('/app')
    .optional()
    .describe(
      'Where the application starts. Default: the page of the first step that collects, or the source.',
    ),
  setting: text('content, structure, or the name of a calibration set', 'setting: structure')
    .optional()
    .describe(
      'What makes two states the same: content (their text), structure (their functions with other data), the name of a calibration set, or a setting such as broder/words:3@0.2. Default: content.',
    ),
  threshold: z
    .number({ error: thresholdError })
    .min(0, { error: thresholdError })
    .max(1, { error: thresholdError })
    .optional()
    .describe('Largest distance of near-duplicates. Default: that of the setting.'),
  maxStates: wholeNumber(1, 'maxStates: 200')
    .optional()
    .describe('It ends with this number of states. Default: 200.'),
  maxDepth: wholeNumber(0, 'maxDepth: 10').optional().describe('Actions in a row. Default: 10.'),
  maxTime: duration('maxTime: 30m').optional().describe('It pauses after this time. Default: 30m.'),
  maxStatesPerUrl: wholeNumber(1, 'maxStatesPerUrl: 50')
    .optional()
    .describe('States under one address. Default: 50.'),
  maxRepeats: wholeNumber(1, 'maxRepeats: 3')
    .optional()
    .describe(
      'How often the same thing is pressed in a row when it only brings more of the same. Default: 3.',
    ),
  maxPageTime: duration('maxPageTime: 10s')
    .optional()
    .describe('A page that is still busy after this time is read as it is. Default: 10s.'),
  maxAnswerTime: duration('maxAnswerTime: 5s')
    .optional()
    .describe(
      'A page that does not answer for this time is given up; four times as long at the second try. Default: 5s.',
    ),
  maxTimer: duration('maxTimer: 1s')
    .optional()
    .describe('Timers of a page up to this length are waited for. Default: 1s.'),
  contexts: wholeNumber(1, 'contexts: 2', 64).optional().describe('Visitors at once. Default: 1.'),
  include: patterns("'#menu a'").optional().describe('Only what fits one of these is pressed.'),
  exclude: patterns('text=Help').optional().describe('What fits one of these is not pressed.'),
  strip: oneOrMore(text('a CSS selector', 'footer'), 'a CSS selector, or a list of them', 'footer')
    .optional()
    .describe('CSS selectors of what is no part of a state.'),
  press: words('send')
    .optional()
    .describe('Pressed although it is avoided: delete, buy, send, log out, change, or words of a label.'),
  avoid: words('archive').optional().describe('Further words of what is not pressed.'),
  allowChanges: z
    .union([yesNo('allowChanges: yes'), urlPatterns()])
    .optional()
    .describe(
      'Requests that may change something are sent: all of them, or those to addresses that match one of these. Others are held. Default: no.',
    ),
  reset: addressOnSite('/test/reset')
    .optional()
    .describe(
      'Asked for by POST before each visit, so that an application that may be changed begins with the same data.',
    ),
  pressAnything: yesNo('pressAnything: yes').optional().describe('Nothing is avoided. Default: no.'),
  hover: yesNo('hover: yes').optional().describe('Things are also pointed at. Default: no.'),
  keys: words('Enter').optional().describe('Keys that are also pressed in fields.'),
  scroll: yesNo('scroll: no').optional().describe('Pages are scrolled where there is more. Default: yes.'),
  fill: z
    .record(z.string(), textOrSecret('text', "'#city': Dover"), {
      error: wanted('a map of CSS selectors and values', "{ '#city': Dover }"),
    })
    .optional()
    .describe('What is filled into fields, by CSS selector; a password is a secret.'),
  seed: wholeNumber(0, 'seed: 2').optional().describe('Another seed fills in other values. Default: 1.'),
  comment: comment(),
});

export type StatesEntry = Unchangeable<z.output<typeof statesEntry>>;
