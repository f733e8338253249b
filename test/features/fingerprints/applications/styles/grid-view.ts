import { capital } from '../application.ts';
import { each, options, type Style } from './style.ts';

/** What a PHP framework generates: grids with filters, detail views, addresses by `r=`. */
export const gridView: Style = {
  name: 'grid-view',
  blocks: {
    heading: ({ text }) => `<h1>${text}</h1>`,
    text: ({ paragraphs }) => `<div class="view">${each(paragraphs, (text) => `<p>${text}</p>`)}</div>`,
    buttons: ({ links }) =>
      `<div class="portlet"><div class="portlet-title">Operations</div><ul class="operations">${each(links, ({ name, address }) => `<li><a href="index.php?r=${address.slice(1).replace(/\d+/, 'x')}&amp;id=${address.replace(/\D/g, '')}">${name}</a></li>`)}</ul></div>`,
    table: ({ columns, rows, empty }) =>
      `<div class="grid-view">${rows.length > 0 ? `<div class="summary">Displaying 1-${rows.length} of ${rows.length} results.</div>` : ''}<table class="items"><thead><tr>${each(columns, (name) => `<th><a class="sort-link" href="index.php?r=list&amp;sort=${name.toLowerCase()}">${name}</a></th>`)}<th>&nbsp;</th></tr><tr class="filters">${each(columns, (name) => `<td><input name="Filter[${name.toLowerCase()}]" type="text"></td>`)}<td></td></tr></thead><tbody>${rows.length === 0 ? `<tr><td colspan="${columns.length + 1}" class="empty"><span class="empty">${empty}</span></td></tr>` : ''}${each(rows, ({ id, cells, actions }, i) => `<tr class="${i % 2 ? 'even' : 'odd'}">${each(cells, (cell) => `<td>${cell}</td>`)}<td class="button-column"><a class="view" title="View" href="index.php?r=record/view&amp;id=${id}"><img src="/assets/1f${id}/view.png" alt="View"></a>${each(actions, ({ name }) => `<a class="${name.toLowerCase()}" title="${name}" href="index.php?r=record/${name.toLowerCase()}&amp;id=${id}"><img src="/assets/1f/${name}.png" alt="${name}"></a>`)}</td></tr>`)}</tbody></table></div>`,
    pages: ({ current, last }) =>
      `<div class="pager">Go to page: <ul class="yiiPager">${Array.from({ length: last }, (_, i) => `<li class="page${i + 1 === current ? ' selected' : ''}"><a href="index.php?r=list&amp;page=${i + 1}">${i + 1}</a></li>`).join('')}</ul></div>`,
    record: ({ values }) =>
      `<table class="detail-view">${each(values, ([label, value], i) => `<tr class="${i % 2 ? 'even' : 'odd'}"><th>${label}</th><td>${value}</td></tr>`)}</table>`,
    form: ({ address, inputs, submit }) =>
      `<div class="form"><form action="index.php?r=${address.slice(1).replace(/\/?\d+/g, '')}" method="post"><p class="note">Fields with * are required.</p>${
        inputs.some(({ mistake }) => mistake)
          ? `<div class="errorSummary"><p>Please fix the following input errors:</p><ul>${each(
              inputs.filter(({ mistake }) => mistake),
              ({ label, mistake }) => `<li>${label} ${mistake}</li>`,
            )}</ul></div>`
          : ''
      }${each(inputs, ({ name, label, type, value, mistake }) => `<div class="row"><label for="Model_${name}"${mistake ? ' class="error"' : ''}>${label} <span class="required">*</span></label>${type === 'textarea' ? `<textarea name="Model[${name}]">${value}</textarea>` : type === 'select' ? `<select name="Model[${name}]">${options(value)}</select>` : `<input${mistake ? ' class="error"' : ''} name="Model[${name}]" type="${type}" value="${value}">`}${mistake ? `<div class="errorMessage">${label} ${mistake}</div>` : ''}</div>`)}<div class="row buttons"><input type="submit" name="yt0" value="${submit}"></div></form></div>`,
    message: ({ tone, text }) => `<div class="flash-${tone === 'bad' ? 'error' : 'success'}">${text}</div>`,
    tabs: ({ names, current }) =>
      `<ul class="yiiTab tabs">${each(names, (name, i) => `<li><a class="${i === current ? 'active' : ''}" href="#tab${i}">${name}</a></li>`)}</ul>`,
    figures: ({ values }) =>
      `<table class="summary">${each(values, ([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)}</table>`,
    days: ({ columns, weeks }) =>
      `<table class="cal"><tr>${each(columns, (name) => `<th>${name}</th>`)}</tr>${each(weeks, (week) => `<tr>${each(week, ([day, event]) => `<td class="${event ? 'busy' : 'free'}"><a href="index.php?r=day&amp;d=${day}">${day}</a>${event ? `<div><a href="index.php?r=event&amp;id=${day}3">${event}</a></div>` : ''}</td>`)}</tr>`)}</table>`,
  },
  page: (
    { brand, entities, menu, footer },
    { title, active, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) => `<!DOCTYPE html><html><head><title>${brand} - ${title}</title></head><body><div class="container" id="page"><div id="header"><div id="logo">${brand}</div></div>
<div id="mainmenu"><ul>${each(isSignedIn ? ['home', ...entities.map(({ plural }) => plural), ...menu] : ['home', 'login'], (name) => `<li${name === active ? ' class="active"' : ''}><a href="index.php?r=${name}/index">${capital(name)}</a></li>`)}${isSignedIn ? `<li><a href="index.php?r=site/logout">Logout (${random.word()})</a></li>` : ''}</ul></div>${openMenu ? '<div class="popup-menu"><a href="index.php?r=profile">Profile</a><a href="index.php?r=password">Password</a></div>' : ''}
<div class="breadcrumbs"><a href="index.php">Home</a> &raquo; <span>${title}</span></div><div id="content">${body}</div>${dialog === null ? '' : `<div class="ui-dialog ui-widget" role="dialog" style="display: block">${dialog}</div>`}<div id="footer">${each(footer, (name) => `<a href="index.php?r=site/${name}">${capital(name)}</a>`)} Copyright 20${10 + random.below(15)}</div></div></body></html>`,
};
