import type { Clock } from '../../lifecycle/clock.ts';
import type { LogScope } from '../../log/scope.ts';
import { createReloadLoop } from '../../files/reload-loop.ts';
import { watchFolders } from '../../files/watch-folders.ts';
import type { KindSchema } from './kind-schema.ts';
import { readSchemaFolder, type SchemaFolder } from './schema-folder.ts';

export interface SchemaFolderSourceOptions {
  readonly path: string;
  /** Reads CustomResourceDefinitions only: the folder contains resources. */
  readonly crdsOnly: boolean;
  readonly watch: boolean;
  readonly scope: LogScope;
  readonly clock: Clock;
  /** Receives all schemas whenever one has changed. */
  emit(schemas: readonly KindSchema[]): Promise<void>;
}
export interface SchemaFolderSource {
  /** Resolves when the schemas are in use. */
  start(): Promise<void>;
  reload(): Promise<void>;
  stop(): void;
}

/** Milliseconds between two regular reads of a watched folder. */
const rescanInterval = 10_000;

/** Emits the schemas of a folder at the start and whenever they change. Schemas of a file stay while a part of the file cannot be read. */
export const createSchemaFolderSource = ({ path, crdsOnly, watch, scope, clock, emit }: SchemaFolderSourceOptions): SchemaFolderSource => {
  let schemas: readonly KindSchema[] = [];
  let logged = new Set<string>();
  let isStopped = false;
  const onChange = (): void => {
    void loop.reload();
  };
  const logError = (message: string): void => {
    scope.error(message);
  };
  const folders = watch ? watchFolders(onChange, logError) : undefined;

  /** Logs a fault once, and again after it was gone. */
  const logFaults = (faults: readonly string[]): void => {
    for (const fault of faults) if (!logged.has(fault)) scope.error(fault);
    logged = new Set(faults);
  };
  /** undefined: the folder cannot be read. */
  const readFolder = async (): Promise<SchemaFolder | undefined> => {
    try {
      return await readSchemaFolder(path, crdsOnly);
    } catch (error) {
      // The source of resources reports an unreadable folder itself.
      if (!crdsOnly) logFaults([`the folder ${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`]);
      folders?.setFolders([path]);
      return undefined;
    }
  };
  const read = async (): Promise<void> => {
    const folder = await readFolder();
    if (!folder || isStopped) return;
    folders?.setFolders(folder.folders);
    logFaults(folder.faults);
    const readable = new Set(folder.schemas.map(({ origin }) => origin.source));
    const retained = schemas.filter(({ origin: { source } }) => folder.broken.has(source) && !readable.has(source));
    schemas = [...folder.schemas, ...retained];
    await emit(schemas);
  };
  const loop = createReloadLoop({
    clock,
    interval: rescanInterval,
    read,
    onError: (error) => {
      scope.error(`reading the schemas of ${path} failed; this is our fault, please report it: ${String(error)}`);
    },
  });
  return {
    reload: loop.reload,
    start: async () => {
      await loop.reload();
      if (watch) loop.start();
    },
    stop: () => {
      isStopped = true;
      void loop.stop();
      folders?.close();
    },
  };
};
