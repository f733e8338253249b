import { Command } from 'commander';
import { withSiteOptions } from './site-options.ts';
import { type SiteOptions, visitSite } from './visit-site.ts';

export function crawlCommand(): Command {
  const command = new Command('crawl')
    .description('fetch a site and keep it; continues a crawl that was interrupted')
    .argument('[site]', 'URL, folder, project file, or name of a project that exists');
  return withSiteOptions(command).action((site: string | undefined, options: SiteOptions, self: Command) =>
    visitSite('crawl', site, options, self),
  );
}
