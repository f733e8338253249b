import type { DocumentLink } from './document-links.ts';

/** Links that a site names beside its pages (the sitemaps of a robots.txt), until the engine takes them. */
export class LinkInbox {
  #links: DocumentLink[] = [];

  add(links: readonly DocumentLink[]): void {
    this.#links.push(...links);
  }

  take(): readonly DocumentLink[] {
    const links = this.#links;
    this.#links = [];
    return links;
  }
}
