import { Fragment, createElement as h, useEffect, useId, useState } from 'react';
import { tabs } from '../content.js';

function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 500);
    return () => clearInterval(timer);
  }, []);
  return h(
    'p',
    { className: 'now' },
    `It is ${now.toLocaleTimeString('en')}, day ${now.getMilliseconds()} of the voyage`,
  );
}

export function Tabs() {
  const [open, setOpen] = useState(0);
  const id = useId();
  const [, text] = tabs[open];
  return h(
    Fragment,
    null,
    h(Clock),
    h('h1', null, 'A day in the bay'),
    h(
      'div',
      { role: 'tablist' },
      tabs.map(([name], number) =>
        h(
          'button',
          {
            key: `${name}-${Math.random()}`,
            role: 'tab',
            type: 'button',
            'aria-selected': number === open,
            'aria-controls': `${id}-${number}`,
            onClick: () => setOpen(number),
          },
          name,
        ),
      ),
    ),
    h('section', { role: 'tabpanel', id: `${id}-${open}`, key: Math.random() }, h('p', null, text)),
  );
}
