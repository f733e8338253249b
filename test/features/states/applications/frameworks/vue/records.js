import { defineAsyncComponent, onMounted, onUnmounted, ref, watchEffect } from 'vue';
import { fetchPath, madeUpClass, pathOf } from '../content.js';

const village = defineAsyncComponent(async () => {
  await new Promise((done) => setTimeout(done, 150));
  return {
    props: ['found'],
    emits: ['go'],
    setup: () => ({ madeUpClass }),
    template: `<article :class="madeUpClass()"><h1>{{ found.name }}</h1><p>{{ found.text }}</p><a href="/villages" :class="madeUpClass()" @click.prevent="$emit('go', '/villages')">All villages</a></article>`,
  };
});

export const records = {
  components: { village },
  setup() {
    const path = ref(pathOf());
    const found = ref(null);
    watchEffect(async () => {
      const asked = path.value;
      found.value = null;
      const answer = await fetchPath(asked);
      if (asked === path.value) found.value = answer;
    });
    const go = (to) => {
      history.pushState(null, '', to);
      path.value = to;
    };
    const back = () => {
      path.value = pathOf();
    };
    onMounted(() => addEventListener('popstate', back));
    onUnmounted(() => removeEventListener('popstate', back));
    return { found, go, madeUpClass, key: () => Math.random() };
  },
  template: `
    <div v-if="found === null" aria-busy="true" class="skeleton">Loading …</div>
    <main v-else-if="found.villages" :class="madeUpClass()">
      <h1>Villages of the coast</h1>
      <ul><li v-for="{ id, name } in found.villages" :key="key()" :class="madeUpClass()"><a :href="'/villages/' + id" :class="madeUpClass()" @click.prevent="go('/villages/' + id)">{{ name }}</a></li></ul>
    </main>
    <village v-else :found="found" @go="go" />`,
};
