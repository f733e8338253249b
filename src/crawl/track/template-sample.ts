/** So many pages of one template are fetched twice... */
const PAGES_PER_TEMPLATE = 2;
/** ...and so many of one host in all. */
const PAGES_PER_HOST = 24;

/** Chooses the pages of a first crawl that are fetched twice (X1): a few of each template. */
export class TemplateSample {
  readonly #templates = new Map<string, number>();
  readonly #hosts = new Map<string, number>();

  /** Whether to fetch this page twice; if so, it is counted. */
  take(url: string): boolean {
    const { host, pathname, searchParams } = new URL(url);
    const taken = this.#hosts.get(host) ?? 0;
    if (taken >= PAGES_PER_HOST) return false;
    const template = `${host}${shapeOf(pathname)}?${[...searchParams.keys()].sort().join('&')}`;
    const ofTemplate = this.#templates.get(template) ?? 0;
    if (ofTemplate >= PAGES_PER_TEMPLATE) return false;
    this.#templates.set(template, ofTemplate + 1);
    this.#hosts.set(host, taken + 1);
    return true;
  }
}

/** Pages of one folder are made alike, and so are folders that are named by numbers. */
function shapeOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const extension = /\.[a-z0-9]{1,5}$/i.exec(path)?.[0] ?? '';
  return `${folders.join('/').replace(/\d+/g, '#')}/*${extension}`;
}
