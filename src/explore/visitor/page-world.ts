import type { CDPSession } from 'playwright-core';
import { ExploreError } from '../errors.ts';
import { type PageTools, pageToolsSource } from '../in-page/page-tools.ts';

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly objectId?: string };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

/**
 * An isolated world in a page: it sees the same elements as the page's scripts, but none of their replacements of the browser's own
 * functions.
 */
export class PageWorld {
  readonly #session: CDPSession;
  #context: number | null = null;
  #documents = 0;

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Runtime.executionContextsCleared', () => {
      this.#context = null;
      this.#documents++;
    });
  }

  /** How many documents were left. */
  get documents(): number {
    return this.#documents;
  }

  /** Calls one of our functions in the page. Arguments and results are plain data. */
  async call<Name extends keyof PageTools>(
    name: Name,
    ...given: Parameters<PageTools[Name]>
  ): Promise<Awaited<ReturnType<PageTools[Name]>>> {
    const call = `tidemark.${name}(${given.map((each) => JSON.stringify(each)).join(',')})`;
    return (await this.evaluate(call)) as Awaited<ReturnType<PageTools[Name]>>;
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.#run('Runtime.evaluate', {
      expression,
      contextId: await this.context(),
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    });
    return result.value;
  }

  /** Calls a function with elements that the debugger knows as its arguments. */
  async callOn(declaration: string, objectIds: readonly string[]): Promise<unknown> {
    const { result } = await this.#run('Runtime.callFunctionOn', {
      functionDeclaration: declaration,
      executionContextId: await this.context(),
      arguments: objectIds.map((objectId) => ({ objectId })),
      returnByValue: true,
      awaitPromise: true,
    });
    return result.value;
  }

  /** A document that was left takes its world with it, so the world may be a new one at every call. */
  async context(): Promise<number> {
    if (this.#context !== null) return this.#context;
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'tidemark',
    });
    await this.#run('Runtime.evaluate', {
      expression: pageToolsSource,
      contextId: executionContextId,
      returnByValue: true,
    });
    this.#context = executionContextId;
    return executionContextId;
  }

  async #run(method: 'Runtime.evaluate' | 'Runtime.callFunctionOn', given: object): Promise<Evaluated> {
    let answer: Evaluated;
    try {
      answer = (await this.#session.send(method as 'Runtime.evaluate', given as never)) as Evaluated;
    } catch (error) {
      this.#context = null;
      throw error;
    }
    const { exceptionDetails } = answer;
    if (exceptionDetails === undefined) return answer;
    const [what = ''] = (exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n');
    throw new ExploreError('EXPLORE_PAGE_FAILED', `the page could not be read: ${what}`);
  }
}
