import { Fragment, createElement as h, useState } from 'react';
import { note } from '../content.js';

export function Notes() {
  const [keys, setKeys] = useState([]);
  const add = () => setKeys([...keys, Math.random()]);
  return h(
    Fragment,
    null,
    h('h1', null, 'Notes'),
    h('p', null, 'Whatever you think of, write it down before it is gone again.'),
    h('button', { type: 'button', onClick: add }, 'Write a note'),
    keys.map((key) => h('p', { key, 'data-key': key }, note)),
  );
}
