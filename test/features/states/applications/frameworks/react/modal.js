import { Fragment, createElement as h, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { deleteNote, note, question } from '../content.js';

/** In a portal at the end of the body, with the focus kept inside. */
function Dialog({ title, close, children }) {
  const id = useId();
  const box = useRef(null);
  useEffect(() => {
    const keep = ({ target }) => {
      if (!box.current.contains(target)) box.current.focus();
    };
    const leave = ({ key }) => key === 'Escape' && close();
    box.current.focus();
    document.addEventListener('focusin', keep);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('focusin', keep);
      document.removeEventListener('keydown', leave);
    };
  }, [close]);
  return createPortal(
    h(
      'div',
      { style: { position: 'fixed', inset: 0, background: '#000a' } },
      h(
        'div',
        {
          ref: box,
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': id,
          tabIndex: -1,
          style: { background: 'white' },
        },
        h('h2', { id }, title),
        children,
      ),
    ),
    document.body,
  );
}

export function Modal() {
  const [open, setOpen] = useState('');
  const button = (label, press) => h('button', { type: 'button', onClick: press }, label);
  const close = () => setOpen('');
  return h(
    Fragment,
    null,
    h('h1', null, 'Diary of the harbour master'),
    // Nothing but the script knows that it can be pressed.
    h('div', { onClick: () => setOpen('note') }, 'The note of Tuesday'),
    open === 'note' &&
      h(
        Dialog,
        { title: 'Tuesday', close },
        h('p', null, note),
        button('Remove this note?', () => setOpen('question')),
        button('Close', close),
      ),
    open === 'question' &&
      h(
        Dialog,
        { title: 'Are you sure?', close },
        h('p', null, question),
        button('Delete', deleteNote),
        button('Keep it', close),
      ),
  );
}
