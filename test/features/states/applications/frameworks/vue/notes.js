import { ref } from 'vue';
import { note } from '../content.js';

export const notes = {
  setup: () => ({ keys: ref([]), draw: () => Math.random(), note }),
  template: `
    <h1>Notes</h1>
    <p>Whatever you think of, write it down before it is gone again.</p>
    <button @click="keys.push(draw())">Write a note</button>
    <p v-for="key in keys" :key="key" :data-key="key">{{ note }}</p>`,
};
