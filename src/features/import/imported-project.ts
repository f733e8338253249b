import { type Fate, type FileMap, type ImportedPart, type ImportedWatch, noEqual } from './imported-part.ts';

interface WatchToImport {
  /** The title in the other program; empty when it has none. */
  readonly title: string;
  readonly url: string;
  /** As in `1h`; null for a watch that is turned off. */
  readonly every: string | null;
}

/** One page with its own schedule becomes a project of its own, so that it keeps its name, its interval and its notifications. */
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

/** Gives each watch a name that is valid for a project and unique. */
export class WatchNames {
  readonly #taken = new Set<string>();

  nameFor(title: string): string {
    const plain = title
      .replace(/[/\\\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST)
      .trim();
    const first = plain === '' ? 'watch' : plain;
    let name = first;
    // On file systems that ignore case, two such files would be one.
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${first} ${number}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** A project's name has at most 100 characters; the rest is for the number that makes equal names unique. */
const LONGEST = 90;

/** Names secrets by their purpose; equal values for one purpose share a name. */
export class SecretNames {
  readonly #from: string;
  readonly #names = new Map<string, string>();

  /** `from`, the other program, is a prefix, so that a user's own secret does not have the same name by chance. */
  constructor(from: string) {
    this.#from = from;
  }

  /** The reference that a project file contains instead of the value, and the secret to store. */
  keep(purpose: string, value: string) {
    const name = this.nameFor(purpose, value);
    return { reference: { secret: name }, secrets: [{ name, value }] };
  }

  nameFor(purpose: string, value: string): string {
    const key = `${purpose} ${value}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const equal = [...this.#names.keys()].filter((other) => other.startsWith(`${purpose} `)).length;
    const name = `${this.#from}-${purpose}${equal === 0 ? '' : `-${equal + 1}`}`;
    this.#names.set(key, name);
    return name;
  }
}
