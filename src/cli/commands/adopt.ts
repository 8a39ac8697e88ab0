import { Command } from 'commander';
import { connectionOptions } from '../connection-options.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const adoptCommand = (): Command =>
  connectionOptions(
    new Command('adopt')
      .description('write the configuration of an organization that exists, with import blocks')
      .argument('[folder]', 'folder of the configuration', '.')
      .option('--hcl', 'write HCL instead of TypeScript')
      .option('--ci-organization <id>', 'the organization of the CI service, by its ID or slug')
      .option('--ci-project <slug>', 'a project of the CI service; may be repeated, because that service lists none', collect),
  ).action(async (folder: string, options) => {
    const { adoptOrganization } = await import('../adopt/adopt.ts');
    console.log(await adoptOrganization(folder, options));
  });
