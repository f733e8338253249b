import { Command } from 'commander';
import { withSiteOptions } from './site-options.ts';
import { type SiteOptions, visitSite } from './visit-site.ts';

export function trackCommand(): Command {
  const command = new Command('track')
    .description('visit a site again and tell what changed; the first time, crawl it')
    .argument('[project]', 'the name of a project, a URL, a folder, or a project file');
  return withSiteOptions(command)
    .option('--due', 'only pages that are likely to have changed since they were visited')
    .action((given: string | undefined, options: SiteOptions, self: Command) =>
      visitSite('track', given, options, self),
    );
}
