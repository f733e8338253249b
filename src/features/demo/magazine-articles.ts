/** The sections of the magazine, each with its introduction. */
export const sections = {
  tides: 'Why the water comes and goes, and how people learned to tell when.',
  harbours: 'Places where ships wait for water.',
  creatures: 'What lives between the lines that the tide draws.',
  instruments: 'Things that were built to measure the sea.',
} as const;

export type SectionName = keyof typeof sections;

export interface Article {
  readonly section: SectionName;
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
}

const texts: Readonly<Record<SectionName, readonly (readonly [title: string, lead: string])[]>> = {
  tides: [
    ['Spring and neap', 'Twice a month the sun helps the moon, and twice it stands in the way.'],
    ['Fifty minutes late', 'High water keeps an appointment with the moon, and the moon is late every day.'],
    ['A bay that doubles it', 'Some bays are exactly as long as a tide likes them to be.'],
    [
      'Seas without tides',
      'The moon pulls at small seas too, but there is nowhere for the water to come from.',
    ],
    [
      'The bore goes up the river',
      'When the tide outruns itself it turns into a wall, and people bring surfboards.',
    ],
    ['Storm on top', 'A table cannot know the wind: the highest marks on old walls were all bad luck twice.'],
    ['The line of dead water', 'Where two tides meet, neither wins, and driftwood goes round for days.'],
    [
      'What the wall remembers',
      'Scratches with years beside them tell more about a century than its newspapers.',
    ],
  ],
  harbours: [
    ['Mud berths', 'Boats with two keels stand upright at low water, like cattle, and wait.'],
    ['The lock keeper', 'Her day has no mornings, only half hours before and after high water.'],
    ['A quay on rails', 'If the water will not stay where it is, the quay has to travel.'],
    ['Lights in line', 'Two lamps, one above the other, and the channel is where they agree.'],
    ['Drying out', 'Painting a hull between two tides takes four people and no conversation.'],
    [
      'The harbour that moved',
      'Sand took the first one, and the second, so the town built the third on wheels.',
    ],
    ['Ferry at half tide', 'The timetable hangs beside the door, and under it hangs the real one.'],
    [
      'Bell of the outer pier',
      'It rings by itself when the swell is over a metre; nobody sleeps on those nights.',
    ],
  ],
  creatures: [
    [
      'Limpets come home',
      'Each leaves its place when the water comes and is back, to the millimetre, before it goes.',
    ],
    ['The lugworm clock', 'Heaps of sand on the flats are written by somebody with a schedule.'],
    ['Knots in the air', 'Ten thousand birds turn at once because the mud is about to open.'],
    ['Barnacles choose once', 'After a youth of swimming they glue their heads to a stone for good.'],
    ['Crabs with a calendar', 'In a tank without tides they still dig themselves in when home falls dry.'],
    ['Seals on the bank', 'The bank is there for five hours, and so are they.'],
    ['Eelgrass', 'The only meadow that is mown by geese and watered twice a day.'],
    ['Light in the wake', 'On warm nights the sea answers every movement with a spark.'],
  ],
  instruments: [
    ['The brass predictor', 'Forty wheels, one pencil, and next year’s tides by the end of the afternoon.'],
    ['A float in a well', 'The simplest gauge is a pipe that keeps the waves out and lets the tide in.'],
    ['Reading the staff', 'Between two waves there is a moment when the number is true.'],
    ['Radar looks down', 'It hangs under the bridge and counts how long an echo takes.'],
    [
      'Bottles with addresses',
      'Before buoys had radios, currents were measured by the honesty of strangers.',
    ],
    ['The harmonic year', 'Eighteen years and a half of readings, and the rest is arithmetic.'],
    ['Buoy seventeen', 'It went adrift in March and measured something much more interesting.'],
    ['Pressure at the bottom', 'A box on the sea floor weighs the water above it every six minutes.'],
  ],
};

const firstEdition: readonly Article[] = Object.entries(texts).flatMap(([section, ofSection]) =>
  ofSection.map(([title, lead]) => ({
    section: section as SectionName,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    lead,
  })),
);

/** The edits between two visits: one article is new, one is gone, one has changed. */
const secondEdition: readonly Article[] = [
  {
    section: 'tides',
    slug: 'a-new-gauge-at-the-pier',
    title: 'A new gauge at the pier',
    lead: 'It was put up on Monday, and nobody trusts it yet.',
  },
  ...firstEdition
    .filter(({ slug }) => slug !== 'buoy-seventeen')
    .map((article) =>
      article.slug === 'pressure-at-the-bottom'
        ? { ...article, lead: article.lead.replace('every six minutes', 'every ten minutes') }
        : article,
    ),
];

export const editions = { first: firstEdition, second: secondEdition } as const;

export type Edition = keyof typeof editions;
