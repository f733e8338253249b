import { environmentVariable } from '../../config/index.ts';
import { interruption } from '../crawl/interruption.ts';
import type { Output } from '../output.ts';
import { canAsk } from '../projects/ask.ts';
import { type DemoFolder, PROJECT } from './demo-folder.ts';
import { openInBrowser } from './open-in-browser.ts';

/** Whether somebody is there who could look at a page. In a pipe, and in continuous integration, nothing may wait. */
export const isForPerson = ({ json, quiet }: Output): boolean =>
  !json && !quiet && canAsk() && process.stdout.isTTY === true && isUnset('CI');

const isUnset = (name: string): boolean =>
  ['', '0', 'false', undefined].includes(environmentVariable(name)?.toLowerCase());

/** Opens the web interface on what was found, and waits until Ctrl-C. */
export async function showDemo(output: Output, folder: DemoFolder): Promise<void> {
  const { openDemoInterface } = await import('../../app/index.ts');
  const stopping = interruption(() => output.note('Closing the web interface.'));
  try {
    const { url, close } = await openDemoInterface(folder.path, PROJECT);
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
