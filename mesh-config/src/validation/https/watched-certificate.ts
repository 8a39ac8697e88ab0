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
  /** Called with each pair that differs from the one before; throws where it cannot be used. */
  use(pair: KeyPair): void;
}
export interface WatchedCertificate {
  /** Reads the files and uses them. Rejects with a sentence where they cannot be. */
  start(): Promise<void>;
  stop(): void;
  /** Reads them again now. */
  reload(): Promise<void>;
}

/** Milliseconds: of quiet after a change, and after which the files are read in any case. */
const quietPeriod = 100,
  rereadInterval = 10_000;

/** A certificate and its key as their files have them now, links and mounted volumes included. A pair that is not sound changes nothing. */
export const watchCertificate = ({ files, scope, metrics, clock, use }: WatchedCertificateOptions): WatchedCertificate => {
  let hash = '',
    told = '',
    stopped = false;
  let cancel: (() => void) | undefined;
  let reading: Promise<void> = Promise.resolve();
  const taken = async (): Promise<boolean> => {
    const pair = await readKeyPair(files);
    if (pair.hash === hash) return false;
    use(pair);
    hash = pair.hash;
    metrics.add('cfgmgr_validation_cert_key_updates');
    return true;
  };
  const watched = async (): Promise<readonly string[]> => {
    const paths = [files.certificate, files.key];
    // A link may lead elsewhere, where its file is replaced and nothing happens here.
    const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
    return [...new Set([...paths, ...real].map(dirname))];
  };
  const once = async (isChange: boolean): Promise<void> => {
    if (stopped) return;
    try {
      if (await taken()) scope.info(`the certificate in ${files.certificate} is used from now on`);
      told = '';
    } catch (error) {
      const { message } = error as Error;
      if (isChange || message !== told) metrics.add('cfgmgr_validation_cert_key_update_errors', { error: message });
      if (message !== told) scope.error(`the certificate cannot be renewed, and the one before stays in use: ${message}`);
      told = message;
    }
    const folders = await watched();
    if (!stopped) watch.setFolders(folders);
  };
  const reload = (isChange = true): Promise<void> => (reading = reading.then(() => once(isChange)));
  const watch = watchFolders(
    () => {
      void reload();
    },
    (message) => {
      scope.error(message);
    },
    quietPeriod,
  );
  const lookLater = (): void => {
    cancel = clock.schedule(rereadInterval, () => {
      void reload(false).then(() => {
        if (!stopped) lookLater();
      });
    });
  };
  return {
    reload,
    start: async () => {
      await taken();
      watch.setFolders(await watched());
      lookLater();
    },
    stop: () => {
      stopped = true;
      cancel?.();
      watch.close();
    },
  };
};
