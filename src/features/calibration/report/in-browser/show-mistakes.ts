import type { PageDocument, ShownElement } from '../../../../presentation/html/dom.ts';
import type { MistakesData } from '../mistakes-data.ts';

/** More of the DOM than the overview needs. */
interface Cell extends ShownElement {
  closest(selector: string): Cell | null;
  after(element: ShownElement): void;
  scrollIntoView(where: { readonly block: 'nearest' }): void;
}

interface FiguresDocument extends PageDocument {
  querySelectorAll(selector: string): Iterable<Cell>;
}

/** Runs in the reader's browser: a cell that is pressed shows below its figure what its setting got wrong, with the two pictures. */
export function showMistakes(document: FiguresDocument): void {
  const data = JSON.parse(document.getElementById('mistakes')?.textContent ?? '{}') as MistakesData;
  const panel = make('section', 'wrong');
  let pressed: Cell | null = null;
  for (const cell of document.querySelectorAll('[data-setting]')) {
    const show = () => {
      const setting = cell.getAttribute('data-setting') ?? '';
      pressed?.setAttribute('aria-pressed', 'false');
      pressed = cell;
      cell.setAttribute('aria-pressed', 'true');
      panel.replaceChildren(heading(setting), ...mistakesOf(setting));
      cell.closest('figure')?.after(panel);
      (panel as Cell).scrollIntoView({ block: 'nearest' });
    };
    cell.addEventListener('click', show);
    cell.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter' || key === ' ') show();
    });
  }

  function mistakesOf(setting: string): readonly ShownElement[] {
    const found = data.lists[data.of[setting] ?? -1] ?? [];
    if (found.length === 0) return [make('p', '', 'Nothing: it sees these sites as people do.')];
    return found.map(([kind, site, state, other]) => {
      const says =
        kind === 'duplicate'
          ? `state ${state} is the same as state ${other} to people, and is kept beside it.`
          : other === null
            ? `state ${state} is missed: nothing leads to it any more.`
            : `state ${state} is missed: it is taken for state ${other}.`;
      const pair = make('div', 'pair');
      for (const each of other === null ? [state] : [other, state]) pair.append(picture(site, each));
      const shown = make('div', 'mistake', '');
      shown.append(make('p', '', `${data.sites[site] ?? `Site ${site}`}: ${says}`), pair);
      return shown;
    });
  }

  function picture(site: number, state: number): ShownElement {
    const shown = make('div', '');
    shown.append(make('p', 'soft', `State ${state}`));
    const base64 = document.getElementById(`picture-${site}-${state}`)?.textContent;
    if (base64 === undefined) shown.append(make('p', 'soft', 'There is no picture of it in this file.'));
    else {
      const image = make('img', '');
      image.setAttribute('src', `data:image/png;base64,${base64}`);
      image.setAttribute('alt', `State ${state} as the browser showed it`);
      shown.append(image);
    }
    return shown;
  }

  function heading(setting: string): ShownElement {
    const made = make('h3', '', 'What ');
    made.append(make('code', '', setting), ' gets wrong');
    return made;
  }

  function make(name: string, looks: string, text = ''): ShownElement {
    const made = document.createElement(name);
    if (looks !== '') made.setAttribute('class', looks);
    if (text !== '') made.append(text);
    return made;
  }
}
