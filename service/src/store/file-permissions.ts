import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailable } from './failures.ts';

/** Bits of a mode: who is not the owner may change, or read. */
const othersWrite = 0o022;
const othersRead = 0o044;
const everybodyWrites = 0o002;
const othersEnter = 0o011;

/** The permission bits of an existing file or folder; 0 on Windows, which has none. */
const modeOf = (path: string): number => (process.platform === 'win32' || !existsSync(path) ? 0 : statSync(path).mode & 0o777);
const render = (mode: number): string => mode.toString(8).padStart(3, '0');

/** Whether others reach what is in a folder. */
const isEntered = (folder: string): boolean => (modeOf(folder) & othersEnter) !== 0;

/** Throws StoreUnavailable where others can read or change a master key that the service made. */
export const requirePrivateKey = (file: string): void => {
  const mode = modeOf(file);
  if ((mode & (othersRead | othersWrite)) === 0 || !isEntered(dirname(file))) return;
  throw new StoreUnavailable(
    `the master key ${file} can be read or changed by others (mode ${render(mode)}): run \`chmod 600 ${file}\`, ` +
      'and `slipway key rotate` if somebody else may have read it',
  );
};

/** The warning about a chosen master key's permissions; platforms mount secrets readable for a group. */
export const describeOpenKey = (file: string): string | undefined => {
  const mode = modeOf(file);
  if ((mode & (everybodyWrites | 0o004)) === 0 || !isEntered(dirname(file))) return undefined;
  return `warning: the master key ${file} can be read by every user of this machine (mode ${render(mode)}): run \`chmod 600 ${file}\``;
};

/**
 * The warning about a data folder that its group can change, or whose files others can read. Throws StoreUnavailable if every user can
 * change the folder, or others can change one of these files in it.
 */
export const examinePermissions = (folder: string, files: readonly string[]): readonly string[] => {
  const mode = modeOf(folder);
  if ((mode & everybodyWrites) !== 0)
    throw new StoreUnavailable(
      `the data directory ${folder} can be changed by every user (mode ${render(mode)}): run \`chmod 700 ${folder}\``,
    );
  const warnings =
    (mode & othersWrite) === 0
      ? []
      : [`warning: the data directory ${folder} can be changed by its group (mode ${render(mode)}): run \`chmod 700 ${folder}\``];
  if (!isEntered(folder)) return warnings;
  return [
    ...warnings,
    ...files.flatMap((file) => {
      const own = modeOf(file);
      if ((own & othersWrite) !== 0)
        throw new StoreUnavailable(`${file} can be changed by others (mode ${render(own)}): run \`chmod 600 ${file}\``);
      return (own & othersRead) === 0 ? [] : [`warning: ${file} can be read by others (mode ${render(own)}): run \`chmod 600 ${file}\``];
    }),
  ];
};
