import { humanBytes } from '../../../cli/human-numbers.ts';

interface Counts {
  readonly visits: number;
  readonly versions: number;
  readonly explorations: number;
}

async function inWords({ visits, versions, explorations }: Counts): Promise<string> {
  const { counted } = await import('../../../presentation/in-words.ts');
  const ofPages = `${counted(visits, 'visit')} without news and the content of ${counted(versions, 'version')}`;
  if (explorations === 0) return ofPages;
  const ofStates = counted(explorations, 'exploration');
  return visits + versions === 0 ? ofStates : `${ofPages}, and ${ofStates},`;
}

const isNothing = ({ visits, versions, explorations }: Counts): boolean =>
  visits + versions + explorations === 0;

/** `12 visits without news and the content of 3 versions would go (1.4 MB)` */
export async function wouldGo(found: Counts & { readonly bytes: number }): Promise<string> {
  if (isNothing(found)) return 'nothing would go';
  return `${await inWords(found)} would go (${humanBytes(found.bytes)})`;
}

export async function removed(done: Counts): Promise<string> {
  return isNothing(done) ? 'nothing had to go' : `${await inWords(done)} removed`;
}
