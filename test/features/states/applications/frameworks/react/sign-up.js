import { createElement as h, useId, useState } from 'react';
import { messagesFor } from '../content.js';

export function SignUp() {
  const [values, setValues] = useState({ name: '', email: '' });
  const [messages, setMessages] = useState([]);
  const [isDone, setDone] = useState(false);
  const id = useId();
  if (isDone) return h('p', { role: 'status' }, 'You will hear from us when the ferry sails.');
  const field = (name, label) => [
    h('label', { key: `${name}-label`, htmlFor: id + name }, label),
    h('input', {
      key: name,
      id: id + name,
      name,
      value: values[name],
      onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
    }),
  ];
  const check = (event) => {
    event.preventDefault();
    const found = messagesFor(values);
    setMessages(found);
    setDone(found.length === 0);
  };
  return h(
    'form',
    { onSubmit: check, noValidate: true },
    h('h1', null, 'News of the ferry'),
    field('name', 'Name'),
    field('email', 'E-mail'),
    messages.length > 0 &&
      h(
        'ul',
        { role: 'alert' },
        messages.map((text) => h('li', { key: text }, text)),
      ),
    h('button', { type: 'submit' }, 'Continue'),
  );
}
