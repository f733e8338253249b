import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataFileFailure, StoreError } from '../errors.ts';
import { makePrivateFile } from './data-folder.ts';
import { sqliteFailure } from './sqlite-failure.ts';

export interface WriterLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  readonly since: string;
}

/**
 * Makes this process the only writer of the folder. The lock is SQLite's own exclusive file lock on an empty
 * database: the operating system drops it with the process, also on kill -9, so there is no stale lock to break.
 * A file beside it says who holds it, for the message.
 */
export function lockFolder(folder: string, command: string): WriterLock {
  const ownerFile = join(folder, 'writer.json');
  const lockFile = join(folder, 'writer.lock');
  makePrivateFile(lockFile);
  const lock = openLock(lockFile);
  try {
    // Nothing is stored in it, so nothing has to reach the disk.
    lock.exec('PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const failure = sqliteFailure(cause, lockFile);
    const held = failure instanceof StoreError && failure.code === 'STORE_LOCKED';
    throw held ? new StoreError('STORE_LOCKED', refusal(folder, ownerFile), cause) : failure;
  }
  const owner: Owner = { pid: process.pid, host: hostname(), command, since: new Date().toISOString() };
  try {
    writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600 });
  } catch (cause) {
    lock.close();
    throw dataFileFailure(cause, ownerFile);
  }
  return { release: () => lock.close() };
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (cause) {
    throw sqliteFailure(cause, file);
  }
}

function refusal(folder: string, ownerFile: string): string {
  const advice =
    'Wait for it, stop it, or use another data folder. Commands that only read work in the meantime.';
  try {
    const { pid, host, command, since } = JSON.parse(readFileSync(ownerFile, 'utf8')) as Owner;
    return `"${command}" (process ${pid} on ${host}) is writing to ${folder}, since ${since}. ${advice}`;
  } catch {
    // The other process has the lock but has not written its owner file yet.
    return `Another process is writing to ${folder}. ${advice}`;
  }
}
