import { onMounted, onUnmounted, ref, useId } from 'vue';
import { tabs as allTabs } from '../content.js';

export const tabs = {
  setup() {
    const now = ref(new Date());
    let timer;
    onMounted(() => {
      timer = setInterval(() => {
        now.value = new Date();
      }, 500);
    });
    onUnmounted(() => clearInterval(timer));
    return { now, open: ref(0), id: useId(), allTabs, key: () => Math.random() };
  },
  template: `
    <p class="now">It is {{ now.toLocaleTimeString('en') }}, day {{ now.getMilliseconds() }} of the voyage</p>
    <h1>A day in the bay</h1>
    <div role="tablist">
      <button v-for="([name], number) in allTabs" :key="key()" role="tab" :aria-selected="number === open" :aria-controls="id + number" @click="open = number">{{ name }}</button>
    </div>
    <section role="tabpanel" :id="id + open" :key="key()"><p>{{ allTabs[open][1] }}</p></section>`,
};
