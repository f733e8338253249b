import { capital } from '../application.ts';
import type { Random } from '../random.ts';
import { each, options, type Style } from './style.ts';

/** Class names as a build makes them up: the same name for the same component, nothing to read. */
const made = (name: string) => `css-${(name.length * 7919 + name.charCodeAt(0) * 104_729).toString(36)}`;
const id = (random: Random) => `:r${random.below(1296).toString(36)}:`;

/** A single-page application: everything is a div, classes are made up, and buttons do what scripts say. */
export const components: Style = {
  name: 'components',
  blocks: {
    heading: ({ text }) => `<div class="${made('head')}"><h2 class="${made('heading')}">${text}</h2></div>`,
    text: ({ paragraphs }) =>
      `<div class="${made('prose')}">${each(paragraphs, (text) => `<p>${text}</p>`)}</div>`,
    buttons: ({ links }, random) =>
      `<div class="${made('actions')}">${each(links, ({ name }) => `<button type="button" id="${id(random)}" class="${made('button')}">${name}</button>`)}</div>`,
    table: ({ columns, rows, empty }, random) =>
      `<div role="grid" class="${made('grid')}"><div role="row" class="${made('headrow')}">${each(columns, (name) => `<div role="columnheader" class="${made('cell')}">${name}</div>`)}</div>${rows.length === 0 ? `<div class="${made('nothing')}"><span>${empty}</span></div>` : ''}${each(rows, ({ cells, address, actions }) => `<div role="row" class="${made('row')}">${each(cells, (cell, i) => `<div role="gridcell" class="${made('cell')}">${i === 0 && address ? `<a href="#${address}">${cell}</a>` : `<span>${cell}</span>`}</div>`)}<div role="gridcell">${each(actions, ({ name }) => `<button id="${id(random)}" aria-label="${name}"><svg><path d="M0"/></svg></button>`)}</div></div>`)}</div>`,
    pages: ({ current, last }) =>
      `<div class="${made('pages')}">${Array.from({ length: last }, (_, i) => `<button aria-current="${i + 1 === current}">${i + 1}</button>`).join('')}</div>`,
    record: ({ values }) =>
      `<div class="${made('record')}">${each(values, ([label, value]) => `<div class="${made('line')}"><div class="${made('label')}">${label}</div><div class="${made('value')}">${value}</div></div>`)}</div>`,
    form: ({ inputs, submit, cancel }, random) =>
      `<form class="${made('form')}" novalidate>${each(inputs, ({ name, label, type, value, mistake }) => {
        const own = id(random);
        return `<div class="${made('field')}"><label for="${own}">${label}</label>${type === 'textarea' ? `<textarea id="${own}" name="${name}">${value}</textarea>` : type === 'select' ? `<select id="${own}" name="${name}">${options(value)}</select>` : `<input id="${own}" type="${type}" name="${name}" value="${value}"${mistake ? ' aria-invalid="true"' : ''}>`}${mistake ? `<p class="${made('mistake')}" role="alert">${label} ${mistake}</p>` : ''}</div>`;
      })}<button type="submit" class="${made('button')}">${submit}</button>${cancel ? `<button type="button">Cancel</button>` : ''}</form>`,
    message: ({ text }) => `<div role="alert" class="${made('alert')}"><div>${text}</div></div>`,
    tabs: ({ names, current }) =>
      `<div role="tablist">${each(names, (name, i) => `<button role="tab" aria-selected="${i === current}">${name}</button>`)}</div>`,
    figures: ({ values }) =>
      `<div class="${made('figures')}">${each(values, ([label, value]) => `<div class="${made('figure')}"><span>${label}</span><strong>${value}</strong></div>`)}</div>`,
    days: ({ columns, weeks }) =>
      `<div class="${made('calendar')}"><div>${each(columns, (name) => `<div role="columnheader">${name}</div>`)}</div>${each(weeks, (week) => `<div class="${made('week')}">${each(week, ([day, event]) => `<div class="${made('day')}"><time>${day}</time>${event ? `<button class="${made('event')}">${event}</button>` : ''}</div>`)}</div>`)}</div>`,
  },
  page: (
    { brand, entities, menu, footer, hasSearch },
    { title, active, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) => `<!DOCTYPE html><html><head><title>${brand}</title></head><body><noscript>You need JavaScript.</noscript><div id="root"><div class="${made('shell')}" data-page="${title.length}">
<header class="${made('top')}"><span>${brand}</span>${isSignedIn ? `${hasSearch ? '<input type="search" placeholder="Search">' : ''}<button id="${id(random)}" aria-haspopup="true" aria-expanded="${openMenu}">${random.name()}</button>${openMenu ? '<div role="menu"><div role="menuitem" tabindex="0">Profile</div><div role="menuitem" tabindex="0">Sign out</div></div>' : ''}` : ''}</header>
${isSignedIn ? `<nav class="${made('nav')}">${each([...entities.map(({ plural }) => plural), ...menu], (name) => `<a href="#/${name}"${name === active ? ' aria-current="page"' : ''}>${capital(name)}</a>`)}</nav>` : ''}<main class="${made('main')}">${body}</main>
<footer>${each(footer, (name) => `<a href="#/${name}">${capital(name)}</a>`)}</footer></div></div>${dialog === null ? '' : `<div class="${made('portal')}"><div role="dialog" aria-modal="true" class="${made('dialog')}">${dialog}</div></div>`}</body></html>`,
};
