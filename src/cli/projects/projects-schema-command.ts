import { Command } from 'commander';
import { outputOf } from '../output.ts';

export function projectsSchemaCommand(): Command {
  return new Command('schema').description('print the JSON Schema of project files, for editors').action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { projectJsonSchema } = await import('../../app/index.ts');
  const output = outputOf(command);
  const schema = await projectJsonSchema();
  if (output.json) await output.object(schema);
  else await output.line(JSON.stringify(schema, null, 2));
}
