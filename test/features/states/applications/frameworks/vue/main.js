import { createApp } from 'vue';
import { modal } from './modal.js';
import { notes } from './notes.js';
import { records } from './records.js';
import { signUp } from './sign-up.js';
import { tabs } from './tabs.js';

const root = document.querySelector('#app');
const applications = { Modal: modal, Notes: notes, Records: records, SignUp: signUp, Tabs: tabs };
createApp(applications[root.dataset.application]).mount(root);
