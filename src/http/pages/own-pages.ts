import { homePage, homeScript } from './home-page.ts';
import { askScript, ownPageStyle } from './page-parts.ts';
import { tryPage, tryScript, tryStyle } from './try-page.ts';
import { welcomePage, welcomeScript } from './welcome-page.ts';

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

export const wholePages = { home: homePage, welcome: welcomePage, try: tryPage } as const;

/** By the last part of their address: media type and text. No page has a script or a style of its own inside. */
export const pageParts = {
  'style.css': [style, ownPageStyle],
  'ask.js': [script, askScript],
  'home.js': [script, homeScript],
  'welcome.js': [script, welcomeScript],
  'try.css': [style, tryStyle],
  'try.js': [script, tryScript],
} as const;
