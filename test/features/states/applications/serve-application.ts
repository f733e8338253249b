import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Dice } from '../../../../src/base/index.ts';
import type { Answering } from '../../../sites/plain/site-server.ts';

/** What an application answers at one path: a text is HTML, an object JSON. */
export type Answer = string | object | ((load: Load) => string | object | Answering);

/** What may be different at every request. */
export interface Load {
  /** 0 for the first request of this path. */
  readonly number: number;
  readonly dice: Dice;
  readonly query: URLSearchParams;
}

export interface ServingHabits {
  /** How long data (JSON and scripts) takes, as on a real network. */
  readonly delayMs?: number;
  /** Answers all paths without a dot that are not in the table, as hosts of applications with client routes do. */
  readonly shell?: string;
}

/**
 * Serves a table of paths. In HTML, `%LOAD%` stands for the number of the request and `%DRAW%` for a number that is drawn (the sequence is the same each
 * time that the application is served).
 */
export function serving(
  table: Readonly<Record<string, Answer>>,
  { delayMs = 0, shell }: ServingHabits = {},
): () => Answering {
  return () => {
    const dice = new Dice(11);
    const loads = new Map<string, number>();
    return (request, response) => {
      const { pathname, searchParams: query } = new URL(request.target, 'http://localhost');
      const number = loads.get(pathname) ?? 0;
      loads.set(pathname, number + 1);
      const given = table[pathname] ?? (pathname.includes('.') ? undefined : shell);
      const answer = typeof given === 'function' ? given({ number, dice, query }) : given;
      if (answer === undefined) return send(response, 404, 'text/html', notFound);
      if (typeof answer === 'function') return (answer as Answering)(request, response);
      if (typeof answer === 'string') {
        if (pathname.endsWith('.js')) return sendLater(delayMs, response, 'text/javascript', answer);
        const html = answer
          .replaceAll('%LOAD%', String(number))
          .replaceAll('%DRAW%', () => String(dice.below(1_000_000)));
        return send(response, 200, 'text/html', html);
      }
      sendLater(delayMs, response, 'application/json', JSON.stringify(answer));
    };
  };
}

const notFound = '<!doctype html><title>Not found</title><h1>Page not found</h1><p>We looked everywhere.</p>';

/** A page of `vanilla/pages`. */
export function pageNamed(name: string): string {
  return readFileSync(new URL(`vanilla/pages/${name}.html`, import.meta.url), 'utf8');
}

/** An application that is one HTML file, at any path. */
export function servingPage(
  name: string,
  table: Readonly<Record<string, Answer>> = {},
  delayMs = 0,
): () => Answering {
  return serving(table, { shell: pageNamed(name), delayMs });
}

function sendLater(delayMs: number, response: ServerResponse, type: string, body: string): void {
  const timer = setTimeout(() => send(response, 200, type, body), delayMs);
  response.once('close', () => clearTimeout(timer));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
  response.end(body);
}
