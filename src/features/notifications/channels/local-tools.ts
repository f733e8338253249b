import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { NotifyError } from '../errors.ts';
import { cutText, oneLine } from '../message/renderings.ts';
import type { ChannelTools, LocalTools, ProgramRun } from './channel.ts';

/** A program that runs longer is killed. */
const LONGEST_RUN_MS = 60_000;

/** Throws NOTIFY_NOT_ALLOWED where projects come from people who do not own the machine. */
export function localTools({ local }: ChannelTools): LocalTools {
  if (local !== null) return local;
  throw new NotifyError(
    'NOTIFY_NOT_ALLOWED',
    'messages to files and programs of this machine are not allowed here',
  );
}

/** The same, for any program that an address names. Also throws NOTIFY_NOT_ALLOWED where programs are switched off. */
export function commandTools(tools: ChannelTools): LocalTools {
  const local = localTools(tools);
  if (tools.allowsCommands) return local;
  throw new NotifyError(
    'NOTIFY_NOT_ALLOWED',
    'messages to programs are switched off: set TIDEMARK_NOTIFY_COMMANDS=yes to allow them',
  );
}

/** The tools for rules of the operator, who owns everything that they can reach. */
export function toolsOfThisMachine(folder: string, searchPath: string): LocalTools {
  return { folder, searchPath, platform: process.platform, run: (run) => runProgram(run, folder) };
}

async function runProgram({ program, args, input }: ProgramRun, folder: string): Promise<void> {
  const child = spawn(program, [...args], {
    cwd: folder,
    shell: false,
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: LONGEST_RUN_MS,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  child.stdin.on('error', () => undefined); // the program may end before it has read everything
  child.stdin.end(input);
  try {
    const [said, [code, signal]] = await Promise.all([
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    if (code === 0) return;
    const why = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
    const remark = cutText(oneLine(said), 200);
    throw new NotifyError('NOTIFY_FAILED', `${program} ${why}${remark === '' ? '' : `: ${remark}`}`);
  } catch (error) {
    if (error instanceof NotifyError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new NotifyError('NOTIFY_PROGRAM_MISSING', `there is no program ${program}`);
    throw new NotifyError('NOTIFY_FAILED', `${program} could not be started: ${message}`, { cause: error });
  }
}

/** The first program of the list that is installed; null when none is. */
export function installed(programs: readonly string[], { searchPath, platform }: LocalTools): string | null {
  const endings = platform === 'win32' ? ['.exe', ''] : [''];
  for (const program of programs) {
    for (const folder of searchPath.split(delimiter).filter(Boolean)) {
      const found = endings.map((ending) => join(folder, program + ending)).find(isExecutable);
      if (found !== undefined) return found;
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
