import { Command } from 'commander';
import { withSiteOptions } from './site-options.ts';
import { type SiteOptions, visitSite } from './visit-site.ts';

export function trackCommand(): Command {
  const command = new Command('track')
    .description('visit a site again and report what changed; the first visit crawls it')
    .argument('[project]', 'name of a project, URL, folder or project file');
  return withSiteOptions(command)
    .option('--due', 'visit only pages that have probably changed since their last visit')
    .action((given: string | undefined, options: SiteOptions, self: Command) =>
      visitSite('track', given, options, self),
    );
}
