import type { HostPages } from './many-hosts.ts';

/**
 * Hosts whose editors change some pages between two visits. Every page has noise of its own, links lead from host to host, and there
 * are a page that moved to another host, two addresses with the same page, and links to pages that never were.
 */
export function changingHosts(isEdited: boolean): HostPages {
  let answers = 0;
  return (host, path, origins) => {
    const next = origins[(host + 1) % origins.length] ?? '';
    const link = (url: string) =>
      `<p><a href="${url}">About ${new URL(url, next).pathname.slice(1) || 'all'}</a></p>`;
    const page = (title: string, body: string) => ({
      status: 200,
      headers: {},
      // Other words in every answer.
      body: `<!doctype html><title>${title}</title><main>${body}</main><aside>visitor ${++answers * 7919}</aside>`,
    });
    const articles = Array.from({ length: 6 }, (_, number) => `/articles/${number}`)
      .filter((article) => !(isEdited && host === 1 && article === '/articles/3'))
      .concat(isEdited && host === 2 ? ['/articles/new'] : []);
    if (path === '/') {
      const elsewhere = [`${next}/`, `${next}/articles/from-elsewhere`, `${next}/moved`, `${next}/never-was`];
      return page(`Host ${host}`, [...articles, '/copy-a', '/copy-b', ...elsewhere].map(link).join(''));
    }
    if (path === '/moved') return { status: 301, headers: { location: `${next}/articles/target` }, body: '' };
    if (path === '/copy-a' || path === '/copy-b')
      return page(`Copy on ${host}`, `<p>Both addresses of host ${host} show this text, word by word.</p>`);
    const name = /^\/articles\/([\w-]+)$/.exec(path)?.[1];
    const isThere = articles.includes(path) || name === 'from-elsewhere' || name === 'target';
    if (name === undefined || !isThere) return null;
    const height = isEdited && name === '2' ? '4.2' : '3.1';
    const lamp = isEdited && host === 0 && name === '4' ? '<p>The lamp of the lighthouse is new.</p>' : '';
    const text = `<p>The height at ${name} of host ${host} is ${height} metres.</p><p>Article ${name} has words of its own.</p>`;
    return page(`Article ${name} of ${host}`, text + lamp);
  };
}
