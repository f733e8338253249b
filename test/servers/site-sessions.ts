/** What a site with a log-in remembers: tokens for one use, and its members' sessions by their cookies. */
export class SiteSessions {
  readonly #tokens = new Set<string>();
  /** Pages shown in each session that is open. */
  readonly #open = new Map<string, number>();
  readonly #begun: string[] = [];
  #tokensMade = 0;

  /** Every session that ever began, by what its cookie said. */
  get begun(): readonly string[] {
    return this.#begun;
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** A field of a form without which the form is not taken. */
  tokenField(): string {
    const token = `token-${++this.#tokensMade}`;
    this.#tokens.add(token);
    return `<input type="hidden" name="csrf" value="${token}">`;
  }

  /** Whether a form came with a token; none is good for two. */
  takeToken(form: URLSearchParams): boolean {
    return this.#tokens.delete(form.get('csrf') ?? '');
  }

  /** The `Set-Cookie` of somebody who has just logged in. */
  begin(): string {
    const id = `session-${this.#begun.length + 1}-f00dcafe`;
    this.#begun.push(id);
    this.#open.set(id, 0);
    return `sid=${id}; Path=/; HttpOnly`;
  }

  /** What the session showed before this page; null for strangers. */
  show(cookie: string | undefined): number | null {
    const shown = this.#open.get(idIn(cookie)) ?? null;
    if (shown !== null) this.#open.set(idIn(cookie), shown + 1);
    return shown;
  }

  /** As `show`, for a page that does not count. */
  peek(cookie: string | undefined): number | null {
    return this.#open.get(idIn(cookie)) ?? null;
  }

  end(cookie: string | undefined): void {
    this.#open.delete(idIn(cookie));
  }

  endAll(): void {
    this.#open.clear();
  }
}

/** The session that a `Cookie` header names. */
export function idIn(cookie = ''): string {
  return /(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? '';
}
