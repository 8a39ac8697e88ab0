import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../lifecycle/clock.ts';
import type { LogScope } from '../../log/scope.ts';
import type { Metrics } from '../../monitoring/metric-declarations.ts';
import { watchFolders } from '../../files/watch-folders.ts';
import { type KeyPair, type KeyPairFiles, readKeyPair } from '../../tls/key-pair.ts';

export interface WatchedCertificateOptions {
  readonly files: KeyPairFiles;
  readonly scope: LogScope;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Receives each pair that differs from the previous one; throws when the pair cannot be used. */
  use(pair: KeyPair): void;
}
export interface WatchedCertificate {
  /** Reads and uses the files. Rejects with a sentence when they cannot be used. */
  start(): Promise<void>;
  stop(): void;
  /** Reads them again now. */
  reload(): Promise<void>;
}

/** Milliseconds without a change after which a change is reported, and between two regular reads. */
const quietPeriod = 100,
  rereadInterval = 10_000;

interface CertificateState extends WatchedCertificateOptions {
  hash: string;
  lastError: string;
  isStopped: boolean;
}

/** Uses the pair of the files when it has changed; resolves with whether it has. */
const useChangedPair = async (state: CertificateState): Promise<boolean> => {
  const pair = await readKeyPair(state.files);
  if (pair.hash === state.hash) return false;
  state.use(pair);
  state.hash = pair.hash;
  state.metrics.add('cfgmgr_validation_cert_key_updates');
  return true;
};

/** `isChange`: a change was reported, so that an error that repeats is counted again. */
const reread = async (state: CertificateState, isChange: boolean): Promise<void> => {
  const { files, scope, metrics } = state;
  try {
    if (await useChangedPair(state)) scope.info(`the certificate in ${files.certificate} is used from now on`);
    state.lastError = '';
  } catch (error) {
    const { message } = error as Error;
    const isRepeated = message === state.lastError;
    if (isChange || !isRepeated) metrics.add('cfgmgr_validation_cert_key_update_errors', { error: message });
    if (!isRepeated) scope.error(`the certificate cannot be renewed, and the previous one stays in use: ${message}`);
    state.lastError = message;
  }
};

/** Folders of the files, and of the targets of links to them, which may be replaced without a change of the link. */
const findFolders = async ({ certificate, key }: KeyPairFiles): Promise<readonly string[]> => {
  const paths = [certificate, key];
  const targets = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
  return [...new Set([...paths, ...targets].map(dirname))];
};

/** Keeps a certificate and its key up to date with their files, mounted volumes included. An invalid pair changes nothing. */
export const watchCertificate = (options: WatchedCertificateOptions): WatchedCertificate => {
  const { files, scope, clock } = options;
  const state: CertificateState = { ...options, hash: '', lastError: '', isStopped: false };
  let cancel: (() => void) | undefined;
  let reading: Promise<void> = Promise.resolve();
  const readOnce = async (isChange: boolean): Promise<void> => {
    if (state.isStopped) return;
    await reread(state, isChange);
    const found = await findFolders(files);
    if (!state.isStopped) folders.setFolders(found);
  };
  const reload = (isChange = true): Promise<void> => (reading = reading.then(() => readOnce(isChange)));
  const onChange = (): void => {
    void reload();
  };
  const logError = (message: string): void => {
    scope.error(message);
  };
  const folders = watchFolders(onChange, logError, quietPeriod);
  const rereadRegularly = (): void => {
    cancel = clock.schedule(rereadInterval, () => {
      void reload(false).then(() => {
        if (!state.isStopped) rereadRegularly();
      });
    });
  };
  return {
    reload,
    start: async () => {
      await useChangedPair(state);
      folders.setFolders(await findFolders(files));
      rereadRegularly();
    },
    stop: () => {
      state.isStopped = true;
      cancel?.();
      folders.close();
    },
  };
};
