import { Command, InvalidArgumentError, Option } from 'commander';
import { masterKeyOptions } from '../master-key-options.ts';
import type { TokenOwner } from '../token/token-options.ts';

const parseOwner = (text: string): TokenOwner => {
  const [, kind, name] = /^(user|team|organization):(.+)$/.exec(text) ?? [];
  if (!kind || !name) throw new InvalidArgumentError('Write user:NAME, team:NAME or organization:NAME.');
  return { kind: kind as TokenOwner['kind'], name };
};
const parseTime = (text: string): string => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Write a time such as 2030-01-31T00:00:00Z.');
  return date.toISOString();
};

export function tokenCommand(): Command {
  const group = new Command('token').description('create tokens for the embedded service');
  const create = group
    .command('create')
    .description('create a token and print it once')
    .addOption(
      new Option('--for <owner>', 'owner: user:NAME, team:NAME or organization:NAME')
        .argParser(parseOwner)
        .default({ kind: 'user', name: 'owner' }, 'user:owner'),
    )
    .option('--description <text>', 'description of the token', '')
    .addOption(new Option('--expires <time>', 'expiry; by default it does not expire').argParser(parseTime))
    .option('--organization <name>', 'organization of the team', 'slipway')
    .optionsGroup('Service (one of):')
    .option('-d, --data <folder>', 'data folder of a service that is not running (default: .slipway/data)')
    .addOption(new Option('--postgres <url>', 'database of a service').env('SLIPWAY_POSTGRES').conflicts('data'))
    .addOption(
      new Option(
        '--address <url>',
        'address of a running service; uses the token in SLIPWAY_WORKSPACES_TOKEN, or of `slipway login`',
      ).conflicts(['data', 'postgres']),
    );
  masterKeyOptions(create).action(async (options) => {
    if (options.address !== undefined) {
      const { requestToken: askForToken } = await import('../token/request-token.ts');
      console.log(await askForToken(options.address, options));
    } else {
      const { createToken: makeToken } = await import('../token/create-token.ts');
      console.log(await makeToken(options));
    }
  });
  return group;
}
