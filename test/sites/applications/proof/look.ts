import type { Answer, Visitor } from '../tools/visitor.ts';
import { pageWords } from './page-words.ts';

/** What several visitors got at one address, at one moment. */
export interface Look {
  readonly status: 'good' | 'gone' | 'error' | 'mixed';
  /** The words of each visitor's page, in order. */
  readonly pages: readonly (readonly string[])[];
  readonly isFeed: boolean;
  /** The last visitor's page, to show. */
  readonly body: string;
}

/** How many visitors look. */
const VISITORS = 3;
/** How many visitors ask at once. */
const AT_ONCE = 4;

/**
 * Looks at all addresses, and then at all of them again, so that two looks at one page are some time apart and a clock with
 * seconds on it gives itself away.
 */
export async function lookAt(
  addresses: readonly string[],
  comeIn: () => Promise<Visitor>,
  stamp: RegExp | null = null,
): Promise<ReadonlyMap<string, Look>> {
  const answers = new Map<string, Answer[]>(addresses.map((address) => [address, []]));
  for (let round = 0; round < VISITORS; round++) {
    const waiting = [...addresses];
    const first = await comeIn();
    const walk = async () => {
      for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
        // A newcomer each time: some applications show what the same visitor saw before.
        answers.get(address)?.push(await lookOnce(first.twin(), address));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, walk));
  }
  return new Map([...answers].map(([address, got]) => [address, lookOf(got, stamp)]));
}

async function lookOnce(visitor: Visitor, address: string): Promise<Answer> {
  const answer = await visitor.ask(address);
  // Some applications send a newcomer back to the same page, with a cookie.
  return answer.location === address ? visitor.ask(address) : answer;
}

function lookOf(answers: readonly Answer[], stamp: RegExp | null): Look {
  const kinds = new Set(answers.map(kindOf));
  const [only] = kinds;
  return {
    status: kinds.size === 1 && only !== undefined ? only : 'mixed',
    pages: answers.map((answer) => pageWords(answer, stamp)),
    isFeed: answers.some(({ type }) => /xml/i.test(type) && !/html/i.test(type)),
    body: answers.at(-1)?.body.toString() ?? '',
  };
}

function kindOf({ status }: Answer): 'good' | 'gone' | 'error' {
  if (status >= 200 && status <= 203) return 'good';
  return status === 404 || status === 410 || (status >= 300 && status < 400) ? 'gone' : 'error';
}
