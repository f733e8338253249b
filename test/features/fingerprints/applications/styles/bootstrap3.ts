import { capital } from '../application.ts';
import { each, options, type Style } from './style.ts';

/** Panels, glyphicons and a bar at the top. */
export const bootstrap3: Style = {
  name: 'bootstrap3',
  blocks: {
    heading: ({ text }) => `<div class="page-header"><h2>${text}</h2></div>`,
    text: ({ paragraphs }) => `<div class="well">${each(paragraphs, (text) => `<p>${text}</p>`)}</div>`,
    buttons: ({ links }) =>
      `<div class="btn-group">${each(links, ({ name, address }) => `<a class="btn btn-default" href="${address}"><span class="glyphicon glyphicon-${name.toLowerCase().split(' ')[0]}"></span> ${name}</a>`)}</div>`,
    table: ({
      columns,
      rows,
      empty,
    }) => `<table class="table table-striped"><thead><tr>${each(columns, (name) => `<th><a href="?sort=${name.toLowerCase()}">${name}</a></th>`)}<th></th></tr></thead><tbody>${rows.length === 0 ? `<tr><td colspan="${columns.length + 1}">${empty}</td></tr>` : ''}
${each(rows, ({ id, cells, address, actions }) => `<tr id="row-${id}">${each(cells, (cell, i) => `<td>${i === 0 && address ? `<a href="${address}">${cell}</a>` : cell}</td>`)}<td>${each(actions, ({ name, address: to }) => `<a class="btn btn-xs" href="${to}">${name}</a>`)}</td></tr>`)}</tbody></table>`,
    pages: ({ address, current, last }) =>
      `<ul class="pagination">${Array.from({ length: last }, (_, i) => `<li${i + 1 === current ? ' class="active"' : ''}><a href="${address}?page=${i + 1}">${i + 1}</a></li>`).join('')}</ul>`,
    record: ({ values }) =>
      `<dl class="dl-horizontal">${each(values, ([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)}</dl>`,
    form: ({ address, inputs, submit, cancel }, random) =>
      `<form class="form-horizontal" id="form${random.below(99)}" action="${address}" method="post">${each(
        inputs,
        ({ name, label, type, value, mistake }) =>
          `<div class="form-group${mistake ? ' has-error' : ''}"><label class="col-sm-2 control-label" for="${name}">${label}</label><div class="col-sm-10">${type === 'textarea' ? `<textarea class="form-control" id="${name}" name="${name}">${value}</textarea>` : type === 'select' ? `<select class="form-control" name="${name}">${options(value)}</select>` : `<input class="form-control" type="${type}" id="${name}" name="${name}" value="${value}">`}${mistake ? `<span class="help-inline">${mistake}</span>` : ''}</div></div>`,
      )}<button class="btn btn-primary" type="submit">${submit}</button>${cancel ? `<a class="btn btn-link" href="${cancel}">Cancel</a>` : ''}</form>`,
    message: ({ tone, text }) =>
      `<div class="alert alert-${tone === 'bad' ? 'danger' : 'success'}"><button class="close">×</button>${text}</div>`,
    tabs: ({ names, current }) =>
      `<ul class="nav nav-tabs">${each(names, (name, i) => `<li class="${i === current ? 'active' : ''}"><a href="#${name}">${name}</a></li>`)}</ul>`,
    figures: ({ values }) =>
      `<div class="row">${each(values, ([label, value]) => `<div class="col-md-4"><div class="panel panel-default"><div class="panel-heading">${label}</div><div class="panel-body">${value}</div></div></div>`)}</div>`,
    days: ({ columns, weeks }) =>
      `<table class="table calendar"><thead><tr>${each(columns, (name) => `<th>${name}</th>`)}</tr></thead><tbody>${each(weeks, (week) => `<tr>${each(week, ([day, event]) => `<td><span class="day">${day}</span>${event ? `<a class="label label-${event.length % 2 ? 'info' : 'warning'}" href="/events/${day}">${event}</a>` : ''}</td>`)}</tr>`)}</tbody></table>`,
  },
  page: (
    { brand, entities, menu, footer, hasSearch },
    { title, active, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) => `<!DOCTYPE html><html lang="en"><head><title>${title} - ${brand}</title><link rel="stylesheet" href="/css/bootstrap.css"></head><body>
<div class="navbar navbar-default"><div class="container"><a class="navbar-brand" href="/">${brand}</a>${
    isSignedIn
      ? `<ul class="nav navbar-nav">${each(['dashboard', ...entities.map(({ plural }) => plural), ...menu], (name) => `<li class="${name === active ? 'active' : ''}"><a href="/${name}">${capital(name)}</a></li>`)}</ul>${hasSearch ? '<form class="navbar-form" action="/search"><input name="q" class="form-control" placeholder="Search"></form>' : ''}
<ul class="nav navbar-nav navbar-right"><li class="dropdown${openMenu ? ' open' : ''}"><a href="#" class="dropdown-toggle">${random.name()} <b class="caret"></b></a><ul class="dropdown-menu"><li><a href="/profile">Profile</a></li><li><a href="/logout">Log out</a></li></ul></li></ul>`
      : ''
  }</div></div>
<div class="container">${body}</div>
<div class="modal fade${dialog === null ? '' : ' in'}" ${dialog === null ? '' : 'style="display: block;"'}><div class="modal-dialog"><div class="modal-content">${dialog ?? '<h4>Sure?</h4><button>OK</button>'}</div></div></div>
<footer class="footer"><div class="container">${each(footer, (name) => `<a href="/${name}">${capital(name)}</a>`)}<p>Page made in ${random.below(900)} ms</p></div></footer><script>var x=${random.below(1e6)};</script></body></html>`,
};
