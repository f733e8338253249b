import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './application.ts';
import { Prose } from './tools/prose.ts';

const run = promisify(execFile);

/** One commit of the edits: what it did, and where. */
export interface Commit {
  readonly repository: string;
  readonly hash: string;
  readonly what: string;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Some repositories with a history, for the applications that show them. */
export class GitRepositories {
  readonly #place: Place;
  readonly #prose: Prose;
  readonly names = ['harbour', 'lighthouse', 'ferry'];
  readonly #files = new Map<string, string[]>();

  constructor(place: Place) {
    this.#place = place;
    this.#prose = new Prose(place.random);
  }

  /** The folder of bare repositories. */
  get served(): string {
    return join(this.#place.folder, 'repositories');
  }

  async create(): Promise<void> {
    for (const name of this.names) {
      const bare = join(this.served, `${name}.git`);
      await mkdir(bare, { recursive: true });
      await this.#git(bare, 'init', '--bare', '--initial-branch=main');
      await writeFile(join(bare, 'description'), `${this.#prose.sentence()}\n`);
      await this.#git(this.#place.folder, 'clone', '--quiet', bare, this.#work(name));
      const files = this.#prose.names(6).map((word) => `${word}.txt`);
      this.#files.set(name, files);
      for (const file of files) {
        await writeFile(join(this.#work(name), file), this.#text());
        await this.#commit(name, `Add ${file}`);
      }
    }
  }

  /** A commit in one repository: a file edited, added, removed or renamed. The others stay as they are. */
  async edit(visit: number): Promise<Commit> {
    const repository = this.names[visit % this.names.length] ?? '';
    const files = this.#files.get(repository) ?? [];
    const at = (file: string) => join(this.#work(repository), file);
    const [edited = '', other = ''] = files;
    await writeFile(at(edited), this.#text());
    const changed = [edited];
    const removed: string[] = [];
    if (visit % 2 === 0) {
      const added = `added-${this.#prose.word()}.txt`;
      await writeFile(at(added), this.#text());
      files.push(added);
    } else if (visit % 4 === 1) {
      await rm(at(other));
      removed.push(other);
    } else {
      await rename(at(other), at(`moved-${other}`));
      removed.push(other);
      files.push(`moved-${other}`);
    }
    this.#files.set(
      repository,
      files.filter((file) => !removed.includes(file)),
    );
    const what = `${this.#prose.title()}: ${this.#prose.sentence()}`;
    const hash = await this.#commit(repository, what);
    return { repository, hash, what, changed, removed };
  }

  async tag(repository: string, name: string): Promise<void> {
    await this.#git(this.#work(repository), 'tag', '-a', name, '-m', `Release ${name}`);
    await this.#git(this.#work(repository), 'push', '--quiet', '--tags');
  }

  #work(name: string): string {
    return join(this.#place.folder, 'work', name);
  }

  #text(): string {
    return Array.from({ length: 8 }, () => `${this.#prose.sentence()}\n`).join('');
  }

  async #commit(name: string, message: string): Promise<string> {
    await this.#git(this.#work(name), 'add', '--all');
    await this.#git(this.#work(name), 'commit', '--quiet', '-m', message);
    await this.#git(this.#work(name), 'push', '--quiet', 'origin', 'HEAD:main');
    return (await this.#git(this.#work(name), 'rev-parse', 'HEAD')).trim();
  }

  async #git(cwd: string, ...args: readonly string[]): Promise<string> {
    const person = ['-c', 'user.name=Ed Itor', '-c', 'user.email=ed@example.org', '-c', 'safe.directory=*'];
    const { stdout } = await run('git', [...person, ...args], { cwd, env: this.#place.clock.environment() });
    return stdout;
  }
}
