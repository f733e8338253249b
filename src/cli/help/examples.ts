/** A command line, and what it does. */
export type Example = readonly [line: string, what: string];

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
    ['tidemark demo', 'nothing is kept'],
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
  notify: [
    ['tidemark notify ls', 'messages on their way, and those that could not be sent'],
    ['tidemark notify test mailto:me@example.org', 'try a channel'],
  ],
  'notify ls': [
    ['tidemark notify ls', 'the newest messages'],
    ['tidemark notify ls --state dead', 'what was given up'],
  ],
  'notify send': [
    ['tidemark notify send', 'send what is due now'],
    ['tidemark notify send --json', 'one line for each message'],
  ],
  'notify retry': [
    ['tidemark notify retry', 'send again all that was given up'],
    ['tidemark notify retry 3fa9', 'only one message'],
  ],
  'notify test': [
    ['tidemark notify test mailto:me@example.org', 'one address'],
    ['tidemark notify test example.org', 'all channels of a project'],
  ],
  init: [
    ['tidemark init example.org', 'look at 30 pages, and write example.org.yaml'],
    ['tidemark init https://example.org/forum/ --pages 5 -o forum.yaml', 'a part of the site'],
    ['tidemark init example.org -o -', 'print the file'],
  ],
  import: [
    ['tidemark import urlwatch urls.yaml', 'the jobs of urlwatch as project files'],
    ['tidemark import changedetection backup.zip --dry-run', 'what would come over'],
  ],
  'import urlwatch': [
    ['tidemark import urlwatch urls.yaml --urlwatch-config urlwatch.yaml', 'with those who are told'],
    ['tidemark import urlwatch urls.yaml --every 6h -o watches', 'visited every six hours'],
  ],
  'import changedetection': [
    ['tidemark import changedetection changedetection-backup.zip', 'all watches of a backup'],
    ['tidemark import changedetection backup.zip --dry-run --json', 'what would come over, for programs'],
  ],
  projects: [
    ['tidemark projects ls', 'all projects, with their last runs'],
    ['tidemark projects add forum.yaml', 'add one; run it with tidemark crawl forum'],
  ],
  'projects add': [
    ['tidemark projects add forum.yaml', 'add a project'],
    ['tidemark projects add forum.yaml news.yaml --replace', 'change projects that exist'],
  ],
  'projects ls': [
    ['tidemark projects ls', 'steps, rules and the last run of each'],
    ['tidemark projects ls --json', 'for programs'],
  ],
  'projects show': [
    ['tidemark projects show forum', 'what it does, and how its last run ended'],
    ['tidemark projects show forum --json', 'with all settings'],
  ],
  'projects edit': [
    ['tidemark projects edit forum', 'in your editor'],
    ['tidemark projects edit forum --set limits.pages=200', 'without one'],
  ],
  'projects rm': [
    ['tidemark projects rm forum', 'asks first'],
    ['tidemark projects rm forum --yes', 'does not'],
  ],
  'projects export': [
    ['tidemark projects export forum', 'print the file'],
    ['tidemark projects export forum > forum.yaml', 'write it to a file'],
  ],
  'projects check': [
    ['tidemark projects check forum.yaml', 'is it valid?'],
    ['tidemark projects check forum.yaml --json', 'warnings for programs'],
  ],
  'projects schema': [
    ['tidemark projects schema > tidemark.schema.json', 'for editors that check YAML'],
    ['tidemark projects schema --json', 'on one line'],
  ],
  rules: [
    ['tidemark rules test https://example.org/print/1 --project forum', 'does this page belong?'],
    ['tidemark rules test https://example.org/1 https://example.org/2 --project forum', 'several'],
  ],
  'rules test': [
    ['tidemark rules test https://example.org/print/1 --project forum', 'does this page belong?'],
    ['tidemark rules test https://example.org/1 --project forum --json', 'all rules that match'],
  ],
  secrets: [
    ['tidemark secrets set forum-password', 'asks for it'],
    ['tidemark secrets ls', 'names, never values'],
  ],
  'secrets set': [
    ['tidemark secrets set forum-password', 'asks for it'],
    ['pass forum | tidemark secrets set forum-password', 'from a password manager'],
  ],
  'secrets ls': [
    ['tidemark secrets ls', 'names, never values'],
    ['tidemark secrets ls --json', 'for programs'],
  ],
  'secrets rm': [
    ['tidemark secrets rm forum-password', 'forget it'],
    ['tidemark secrets rm forum-password --data ~/tidemark', 'in another data folder'],
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
  robots: [
    ['tidemark robots questions.jsonl', 'may these URLs be fetched?'],
    [
      `echo '{"robots": "User-agent: *\\nDisallow: /a", "userAgent": "Tidemark", "url": "/a"}' | tidemark robots`,
      'a single question',
    ],
  ],
  doctor: [
    ['tidemark doctor', 'what works on this machine'],
    ['tidemark doctor --data /var/lib/tidemark', 'can this folder be used?'],
  ],
  completion: [
    ['source <(tidemark completion bash)', 'in ~/.bashrc'],
    ['source <(tidemark completion zsh)', 'in ~/.zshrc, after compinit'],
    ['tidemark completion fish > ~/.config/fish/completions/tidemark.fish', 'once'],
  ],
  man: [
    ['tidemark man | man -l -', 'read it (GNU/Linux)'],
    ['tidemark man > /usr/local/share/man/man1/tidemark.1', 'install it'],
  ],
};
