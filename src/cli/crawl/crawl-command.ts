import { Command } from 'commander';
import { type Examples, withExamples } from '../help/examples.ts';
import { withSiteOptions } from './site-options.ts';
import { type SiteOptions, visitSite } from './visit-site.ts';

export function crawlCommand(): Command {
  const command = withExamples(new Command('crawl'), crawlExamples)
    .description('fetch a site and keep it; continues a crawl that was interrupted')
    .argument('[site]', 'URL, folder, project file, or name of a project that exists');
  return withSiteOptions(command).action((site: string | undefined, options: SiteOptions, self: Command) =>
    visitSite('crawl', site, options, self),
  );
}

export function trackCommand(): Command {
  const command = withExamples(new Command('track'), trackExamples)
    .description('visit a site again and report what changed; the first visit crawls it')
    .argument('[site]', 'URL, folder, project file, or name of a project that exists');
  return withSiteOptions(command)
    .option('--due', 'visit only pages that have probably changed since their last visit')
    .option('--verbose', 'also print statistics: errors, what was left out, how fast it was')
    .option('--exit-code', 'end with exit code 3 if the site has changed')
    .action((site: string | undefined, options: SiteOptions, self: Command) =>
      visitSite('track', site, options, self),
    );
}

const crawlExamples: Examples = {
  crawl: [
    ['tidemark crawl https://example.org/ --max-pages 50', 'fetch the first 50 pages, and go on later'],
    ['tidemark crawl forum.yaml', 'add a project file, and run it'],
    ['tidemark crawl ./reports', 'a folder of this machine'],
  ],
};

const trackExamples: Examples = {
  track: [
    ['tidemark track example.org', 'visit a site; again in some days, to see what changed'],
    ['tidemark track example.org --due', 'only pages that have probably changed'],
    ["tidemark track https://example.org/shop/ --only '.prices' --project prices", 'compare only prices'],
  ],
};
