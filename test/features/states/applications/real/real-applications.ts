import type { CandidateRules } from '../../../../../src/explore/index.ts';

/** Applications that come ready to use in npm packages; nobody here wrote them. */
export interface RealApplication {
  readonly name: string;
  readonly packages: readonly string[];
  /** Where it begins, in `node_modules`. */
  readonly path: string;
  /** What its users write themselves: by path, what to serve instead. */
  readonly written?: Readonly<Record<string, string>>;
  /** What is tried besides the usual. */
  readonly tries?: Partial<CandidateRules>;
}

/** What Swagger UI shows: a small interface with two kinds of records. */
const specification = {
  openapi: '3.0.3',
  info: { title: 'Harbour', version: '1.0.0', description: 'Berths and ships of a small harbour.' },
  paths: {
    '/ships': {
      get: {
        tags: ['ships'],
        summary: 'All ships in port',
        responses: { 200: { description: 'A list of ships' } },
      },
    },
    '/berths/{number}': {
      get: {
        tags: ['berths'],
        summary: 'One berth',
        parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'The berth' }, 404: { description: 'There is no such berth' } },
      },
    },
  },
};

const todo = (flavour: string): RealApplication => ({
  name: `TodoMVC ${flavour}`,
  packages: ['todomvc@0.1.1'],
  path: `/todomvc/examples/${flavour}/index.html`,
  // Its only field has no button.
  tries: { keys: ['Enter'] },
});

export const realApplications: readonly RealApplication[] = [
  todo('backbone'),
  todo('vue'),
  todo('knockoutjs'),
  {
    name: 'Swagger UI',
    packages: ['swagger-ui-dist@5.34.1'],
    path: '/swagger-ui-dist/index.html',
    written: {
      '/swagger-ui-dist/swagger-initializer.js': `window.ui = SwaggerUIBundle({ spec: ${JSON.stringify(specification)}, dom_id: '#swagger-ui', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: 'StandaloneLayout' });`,
    },
  },
  { name: 'reveal.js', packages: ['reveal.js@6.0.2'], path: '/reveal.js/index.html' },
  { name: 'impress.js', packages: ['impress.js@1.1.0'], path: '/impress.js/index.html' },
  {
    name: 'JSON editor',
    packages: ['jsoneditor@10.4.3'],
    path: '/jsoneditor/examples/03_switch_mode.html',
  },
  {
    name: 'SB Admin 2',
    packages: ['startbootstrap-sb-admin-2@4.1.4'],
    path: '/startbootstrap-sb-admin-2/index.html',
  },
];
