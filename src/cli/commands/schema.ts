import { Command } from 'commander';

export const schemaCommand = (): Command =>
  new Command('schema')
    .description('print the JSON Schema of what is written in configuration')
    .argument('[type]', 'a resource type such as slipway_workspace; the list of them unless named')
    .option('--data-source', 'that of the data source of this name')
    .option('--state', 'also what only the service decides, as readOnly')
    .option('--provider', 'instead, the whole provider schema as the engine sees it')
    .action(async (type: string | undefined, options) => {
      const { renderSchema: schemaText } = await import('../schema/render-schema.ts');
      console.log(schemaText(type, options));
    });
