import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a command on this machine reaches the service that holds a data folder open. */
export interface ControlAccessFile {
  readonly address: string;
  readonly token: string;
}

const controlFilePath = (directory: string): string => join(directory, 'slipway.control');

/** For the owner of the folder alone, who may read everything in it anyway. */
export const writeControlFile = (directory: string, access: ControlAccessFile): void => {
  removeControlFile(directory);
  writeFileSync(controlFilePath(directory), `${JSON.stringify(access)}\n`, { mode: 0o600, flag: 'wx' });
};
export const removeControlFile = (directory: string): void => rmSync(controlFilePath(directory), { force: true });

/** Undefined: no service wrote one. A process that was killed leaves its file. */
export const readControlFile = (directory: string): ControlAccessFile | undefined =>
  existsSync(controlFilePath(directory)) ? (JSON.parse(readFileSync(controlFilePath(directory), 'utf8')) as ControlAccessFile) : undefined;
