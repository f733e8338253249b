import { mount } from 'svelte';
import Modal from './modal.svelte';
import Notes from './notes.svelte';
import Records from './records.svelte';
import SignUp from './sign-up.svelte';
import Tabs from './tabs.svelte';

const target = document.querySelector('#app');
mount({ Modal, Notes, Records, SignUp, Tabs }[target.dataset.application], { target });
