import { nextTick, onMounted, onUnmounted, ref, useId } from 'vue';
import { deleteNote, note, question } from '../content.js';

/** At the end of the body, with the focus kept inside. */
const dialogBox = {
  props: ['title'],
  emits: ['close'],
  setup(_, { emit }) {
    const box = ref(null);
    const keep = ({ target }) => {
      if (!box.value.contains(target)) box.value.focus();
    };
    const leave = ({ key }) => key === 'Escape' && emit('close');
    onMounted(async () => {
      await nextTick();
      box.value.focus();
      document.addEventListener('focusin', keep);
      document.addEventListener('keydown', leave);
    });
    onUnmounted(() => {
      document.removeEventListener('focusin', keep);
      document.removeEventListener('keydown', leave);
    });
    return { box, id: useId() };
  },
  template: `<Teleport to="body"><div style="position: fixed; inset: 0; background: #000a"><div ref="box" role="dialog" aria-modal="true" :aria-labelledby="id" tabindex="-1" style="background: white"><h2 :id="id">{{ title }}</h2><slot /></div></div></Teleport>`,
};

export const modal = {
  components: { dialogBox },
  setup: () => ({ open: ref(''), note, question, deleteNote }),
  template: `
    <h1>Diary of the harbour master</h1>
    <div @click="open = 'note'">The note of Tuesday</div>
    <dialog-box v-if="open === 'note'" title="Tuesday" @close="open = ''">
      <p>{{ note }}</p><button @click="open = 'question'">Remove this note?</button><button @click="open = ''">Close</button>
    </dialog-box>
    <dialog-box v-if="open === 'question'" title="Are you sure?" @close="open = ''">
      <p>{{ question }}</p><button @click="deleteNote">Delete</button><button @click="open = ''">Keep it</button>
    </dialog-box>`,
};
