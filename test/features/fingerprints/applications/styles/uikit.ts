import { capital } from '../application.ts';
import { each, options, type Style } from './style.ts';

/** Vue and UIkit: scoped attributes, lists of cards instead of tables. */
export const uikit: Style = {
  name: 'uikit',
  blocks: {
    heading: ({ text }) =>
      `<div class="uk-flex uk-margin" data-v-3f9a><h2 class="uk-margin-remove">${text}</h2></div>`,
    text: ({ paragraphs }) =>
      `<article class="uk-article">${each(paragraphs, (text) => `<p>${text}</p>`)}</article>`,
    buttons: ({ links }) =>
      `<div class="uk-button-group">${each(links, ({ name, address }) => `<a class="uk-button uk-button-primary" href="/index.php${address}">${name}</a>`)}</div>`,
    table: ({ columns, rows, empty }) =>
      rows.length === 0
        ? `<h3 class="uk-h1 uk-text-muted uk-text-center">${empty}</h3>`
        : `<ul class="uk-list uk-list-line">${each(rows, ({ id, cells, address, actions }) => `<li class="check-item" data-id="${id}"><div class="uk-nestable-item"><input type="checkbox" name="id" value="${id}">${each(cells, (cell, i) => (i === 0 && address ? `<a href="/index.php${address}">${cell}</a>` : `<div class="uk-badge" title="${columns[i]}">${cell}</div>`))}<ul class="uk-subnav">${each(actions, ({ name }) => `<li><a class="uk-icon-hover uk-icon-${name.toLowerCase()}" title="${name}"></a></li>`)}</ul></div></li>`)}</ul>`,
    pages: ({ current, last }) =>
      `<ul class="uk-pagination">${Array.from({ length: last }, (_, i) => (i + 1 === current ? `<li class="uk-active"><span>${i + 1}</span></li>` : `<li><a>${i + 1}</a></li>`)).join('')}</ul>`,
    record: ({ values }) =>
      `<div class="uk-panel-box">${each(values, ([label, value]) => `<div class="uk-form-row"><span class="uk-form-label">${label}</span> <div>${value}</div></div>`)}</div>`,
    form: ({ inputs, submit, cancel }) =>
      `<form class="uk-form uk-form-horizontal" v-validator="form">${each(inputs, ({ name, label, type, value, mistake }) => `<div class="uk-form-row"><label for="form-${name}" class="uk-form-label">${label}</label><div class="uk-form-controls">${type === 'textarea' ? `<textarea id="form-${name}" name="${name}">${value}</textarea>` : type === 'select' ? `<select id="form-${name}" class="uk-form-width-large">${options(value)}</select>` : `<input id="form-${name}" class="uk-form-width-large${mistake ? ' uk-form-danger' : ''}" type="${type}" name="${name}" value="${value}">`}<p class="uk-form-help-block uk-text-danger"${mistake ? '' : ' style="display: none;"'}>${label} ${mistake ?? 'cannot be blank.'}</p></div></div>`)}<button class="uk-button uk-button-primary" type="submit">${submit}</button>${cancel ? `<a class="uk-button" href="/index.php${cancel}">Cancel</a>` : ''}</form>`,
    message: ({ tone, text }) =>
      `<div class="uk-notify"><div class="uk-notify-message uk-notify-message-${tone === 'bad' ? 'danger' : 'success'}">${text}</div></div>`,
    tabs: ({ names, current }) =>
      `<ul class="uk-tab">${each(names, (name, i) => `<li class="${i === current ? 'uk-active' : ''}"><a>${name}</a></li>`)}</ul>`,
    figures: ({ values }) =>
      `<ul class="uk-grid" data-user>${each(values, ([label, value]) => `<li class="uk-width-1-3"><div class="uk-panel uk-panel-box"><h3>${value}</h3>${label}</div></li>`)}</ul>`,
    days: ({ columns, weeks }) =>
      `<div class="cal"><div class="cal-head">${each(columns, (name) => `<span>${name}</span>`)}</div>${each(weeks, (week) => `<div class="cal-week">${each(week, ([day, event]) => `<div class="cal-day"><a>${day}</a>${event ? `<a class="cal-event" href="/index.php/event/${day}">${event}</a>` : ''}</div>`)}</div>`)}</div>`,
  },
  page: (
    { brand, entities, menu, footer },
    { title, active, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) => `<!DOCTYPE html><html class="uk-height-1-1"><head><title>${title} | ${brand}</title></head><body>${isSignedIn ? `<div class="tm-header"><nav class="uk-navbar"><ul class="uk-navbar-nav">${each([...entities.map(({ plural }) => plural), ...menu, 'settings'], (name) => `<li class="${name === active ? 'uk-active' : ''}"><a href="/index.php/${name}">${capital(name)}</a></li>`)}</ul><div class="uk-navbar-flip"><div class="uk-button-dropdown${openMenu ? ' uk-open' : ''}"><a class="uk-icon-user" title="Profile"></a><div class="uk-dropdown"><ul class="uk-nav"><li><a href="/index.php/profile">Profile</a></li></ul></div></div></div></nav></div>` : ''}<main id="${title.toLowerCase().replace(/\W/g, '-')}" v-cloak-done><div class="uk-container">${body}</div></main>
<div class="uk-modal${dialog === null ? '' : ' uk-open'}" ${dialog === null ? 'style="display: none;"' : 'style="display: block;"'}><div class="uk-modal-dialog">${dialog ?? '<p>Sure?</p><button>Yes</button>'}</div></div>
<div class="tm-footer">${each(footer, (name) => `<a href="/index.php/${name}">${capital(name)}</a>`)}<span>${random.below(99)} online</span></div></body></html>`,
};
