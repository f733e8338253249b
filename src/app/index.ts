export { checkMachine, type MachineCheck } from './check-machine.ts';
export { type CrawlSettings, crawlSettings } from './crawl-settings.ts';
export { type CrawlRequest, crawlSite, type SiteEnding } from './crawl-site.ts';
export { type DemoSite, startDemoSite } from './demo-site/start-demo-site.ts';
export { AppError } from './errors.ts';
export { openDataFolder } from './open-data-folder.ts';
export { packageFacts } from './package-facts.ts';
export { addProject, type ProjectFileToAdd } from './project-run/add-project.ts';
export { readStored, type StoredProject } from './project-run/stored-project.ts';
