import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Modal } from './modal.js';
import { Notes } from './notes.js';
import { Records } from './records.js';
import { SignUp } from './sign-up.js';
import { Tabs } from './tabs.js';

const root = document.querySelector('#app');
createRoot(root).render(createElement({ Modal, Notes, Records, SignUp, Tabs }[root.dataset.application]));
