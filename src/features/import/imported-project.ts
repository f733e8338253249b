import type { Fate, FileMap, ImportedPart, ImportedWatch } from './imported-part.ts';
import { noEqual } from './imported-part.ts';
import type { WatchNames } from './watch-names.ts';

interface WatchToImport {
  /** What the other program calls it; empty when it has no name. */
  readonly title: string;
  readonly url: string;
  /** As in `1h`; null for a watch that is switched off. */
  readonly every: string | null;
}

/** One page, visited at its times: a project of its own, so that it keeps its name, its interval and those who are told. */
export function importedProject(
  { title, url, every }: WatchToImport,
  part: ImportedPart,
  names: WatchNames,
): ImportedWatch {
  const { secrets = [], fates = [] } = part;
  const address = URL.parse(url);
  const isFetched = address !== null && /^(?:https?|ftp|ftpe?s|sftp):$/.test(address.protocol);
  const name = names.nameFor(title === '' ? addressInWords(url) : title);
  if (part.isWorthless === true || !isFetched) {
    const why = isFetched ? {} : noEqual('url', 'it is not an address that can be visited');
    return {
      name,
      url,
      project: null,
      secrets: [],
      fates: [...(why.fates ?? []), ...fates.filter(isReason)],
    };
  }
  const project = {
    name,
    source: url,
    ...(part.comments !== undefined && { comment: part.comments.join('\n') }),
    preference: { ...part.preference, depth: 0 },
    ...(part.session !== undefined && { session: part.session }),
    ...(part.steps !== undefined && { steps: part.steps }),
    ...(part.limits !== undefined && { limits: part.limits }),
    ...comparison(part),
    ...(every !== null && { schedule: `every ${every}` }),
    ...(part.detectors !== undefined && { detectors: part.detectors }),
    ...(part.notify !== undefined && { notify: part.notify }),
    ...(part.crawl !== undefined && { crawl: part.crawl }),
  };
  return { name, url, project, secrets, fates };
}

const isReason = ({ became }: Fate): boolean => became === 'no equal';

function comparison({ by, only, ignore, ignoreText }: ImportedPart): FileMap {
  if (by !== undefined) return { compare: [{ by }] };
  const parts = Object.entries({ only, ignore, ignoreText }).flatMap(([key, values]) =>
    values === undefined ? [] : [[key, [...new Set(values)]] as const],
  );
  return parts.length === 0 ? {} : { compare: [Object.fromEntries(parts)] };
}

/** `shop.example lamp`, as `tidemark watch` names a page. */
function addressInWords(url: string): string {
  const address = URL.parse(url);
  if (address === null) return url;
  const last = address.pathname.split('/').findLast((one) => one !== '') ?? '';
  return `${address.host} ${last}`.trim();
}
