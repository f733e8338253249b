/** A command line, and what it does. */
export type Example = readonly [line: string, what: string];

/** Of commands with which projects, people and the program itself are looked after. */
export const examplesOfUpkeep: Readonly<Record<string, readonly Example[]>> = {
  worker: [
    ['tidemark worker', 'work on runs of the server that uses the same DATABASE_URL'],
    ['tidemark worker --runs 8', 'on a large machine, eight at a time'],
  ],
  nodes: [
    ['tidemark nodes ls', 'see who is there, and how busy'],
    ['tidemark nodes drain 1f0c77ab', 'stop a worker; its runs go on elsewhere'],
  ],
  queue: [
    ['tidemark queue ls', 'see what waits, and what was given up'],
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'let a job take its turn again'],
  ],
  'queue ls': [
    ['tidemark queue ls', 'see what waits, and what was given up'],
    ['tidemark queue ls --json', 'the same for programs'],
  ],
  'queue retry': [
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'by the id of the dead letter'],
    ['tidemark queue retry 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10 --json', 'the same for programs'],
  ],
  'queue withdraw': [
    ['tidemark queue withdraw shop', 'let the run of a project that waits for a worker never begin'],
    ['tidemark queue withdraw shop --json', 'the same for programs'],
  ],
  'queue rm': [
    ['tidemark queue rm 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10', 'by the id of the dead letter'],
    ['tidemark queue rm 6f1e2f5c-1d0a-4c53-9a51-5e0f6a1f6f10 --json', 'the same for programs'],
  ],
  'nodes ls': [
    ['tidemark nodes ls', 'see who is there, and how busy'],
    ['tidemark nodes ls --json', 'the same for programs'],
  ],
  'nodes drain': [
    ['tidemark nodes drain 1f0c77ab', 'by its id'],
    ['tidemark nodes drain crawler-2/4711', 'by its name: the machine and the process'],
  ],
  'nodes pause': [
    ['tidemark nodes pause 1f0c77ab', 'by its id'],
    ['tidemark nodes pause crawler-2/4711', 'by its name: the machine and the process'],
  ],
  'nodes resume': [
    ['tidemark nodes resume 1f0c77ab', 'by its id'],
    ['tidemark nodes resume crawler-2/4711', 'by its name: the machine and the process'],
  ],
  serve: [
    ['tidemark serve', 'answer on this machine, at http://127.0.0.1:4280/'],
    ['tidemark serve --host 0.0.0.0 --port 80', 'answer to other machines, too'],
  ],
  mcp: [
    ['tidemark mcp', 'answer over standard input and output'],
    ['tidemark mcp --data /srv/tidemark', 'the command that an assistant is told to start'],
  ],
  tidy: [
    ['tidemark tidy --dry-run', 'say what would go, and how many bytes'],
    ['tidemark tidy news --versions 20 --days 365', 'a project whose file has no rule'],
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
  backup: [
    ['tidemark backup tidemark-monday.backup', 'while runs go on'],
    ['tidemark backup /mnt/safe/tidemark.backup --json', 'for programs'],
  ],
  restore: [
    ['tidemark restore tidemark-monday.backup --data ~/restored', 'into a new folder'],
    ['tidemark restore tidemark-monday.backup', 'into the database of DATABASE_URL, if that is set'],
  ],
  migrate: [
    ['tidemark migrate --check', 'in a script: exit code 3 when the data is older than the program'],
    ['tidemark migrate', 'after a backup'],
  ],
  'secrets rotate': [
    ['tidemark secrets rotate', 'a new key in the data folder'],
    ['pass old-key | tidemark secrets rotate --old-key', 'to the key in TIDEMARK_SECRET_KEY'],
  ],
  'secrets key': [
    ['tidemark secrets key', 'for TIDEMARK_SECRET_KEY'],
    ['tidemark secrets key > /run/secrets/tidemark', 'for a container'],
  ],
  users: [
    ['tidemark users add ada --role editor', 'prints a link with which ada chooses a password'],
    ['tidemark users share ada prices write', 'ada may change and run the project prices'],
  ],
  'users ls': [
    ['tidemark users ls', 'who they are and what they may do'],
    ['tidemark users ls --json', 'for programs'],
  ],
  'users add': [
    ['tidemark users add ada', 'a reader'],
    ['tidemark users add ada --role editor', 'may have projects'],
  ],
  'users rm': [
    ['tidemark users rm ada', 'their projects stay'],
    ['tidemark users rm ada --data ~/tidemark', 'in another data folder'],
  ],
  'users passwd': [
    ['tidemark users passwd ada', 'asks for the password'],
    ['tidemark users passwd ada --link', 'ada chooses it'],
  ],
  'users link': [
    ['tidemark users link ada ada', 'the proxy lets ada in by that name'],
    ['tidemark users link ada 4711 --issuer https://login.example.org', 'and so does a provider'],
  ],
  'users role': [
    ['tidemark users role ada administrator', 'may do everything'],
    ['tidemark users role ada reader', 'may change nothing'],
  ],
  'users share': [
    ['tidemark users share ada prices read', 'ada sees the project prices'],
    ['tidemark users share ada prices none', 'and does not any more'],
  ],
  'users log': [
    ['tidemark users log', 'the last 50 lines'],
    ['tidemark users log --before 1200 --limit 200', 'earlier ones'],
  ],
  tokens: [
    ["tidemark tokens add ada --name 'our wiki' --for prices", 'to read one project'],
    ['tidemark tokens ls', 'which there are, and when they were used'],
  ],
  'tokens ls': [
    ['tidemark tokens ls', 'never their values'],
    ['tidemark tokens ls --json', 'for programs'],
  ],
  'tokens add': [
    ["tidemark tokens add ada --name 'our wiki'", 'to read, for 90 days'],
    ['tidemark tokens add ada --name ci --scope write --days 365', 'to start runs, for a year'],
  ],
  'tokens rm': [
    ['tidemark tokens rm 3', 'it stops working at once'],
    ['tidemark tokens rm 3 --data ~/tidemark', 'in another data folder'],
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
