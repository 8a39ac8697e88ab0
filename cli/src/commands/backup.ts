import { Command, Option } from 'commander';
import { masterKeyOptions } from '../master-key-options.ts';

export const backupCommand = (): Command =>
  masterKeyOptions(
    new Command('backup')
      .description('back up the data of the embedded services, running or stopped')
      .argument('<file>', 'file to write; it must not exist')
      .option('-d, --data <folder>', 'data folder of a running or stopped service (default: .slipway/data)')
      .addOption(new Option('--postgres <url>', 'database of a service').env('SLIPWAY_POSTGRES').conflicts('data'))
      .addOption(new Option('--address <url>', 'address of a running service').conflicts(['data', 'postgres']))
      .addOption(new Option('--operator-token <text>', 'operator token of that service, with --address').env('SLIPWAY_OPERATOR_TOKEN')),
  ).action(async (file: string, options) => {
    const { createBackup } = await import('../backup/create-backup.ts');
    console.log(await createBackup(file, options));
  });

export const restoreCommand = (): Command =>
  masterKeyOptions(
    new Command('restore')
      .description('restore a backup into a folder without data, or into an empty database')
      .argument('<file>', 'file that `slipway backup` wrote')
      .option('-d, --data <folder>', 'data folder (default: .slipway/data)')
      .addOption(new Option('--postgres <url>', 'database').env('SLIPWAY_POSTGRES').conflicts('data')),
  ).action(async (file: string, options) => {
    const { restoreStore } = await import('../backup/restore-store.ts');
    console.log(await restoreStore(file, options));
  });
