import { Command, Option } from 'commander';
import { masterKeyOptions } from '../master-key-options.ts';

export function keyCommand(): Command {
  const group = new Command('key').description('rotate the keys that seal stored secrets');
  const rotate = group
    .command('rotate')
    .description('seal all stored secrets with a new data key, and seal that key with a new master key if one is given')
    .option('-d, --data <folder>', 'data folder of a service that is not running (default: .slipway/data)')
    .addOption(new Option('--postgres <url>', 'database of a service').env('SLIPWAY_POSTGRES').conflicts('data'));
  masterKeyOptions(rotate)
    .optionsGroup('New master key (one of, or SLIPWAY_NEW_MASTER_KEY; default: the current one):')
    .option('--new-master-key-file <file>', 'file with the new master key')
    .option('--new-master-key-command <command>', 'shell command that prints the new master key')
    .action(async (options) => {
      const { rotateStoreKeys } = await import('../key/rotate-store-keys.ts');
      console.log(await rotateStoreKeys(options));
    });
  return group;
}
