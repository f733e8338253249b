import { createElement as h, lazy, Suspense, useEffect, useState } from 'react';
import { fetchPath, madeUpClass, pathOf } from '../content.js';

function Link({ to, go, children }) {
  const follow = (event) => {
    event.preventDefault();
    history.pushState(null, '', to);
    go(to);
  };
  return h('a', { href: to, onClick: follow, className: madeUpClass() }, children);
}

// A view that arrives later than the rest, as with routes that are loaded when they are needed.
const Village = lazy(async () => {
  await new Promise((done) => setTimeout(done, 150));
  return {
    default: ({ found, go }) =>
      h(
        'article',
        { className: madeUpClass() },
        h('h1', null, found.name),
        h('p', null, found.text),
        h(Link, { to: '/villages', go }, 'All villages'),
      ),
  };
});

const skeleton = h('div', { 'aria-busy': true, className: 'skeleton' }, 'Loading …');

export function Records() {
  const [path, go] = useState(pathOf);
  const [found, setFound] = useState(null);
  useEffect(() => {
    let isCurrent = true;
    setFound(null);
    void fetchPath(path).then((answer) => isCurrent && setFound(answer));
    return () => {
      isCurrent = false;
    };
  }, [path]);
  useEffect(() => {
    const back = () => go(pathOf());
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  if (found === null) return skeleton;
  if (found.villages === undefined) return h(Suspense, { fallback: skeleton }, h(Village, { found, go }));
  const entries = found.villages.map(({ id, name }) =>
    h('li', { key: Math.random(), className: madeUpClass() }, h(Link, { to: `/villages/${id}`, go }, name)),
  );
  return h(
    'main',
    { className: madeUpClass() },
    h('h1', null, 'Villages of the coast'),
    h('ul', null, entries),
  );
}
