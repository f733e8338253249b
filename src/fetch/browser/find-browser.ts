import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chrome.exe',
  'msedge.exe',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** A Chrome, Chromium or Edge that is installed on this machine. `path` is the list of folders that programs are looked for in. */
export function findBrowser(path: string): string | null {
  const folders = path.split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...places].find((place) => existsSync(place)) ?? null;
}
