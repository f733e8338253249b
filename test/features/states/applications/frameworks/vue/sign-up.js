import { reactive, ref, useId } from 'vue';
import { messagesFor } from '../content.js';

export const signUp = {
  setup() {
    const values = reactive({ name: '', email: '' });
    const messages = ref([]);
    const isDone = ref(false);
    const check = () => {
      messages.value = messagesFor(values);
      isDone.value = messages.value.length === 0;
    };
    return { values, messages, isDone, check, id: useId() };
  },
  template: `
    <p v-if="isDone" role="status">You will hear from us when the ferry sails.</p>
    <form v-else novalidate @submit.prevent="check">
      <h1>News of the ferry</h1>
      <label :for="id + 'name'">Name</label><input :id="id + 'name'" name="name" v-model="values.name">
      <label :for="id + 'email'">E-mail</label><input :id="id + 'email'" name="email" v-model="values.email">
      <ul v-if="messages.length > 0" role="alert"><li v-for="text in messages" :key="text">{{ text }}</li></ul>
      <button>Continue</button>
    </form>`,
};
