import { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { connectionOptions } from '../connection-options.ts';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const adoptCommand = (): Command =>
  connectionOptions(
    new Command('adopt')
      .description('write the configuration of an existing organization, with import blocks')
      .argument('[folder]', 'folder of the configuration', '.')
      .option('--hcl', 'write HCL instead of TypeScript')
      .option(
        '--from-hcl',
        'rewrite the HCL of the folder from the providers tfe and circleci to Slipway, in place, without contacting a service',
      )
      .option('--packages <folder>', "folder of the archives of Slipway's packages; default: where npm installed this command line from")
      .option('--dry-run', 'with --from-hcl: print what would change, as a diff')
      .option('--json', 'with --from-hcl: print the changes and the remaining manual changes as JSON')
      .option('--ci-organization <id>', 'the organization of the CI service, by its ID or slug')
      .option('--ci-project <slug>', 'a project of the CI service; can be repeated, because that service does not list projects', collect),
  ).action(async (folder: string, options) => {
    if (options.fromHcl) {
      const { adoptFromHcl } = await import('../adopt/from-hcl/adopt-from-hcl.ts');
      return console.log(adoptFromHcl(folder, options));
    }
    if (options.dryRun || options.json) throw new CliError('--dry-run and --json belong to --from-hcl.', 2);
    const { adoptOrganization } = await import('../adopt/adopt.ts');
    console.log(await adoptOrganization(folder, options));
  });
