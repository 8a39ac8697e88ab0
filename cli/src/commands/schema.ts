import { Command } from 'commander';

export const schemaCommand = (): Command =>
  new Command('schema')
    .description('print the JSON Schema of configuration blocks')
    .argument('[type]', 'resource type such as slipway_workspace; without it, the types are listed')
    .option('--data-source', 'print the schema of the data source of this name')
    .option('--state', 'include computed attributes, as readOnly')
    .option('--provider', 'print the whole provider schema instead, as the engine receives it')
    .action(async (type: string | undefined, options) => {
      const { renderSchema: schemaText } = await import('../schema/render-schema.ts');
      console.log(schemaText(type, options));
    });
