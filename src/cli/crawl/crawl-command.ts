import { Command } from 'commander';
import { withSiteOptions } from './site-options.ts';
import { type SiteOptions, visitSite } from './visit-site.ts';

export function crawlCommand(): Command {
  const command = new Command('crawl')
    .description('fetch a site and keep what is found; goes on where an interrupted crawl was')
    .argument('[url]', 'a URL, a folder or a project file; may be left out for a project that exists');
  return withSiteOptions(command).action((url: string | undefined, options: SiteOptions, self: Command) =>
    visitSite('crawl', url, options, self),
  );
}
