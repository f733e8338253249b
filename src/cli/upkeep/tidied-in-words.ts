import { humanBytes } from '../human-numbers.ts';

interface Counts {
  readonly visits: number;
  readonly versions: number;
}

async function inWords({ visits, versions }: Counts): Promise<string> {
  const { counted } = await import('../../publish/index.ts');
  return `${counted(visits, 'visit')} without news and the content of ${counted(versions, 'version')}`;
}

/** `12 visits without news and the content of 3 versions would go (1.4 MB)` */
export async function wouldGo(found: Counts & { readonly bytes: number }): Promise<string> {
  if (found.visits + found.versions === 0) return 'nothing would go';
  return `${await inWords(found)} would go (${humanBytes(found.bytes)})`;
}

export async function removed(done: Counts): Promise<string> {
  return done.visits + done.versions === 0 ? 'nothing had to go' : `${await inWords(done)} removed`;
}
