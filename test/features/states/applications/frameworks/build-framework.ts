import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

export type Framework = 'react' | 'vue' | 'svelte';

const resolve = createRequire(import.meta.url).resolve;

/** Svelte's own compiler turns components into scripts. */
const svelteComponents: Plugin = {
  name: 'svelte-components',
  transform: {
    filter: { id: /\.svelte$/ },
    async handler(source, id) {
      const { compile } = await import('svelte/compiler');
      return {
        code: compile(source, { filename: id, generate: 'client', css: 'injected' }).js.code,
        moduleType: 'js',
      };
    },
  },
};

const built = new Map<Framework, Promise<string>>();

/** The script with all applications of a framework, as its users would publish it. Built once in a process. */
export function scriptOf(framework: Framework): Promise<string> {
  const known = built.get(framework) ?? build(framework);
  built.set(framework, known);
  return known;
}

async function build(framework: Framework): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`${framework}/main.js`, import.meta.url)),
    platform: 'browser',
    // The Vue that compiles templates in the browser.
    resolve: {
      alias: { vue: resolve('vue/dist/vue.esm-bundler.js') },
      conditionNames: ['browser', 'production', 'import'],
    },
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
    plugins: [svelteComponents],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
