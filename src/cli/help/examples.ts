import { type Example, examplesOfUpkeep } from './examples-of-upkeep.ts';

/** The examples of every command, by the words that lead to it: for `--help` and the manual page. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  '': [
    ['tidemark demo', 'see on a sample site what it does'],
    ['tidemark track example.org', 'visit a site, now and again in some days'],
    ['tidemark diff prices', 'what changed on the page that ends with /prices'],
  ],
  crawl: [
    ['tidemark crawl https://example.org/ --max-pages 50', 'fetch the first 50 pages, and go on later'],
    ['tidemark crawl forum.yaml', 'add a project file, and run it'],
    ['tidemark crawl ./reports', 'a folder of this machine'],
  ],
  track: [
    ['tidemark track example.org', 'visit a site; again in some days, to see what changed'],
    ['tidemark track example.org --due', 'only pages that have probably changed'],
    ["tidemark track https://example.org/shop/ --only '.prices' --project prices", 'compare only prices'],
  ],
  watch: [
    ['tidemark watch', 'run all projects that have a schedule'],
    [
      "tidemark watch https://example.org/lamp --page --when 'price < 30' --notify mailto:me@example.org",
      'be told when a price falls',
    ],
    ['tidemark watch --once', 'for cron: run what is due, and end; 3 if something changed'],
  ],
  report: [
    ['tidemark report example.org', 'what the newest run found'],
    ['tidemark report example.org --flag UPD,NEW', 'only updated and new pages'],
    ['tidemark report example.org --run 3 --html report.html', 'an HTML page about run 3'],
  ],
  confirm: [
    ['tidemark confirm example.org', 'the results of the newest run have been looked at'],
    ['tidemark confirm example.org --run 3', 'those of run 3'],
  ],
  diff: [
    ['tidemark diff https://example.org/prices', 'what changed on the last visit'],
    ['tidemark diff prices --from 1 --to 4', 'between two runs; the end of an address is enough'],
  ],
  explain: [
    ['tidemark explain https://example.org/prices', 'when it was visited, and why it got which flag'],
    ['tidemark explain /prices --project example.org', 'by its path, in one project'],
  ],
  learned: [
    ['tidemark learned ls', 'what was learned about noise'],
    ['tidemark learned off 3fa9', 'what this rule took for noise counts again'],
  ],
  'learned ls': [
    ['tidemark learned ls', 'the rules of all projects'],
    ['tidemark learned ls --project example.org', 'those of one'],
  ],
  'learned explain': [
    ['tidemark learned explain 3fa9c01d', 'why it was learned, with examples'],
    ['tidemark learned explain 3fa9 --json', 'the start of the id is enough'],
  ],
  'learned off': [
    ['tidemark learned off 3fa9c01d', 'from the next run on, it is a change again'],
    ['tidemark learned off 3fa9 --project example.org', 'in one project'],
  ],
  'learned on': [
    ['tidemark learned on 3fa9c01d', 'take it for noise again'],
    ['tidemark learned on 3fa9 --project example.org', 'in one project'],
  ],
  demo: [
    ['tidemark demo', 'ends with the web interface; nothing is kept'],
    ['tidemark demo --keep', 'and look at what was found afterwards'],
  ],
  ls: [
    ['tidemark ls', 'the projects'],
    ['tidemark ls example.org', 'the pages of one'],
    ['tidemark ls example.org --json | wc -l', 'how many they are'],
  ],
  show: [
    ['tidemark show https://example.org/', 'what is kept of a page'],
    ['tidemark show prices --text', 'its text; the end of the address is enough'],
    ['tidemark show prices --body > prices.html', 'the page as it came'],
  ],
  export: [
    ['tidemark export example.org --warc example.warc.gz', 'the newest run, compressed'],
    ['tidemark export example.org --run 2 --warc run-2.warc', 'an earlier one'],
  ],
  search: [
    ['tidemark search spring tide', 'pages that have both words'],
    [`tidemark search '"high water" NOT harbour' --since 7d`, 'words in a row, fetched within a week'],
    ['tidemark search price* --history --project example.org', 'also earlier versions, in one project'],
  ],
  url: [
    ['echo HTTP://Example.org:80/a/../b | tidemark url normalize', 'one spelling for each URL'],
    ['tidemark url pair first-visit.txt second-visit.txt', 'links of a page in two sessions'],
  ],
  'url normalize': [
    ['echo HTTP://Example.org:80/a/../b | tidemark url normalize --explain', 'and which rule did what'],
    ['tidemark url normalize urls.txt --rules tracking-parameters', 'also without utm_source'],
  ],
  'url identity': [
    [
      "echo 'http://example.org/list;jsessionid=0A1B2C?page=2' | tidemark url identity",
      'without the session id',
    ],
    ['tidemark url identity urls.txt --json', 'a file with one URL on each line'],
  ],
  'url session': [
    ['tidemark url session first-visit.txt second-visit.txt', 'what differs between two visits'],
    ['tidemark url session links.txt --length 32', 'one visit, if the length is known'],
  ],
  'url pair': [
    ['tidemark url pair first-visit.txt second-visit.txt', 'which link is which'],
    ['tidemark url pair first-visit.txt second-visit.txt --json', 'with the rules that follow'],
  ],
  'url equivalence': [
    ['tidemark url equivalence pages.jsonl', 'which URLs name the same page'],
    ['tidemark url equivalence pages.jsonl --method strict', 'only where that is certain'],
  ],
  fingerprint: [
    ['tidemark fingerprint monday.html tuesday.html', 'whether two pages say the same'],
    [
      'tidemark fingerprint --dir states --setting structure',
      'which pages have the same functions, all pairs',
    ],
    [
      'tidemark fingerprint a.html b.html --algorithm crawlhash --features words:3 --threshold 4',
      'by an algorithm of your choice',
    ],
  ],
  states: [
    ['tidemark states http://localhost:3000/', 'what can be seen in an application, and how to get there'],
    [
      'tidemark states example.org --setting structure --contexts 4',
      'one state of each kind, four visitors at once',
    ],
    ['tidemark states --show-avoided', 'the words of what is not pressed'],
  ],
  calibrate: [
    ['tidemark calibrate record http://localhost:3000/ --set mine', 'keep every state that can be seen'],
    ['tidemark calibrate run mine', 'try about a thousand settings on them'],
    ['tidemark calibrate report mine --html mine.html', 'the setting that fits, once people have judged'],
  ],
  'calibrate record': [
    ['tidemark calibrate record a.example.org b.example.org --set mine', 'two sites in one set'],
    ['tidemark calibrate record shop.yaml --set mine', 'behind the log-in of a project file'],
  ],
  'calibrate run': [
    ['tidemark calibrate run mine', 'the grid of the published figures'],
    ['tidemark calibrate run mine --search --budget 150', 'nearly as good, with fewer tries'],
    [
      'tidemark calibrate run mine --threads 8',
      'on a second machine with the same database: they share the work',
    ],
  ],
  'calibrate judges': [
    ['tidemark calibrate judges mine ada zoe', 'these two, beside administrators'],
    ['tidemark calibrate judges mine', 'who may judge it'],
  ],
  'calibrate report': [
    ['tidemark calibrate report mine', 'the recommended setting'],
    [
      'tidemark calibrate report mine --weight 3 --html mine.html',
      'rather three states twice than one missed',
    ],
  ],
  'calibrate ls': [
    ['tidemark calibrate ls', 'sets, and how far they are'],
    ['tidemark calibrate ls --json', 'for programs, with the sites of each'],
  ],
  'calibrate export': [
    ['tidemark calibrate export mine mine.calibration', 'to another machine'],
    ['tidemark calibrate export shop shop.calibration', 'before it is removed here'],
  ],
  'calibrate import': [
    ['tidemark calibrate import mine.calibration --set theirs', 'under another name'],
    ['tidemark calibrate import mine.calibration', 'under its own name'],
  ],
  'calibrate rm': [
    ['tidemark calibrate rm mine', 'all of it'],
    ['tidemark calibrate rm mine --quiet', 'without a word'],
  ],
  detectors: [
    ['tidemark detectors ls shop', 'what the project looks for, and how often it was there'],
    ["tidemark detectors test shop --detector 'price < 30'", 'try before you add it'],
    ["tidemark detectors add shop 'price < 30'", 'be told from the next run on'],
  ],
  'detectors ls': [
    ['tidemark detectors ls shop', 'of a stored project'],
    ['tidemark detectors ls shop.yaml --json', 'of a project file, for programs'],
  ],
  'detectors add': [
    ["tidemark detectors add shop 'price < 30' --name cheap", 'a price'],
    ["tidemark detectors add news.yaml '{ stems: [virus, flu] }' --match /health/", 'words in any form'],
  ],
  'detectors test': [
    ['tidemark detectors test shop cheap', 'when would it have matched in the last month?'],
    [`tidemark detectors test news --detector '"bird flu"' --since 2026-01-01`, 'one that is not added yet'],
  ],
  'detectors rm': [
    ['tidemark detectors rm shop cheap', 'by its name'],
    ["tidemark detectors rm shop.yaml 'price < 30'", 'one without a name of its own has its condition'],
  ],
  detect: [
    ["tidemark detect lamp.html --detector 'price < 30'", 'is the lamp cheap enough?'],
    ['tidemark detect page.html --project news.yaml', 'what would the detectors of a project find?'],
  ],
  stem: [
    ['tidemark stem --lang pl wirusów grypie', 'the stems of two Polish words'],
    ['tidemark stem --lang en --json < words.txt', 'one word per line, as JSON'],
  ],
  stats: [
    ['tidemark stats', 'how crawls went, and what detectors found, of all projects'],
    ['tidemark stats news --since 30d --by day', 'of one, day by day'],
  ],
  ...examplesOfUpkeep,
};
