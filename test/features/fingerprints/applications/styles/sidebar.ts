import { capital } from '../application.ts';
import { each, options, type Style } from './style.ts';

const widgets =
  'buttons icons charts forms tables modals timeline sliders ribbons widgets mailbox invoice gallery kanban'.split(
    ' ',
  );

/** An administration theme: cards, and a side bar with far more entries than a page has of its own. */
export const sidebar: Style = {
  name: 'sidebar',
  blocks: {
    heading: ({ text }) => `<div class="content-header"><h1 class="m-0">${text}</h1></div>`,
    text: ({ paragraphs }) =>
      `<div class="card"><div class="card-body">${each(paragraphs, (text) => `<p class="card-text">${text}</p>`)}</div></div>`,
    buttons: ({ links }) =>
      `<div class="mb-3">${each(links, ({ name, address }) => `<a href="${address}" class="btn btn-outline-secondary me-1"><i class="bi bi-${name.length % 5}"></i>${name}</a>`)}</div>`,
    table: ({ columns, rows, empty }) =>
      `<div class="card"><div class="card-body p-0"><table class="table table-hover"><thead><tr><th><input type="checkbox" name="all"></th>${each(columns, (name) => `<th scope="col">${name}</th>`)}<th>Actions</th></tr></thead><tbody>${each(rows, ({ id, cells, address, actions }) => `<tr data-id="${id}"><td><input type="checkbox" name="chosen[${id}]"></td>${each(cells, (cell, i) => `<td>${i === 0 && address ? `<a href="${address}">${cell}</a>` : cell}</td>`)}<td>${each(actions, ({ name, address: to }) => `<a class="btn btn-sm btn-info" href="${to}" title="${name}"><i class="bi bi-${name.toLowerCase()}"></i></a>`)}</td></tr>`)}</tbody></table>${rows.length === 0 ? `<div class="text-center p-4">${empty}</div>` : ''}</div></div>`,
    pages: ({ address, current, last }) =>
      `<nav aria-label="pages"><ul class="pagination pagination-sm">${Array.from({ length: last }, (_, i) => `<li class="page-item${i + 1 === current ? ' active' : ''}"><a class="page-link" href="${address}?page=${i + 1}">${i + 1}</a></li>`).join('')}</ul></nav>`,
    record: ({ values }) =>
      `<div class="card card-primary"><div class="card-body">${each(values, ([label, value]) => `<strong>${label}</strong><p class="text-muted">${value}</p><hr>`)}</div></div>`,
    form: ({ address, inputs, submit, cancel }, random) =>
      `<form class="card" action="${address}" method="post"><input type="hidden" name="_token" value="${random.below(1e9)}"><div class="card-body">${each(
        inputs,
        ({ name, label, type, value, mistake }) =>
          `<div class="mb-3"><label class="form-label" for="f-${name}">${label}</label>${type === 'textarea' ? `<textarea class="form-control${mistake ? ' is-invalid' : ''}" name="${name}">${value}</textarea>` : type === 'select' ? `<select class="form-select${mistake ? ' is-invalid' : ''}" name="${name}">${options(value)}</select>` : `<input id="f-${name}" class="form-control${mistake ? ' is-invalid' : ''}" type="${type}" name="${name}" value="${value}">`}${mistake ? `<div class="invalid-feedback">${label} ${mistake}</div>` : ''}</div>`,
      )}</div><div class="card-footer"><button type="submit" class="btn btn-primary">${submit}</button>${cancel ? `<a href="${cancel}" class="btn btn-default">Cancel</a>` : ''}</div></form>`,
    message: ({ tone, text }) =>
      `<div class="alert alert-${tone === 'bad' ? 'danger' : 'success'}" role="alert">${text}</div>`,
    tabs: ({ names, current }) =>
      `<ul class="nav nav-pills" role="tablist">${each(names, (name, i) => `<li class="nav-item"><a class="nav-link${i === current ? ' active' : ''}" data-bs-toggle="tab" href="#${name}">${name}</a></li>`)}</ul>`,
    figures: ({ values }) =>
      `<div class="row">${each(values, ([label, value]) => `<div class="col-lg-3"><div class="small-box bg-info"><div class="inner"><h3>${value}</h3><p>${label}</p></div><a href="/${label.toLowerCase()}" class="small-box-footer">More</a></div></div>`)}</div>`,
    days: ({ columns, weeks }) =>
      `<div class="fc"><div class="fc-toolbar"><button class="fc-prev">‹</button><button class="fc-next">›</button></div><table class="fc-daygrid"><thead><tr>${each(columns, (name) => `<th>${name}</th>`)}</tr></thead><tbody>${each(weeks, (week) => `<tr>${each(week, ([day, event]) => `<td class="fc-day" data-date="${day}"><a class="fc-number">${day}</a>${event ? `<div class="fc-event"><a class="fc-event-title">${event}</a></div>` : ''}</td>`)}</tr>`)}</tbody></table></div>`,
  },
  page: (
    { brand, entities, menu, footer, hasSearch },
    { title, active, isSignedIn, openMenu },
    body,
    dialog,
    random,
  ) =>
    isSignedIn
      ? `<!DOCTYPE html><html lang="en"><head><title>${brand} | ${title}</title></head><body class="sidebar-mini layout-fixed"><div class="wrapper">
<nav class="main-header navbar"><ul class="navbar-nav"><li class="nav-item"><a class="nav-link" href="#"><i class="bi bi-list"></i></a></li><li class="nav-item dropdown"><a class="nav-link" href="#">${random.name()}</a><div class="dropdown-menu${openMenu ? ' show' : ''}"><a class="dropdown-item" href="/profile">Profile</a><a class="dropdown-item" href="/logout">Log out</a></div></li></ul>${hasSearch ? '<form><input class="form-control" type="search" placeholder="Search"></form>' : ''}</nav>
<aside class="main-sidebar"><a href="/" class="brand-link">${brand}</a><nav><ul class="nav nav-sidebar">${each(['dashboard', ...entities.map(({ plural }) => plural), ...menu, 'settings'], (name) => `<li class="nav-item"><a class="nav-link${name === active ? ' active' : ''}" href="/${name}"><i class="bi"></i><p>${capital(name)}</p></a></li>`)}${each(widgets, (name) => `<li class="nav-item"><a class="nav-link" href="/ui/${name}"><p>${capital(name)}</p></a></li>`)}</ul></nav></aside>
<div class="content-wrapper">${body}</div><footer class="main-footer">${each(footer, (name) => `<a href="/${name}">${capital(name)}</a>`)} Version ${random.below(9)}.${random.below(20)}</footer></div>${dialog === null ? '' : `<div class="modal fade show" style="display:block" role="dialog"><div class="modal-dialog">${dialog}</div></div><div class="modal-backdrop fade show"></div>`}</body></html>`
      : `<!DOCTYPE html><html lang="en"><head><title>${brand} | ${title}</title></head><body class="login-page"><div class="login-box"><b>${brand}</b>${body}</div></body></html>`,
};
