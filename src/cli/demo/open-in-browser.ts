import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The program that opens an address as the system would; null on a machine without a screen. */
export function browserOpener(
  platform: NodeJS.Platform,
  hasScreen: boolean,
): { readonly program: string; readonly args: readonly string[] } | null {
  if (platform === 'darwin') return { program: 'open', args: [] };
  // `start` would be the shell's own command, and takes `&` in an address for the end of it.
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler'] };
  return hasScreen ? { program: 'xdg-open', args: [] } : null;
}

/** Opens an address in the user's browser. False when there is none, or nothing that knows it. */
export async function openInBrowser(url: string, hasScreen: boolean): Promise<boolean> {
  const opener = browserOpener(process.platform, hasScreen);
  if (opener === null) return false;
  const child = spawn(opener.program, [...opener.args, url], { stdio: 'ignore', detached: true });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}
