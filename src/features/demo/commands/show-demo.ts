import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interruption } from '../../../cli/crawl/interruption.ts';
import { canAsk } from '../../../cli/input.ts';
import { startServer } from '../../../cli/of-other-features.ts';
import type { Output } from '../../../cli/output.ts';
import { environmentVariable } from '../../../config/index.ts';
import { type DemoFolder, PROJECT } from './demo-folder.ts';

/** Whether a person can look at a page. In a pipe and in continuous integration, the command must not wait. */
export const isForPerson = ({ json, quiet }: Output): boolean =>
  !json && !quiet && canAsk() && process.stdout.isTTY === true && isUnset('CI');

const isUnset = (name: string): boolean =>
  ['', '0', 'false', undefined].includes(environmentVariable(name)?.toLowerCase());

/** Opens the web interface with the results, and waits until Ctrl-C. */
export async function showDemo(output: Output, folder: DemoFolder): Promise<void> {
  const { openDemoInterface } = await import('../demo-interface.ts');
  const stopping = interruption(() => output.note('Closing the web interface.'));
  try {
    const { url, close } = await openDemoInterface(startServer.required, folder.path, PROJECT);
    const hasScreen = !isUnset('DISPLAY') || !isUnset('WAYLAND_DISPLAY');
    const isOpen = await openInBrowser(url, hasScreen);
    await output.line();
    await output.line(
      isOpen ? 'The web interface is open in your browser:' : 'Open the web interface in a browser:',
    );
    await output.line(`  ${output.style('bold', url)}`);
    await output.line('The magazine is served as long as this runs, so “Run now” works. Ctrl-C ends it.');
    await new Promise<void>((resolve) => stopping.onStop(resolve));
    await close();
  } finally {
    stopping.release();
  }
}

/** The program that opens an address in the default browser; null on a machine without a screen. */
export function browserOpener(
  platform: NodeJS.Platform,
  hasScreen: boolean,
): { readonly program: string; readonly args: readonly string[] } | null {
  if (platform === 'darwin') return { program: 'open', args: [] };
  // Not `start`: it is a command of the shell, which ends the address at `&`.
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return hasScreen ? { program: 'xdg-open', args: [] } : null;
}

/** Opens an address in the user's browser. False when there is no browser, or no program to open it. */
async function openInBrowser(url: string, hasScreen: boolean): Promise<boolean> {
  const opener = browserOpener(process.platform, hasScreen);
  if (opener === null) return false;
  const child = spawn(opener.program, [...opener.args, url], { stdio: 'ignore', detached: true });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}
