import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { controlFilePath, findControlPeer, readControlFile } from '@slipway/service/control/control-file';
import { writeBackup } from '@slipway/service/store/backup/backup-lines';
import { verifyBackup } from '@slipway/service/store/backup/read-backup';
import { CliError } from '../cli-error.ts';
import { printError } from '../color/colors.ts';
import { openExistingStore } from '../existing-store.ts';
import type { MasterKeyOptions } from '../master-key-options.ts';
import { storeAddress, type StoreOptions } from '../serve/store-address.ts';

export interface BackupOptions extends StoreOptions, MasterKeyOptions {
  readonly address?: string;
  readonly operatorToken?: string;
}

type Write = (content: string | Uint8Array) => Promise<void>;

/** Writes a temporary file next to the target, readable for its owner only, and renames it when it is complete and on disk. */
const writeWhole = async (file: string, work: (write: Write) => Promise<void>): Promise<void> => {
  const draft = `${file}.${process.pid}.part`;
  const output = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  try {
    await once(output, 'open');
    await work(async (content) => {
      if (!output.write(content)) await once(output, 'drain');
    });
    output.end();
    await once(output, 'close');
    await verifyBackup(draft);
    renameSync(draft, file);
    const folder = openSync(dirname(resolve(file)), 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch (error) {
    output.destroy();
    rmSync(draft, { force: true });
    throw error;
  }
};

const fetchBackup = async (address: string, token: string | undefined, write: Write): Promise<void> => {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/_local/backup', address), { headers }).catch((error: Error) => {
    throw new CliError(`The service at ${address} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}.`);
  });
  if (!response.ok) throw new CliError(`The service at ${address} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
  try {
    for await (const chunk of response.body!) await write(chunk as Uint8Array);
  } catch (error) {
    throw new CliError(`The service at ${address} stopped before the backup was complete: ${(error as Error).message}.`);
  }
};

/** A process that was killed left its control file. */
const describeStaleFile = (directory: string, peer: string): string =>
  `${controlFilePath(directory)} is of a service that ended without removing it: ${peer}. The data folder itself is read; ` +
  'the next `slipway serve` replaces the file.';

/** The service that holds a data folder open, if it answers. */
const findRunningService = async (options: BackupOptions): Promise<{ readonly address: string; readonly token?: string } | undefined> => {
  if (options.address !== undefined)
    return { address: options.address, ...(options.operatorToken ? { token: options.operatorToken } : {}) };
  if (options.postgres !== undefined) return undefined;
  const directory = storeAddress(options);
  const access = readControlFile(directory);
  if (access === undefined) return undefined;
  const peer = access === 'damaged' ? access : await findControlPeer(access);
  if (access !== 'damaged' && peer === 'service') return access;
  const address = access === 'damaged' ? '' : access.address;
  const finding =
    peer === 'damaged' ? 'it is cut off' : peer === 'nobody' ? `nobody answers at ${address}` : `another program is at ${address}`;
  printError(`slipway: ${describeStaleFile(directory, finding)}`);
  return undefined;
};

/** Backs up a running service, a data folder or a database into a file that does not exist yet; a sentence about it. */
export async function createBackup(file: string, options: BackupOptions): Promise<string> {
  if (existsSync(file)) throw new CliError(`${file} exists: choose another file.`);
  const service = await findRunningService(options);
  if (service) await writeWhole(file, (write) => fetchBackup(service.address, service.token, write));
  else {
    const store = await openExistingStore(options, 'pass --data, --postgres or --address');
    try {
      await writeWhole(file, async (write) => void (await writeBackup(store, new Date(), write)));
    } finally {
      await store.close();
    }
  }
  return `Wrote ${file}. Its secrets open with the master key of the store: keep a copy of that key elsewhere.`;
}
