import { Option, type Command } from 'commander';
import type { MasterKeySource } from '@slipway/service/store/sealing/master-key';
import { CliError } from './cli-error.ts';

export interface MasterKeyOptions {
  readonly masterKeyFile?: string;
  readonly masterKeyCommand?: string;
}

/**
 * The options of the master key. Its value has none, because arguments are visible in the list of processes: it is an environment variable.
 */
export const masterKeyOptions = (command: Command): Command =>
  command
    .optionsGroup('Master key of stored secrets (one of, or SLIPWAY_MASTER_KEY):')
    .addOption(
      new Option('--master-key-file <file>', 'file with the master key; default: slipway.key in the data folder').env(
        'SLIPWAY_MASTER_KEY_FILE',
      ),
    )
    .addOption(
      new Option('--master-key-command <command>', 'shell command that prints the master key, such as that of a KMS').env(
        'SLIPWAY_MASTER_KEY_COMMAND',
      ),
    );

/** The one source that was chosen; undefined: the default file. `prefix`: of the variable with the key itself. */
export const masterKeySource = (
  { masterKeyFile: file, masterKeyCommand: command }: MasterKeyOptions,
  variable = 'SLIPWAY_MASTER_KEY',
  flag = '--master-key',
): MasterKeySource | undefined => {
  const value = process.env[variable] || undefined;
  const [source, ...others] = [
    ...(file === undefined ? [] : [{ file }]),
    ...(command === undefined ? [] : [{ command }]),
    ...(value === undefined ? [] : [{ value }]),
  ];
  if (others.length > 0) throw new CliError(`Set only one of ${flag}-file, ${flag}-command and ${variable}.`, 2);
  return source;
};
