import { capital } from '../application.ts';
import { each, options, type Style } from './style.ts';

/** Server pages of the early years: layout by tables, hardly a class. */
export const classic: Style = {
  name: 'classic',
  blocks: {
    heading: ({ text }) => `<h2>${text}</h2>`,
    text: ({ paragraphs }) => each(paragraphs, (text) => `<p>${text}</p>`),
    buttons: ({ links }) =>
      `<p>${links.map(({ name, address }) => `[<a href="${address}">${name}</a>]`).join(' ')}</p>`,
    table: ({ columns, rows, empty }) =>
      rows.length === 0
        ? `<p><i>${empty}</i></p>`
        : `<table border="1" cellpadding="2"><tr>${each(columns, (name) => `<th>${name}</th>`)}<th></th></tr>
${each(rows, ({ cells, address, actions }, i) => `<tr bgcolor="${i % 2 ? '#eee' : '#fff'}">${each(cells, (cell, column) => `<td>${column === 0 && address ? `<a href="view.php?id=${address.split('/').pop()}&amp;t=${address.split('/')[1]}">${cell}</a>` : cell}</td>`)}<td>${each(actions, ({ name, address: to }) => `<a href="${to}">${name}</a>`)}</td></tr>`)}</table>`,
    pages: ({ address, current, last }) =>
      `<p>Page: ${Array.from({ length: last }, (_, i) => (i + 1 === current ? `<b>${i + 1}</b>` : `<a href="${address}?page=${i + 1}">${i + 1}</a>`)).join(' ')}</p>`,
    record: ({ values }) =>
      `<table>${each(values, ([label, value]) => `<tr><td><b>${label}:</b></td><td>${value}</td></tr>`)}</table>`,
    form: (
      { address, inputs, submit, cancel },
      random,
    ) => `<form action="${address}" method="post"><input type="hidden" name="token" value="${random.below(1e9)}"><table>
${each(inputs, ({ name, label, type, value, mistake }) => `<tr><td>${label}:</td><td>${type === 'textarea' ? `<textarea name="${name}">${value}</textarea>` : type === 'select' ? `<select name="${name}">${options(value)}</select>` : `<input type="${type}" name="${name}" value="${value}">`}${mistake ? ` <font color="red">${label} ${mistake}</font>` : ''}</td></tr>`)}
</table><input type="submit" value="${submit}">${cancel ? ` <a href="${cancel}">Cancel</a>` : ''}</form>`,
    message: ({ tone, text }) =>
      `<p style="color:${tone === 'bad' ? 'red' : 'green'}" class="${tone === 'bad' ? 'error' : 'ok'}">${text}</p>`,
    tabs: ({ names, current }) =>
      `<p>${names.map((name, i) => (i === current ? `<b>${name}</b>` : `<a href="?tab=${name.toLowerCase()}">${name}</a>`)).join(' | ')}</p>`,
    figures: ({ values }) => `<ul>${each(values, ([label, value]) => `<li>${label}: ${value}</li>`)}</ul>`,
    days: ({ columns, weeks }) =>
      `<table border="1"><tr>${each(columns, (name) => `<th>${name}</th>`)}</tr>${each(weeks, (week) => `<tr>${each(week, ([day, event]) => `<td><a href="day.php?d=${day}">${day}</a>${event ? `<br><a href="event.php?id=${day}7">${event}</a>` : ''}</td>`)}</tr>`)}</table>`,
  },
  page: (
    { brand, entities, menu, footer, hasSearch },
    { title, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) => `<html><head><title>${brand}: ${title}</title></head><body bgcolor="white">
<table width="100%"><tr><td colspan="2" id="header"><h1>${brand}</h1>${isSignedIn ? `Logged in as ${random.word()} <a href="logout.php">Log out</a>${hasSearch ? '<form action="search.php"><input name="q"><input type="submit" value="Go"></form>' : ''}` : ''}</td></tr>
<tr><td id="menu" width="150">${isSignedIn ? each([...entities.map(({ plural }) => plural), ...menu, 'settings'], (name) => `<a href="/${name}">${capital(name)}</a><br>`) : ''}${openMenu ? '<ul class="popup"><li><a href="/profile">Profile</a></li><li><a href="/password">Password</a></li></ul>' : ''}</td>
<td>${body}${dialog === null ? '' : `<div class="popup" role="dialog">${dialog}</div>`}</td></tr></table>
<hr><div id="footer">${each(footer, (name) => `<a href="/${name}">${capital(name)}</a>`)} ${random.below(24)}:${10 + random.below(50)}</div></body></html>`,
};
