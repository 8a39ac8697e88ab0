import type { Clock } from '../../lifecycle/clock.ts';
import type { LogScope } from '../../log/scope.ts';
import { createReloadLoop } from '../../files/reload-loop.ts';
import { type FolderWatch, watchFolders } from '../../files/watch-folders.ts';
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

interface SourceState extends SchemaFolderSourceOptions {
  /** undefined: the folder is not watched. */
  readonly folders: FolderWatch | undefined;
  schemas: readonly KindSchema[];
  /** The faults of the last read. */
  logged: ReadonlySet<string>;
  isStopped: boolean;
}

/** Logs a fault once, and again if it recurs after a read without it. */
const logFaults = (state: SourceState, faults: readonly string[]): void => {
  for (const fault of faults) if (!state.logged.has(fault)) state.scope.error(fault);
  state.logged = new Set(faults);
};

/** undefined: the folder cannot be read. */
const readFolder = async (state: SourceState): Promise<SchemaFolder | undefined> => {
  const { path, crdsOnly, folders } = state;
  try {
    return await readSchemaFolder(path, crdsOnly);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The source of resources reports an unreadable folder itself.
    if (!crdsOnly) logFaults(state, [`the folder ${path} cannot be read: ${code ?? message}`]);
    folders?.setFolders([path]);
    return undefined;
  }
};

const readSchemas = async (state: SourceState): Promise<void> => {
  const folder = await readFolder(state);
  if (!folder || state.isStopped) return;
  state.folders?.setFolders(folder.folders);
  logFaults(state, folder.faults);
  const readable = new Set(folder.schemas.map(({ origin }) => origin.source));
  const retained = state.schemas.filter(({ origin: { source } }) => folder.broken.has(source) && !readable.has(source));
  state.schemas = [...folder.schemas, ...retained];
  await state.emit(state.schemas);
};

/** Emits the schemas of a folder at the start and whenever they change. Schemas of a file stay while a part of the file cannot be read. */
export const createSchemaFolderSource = (options: SchemaFolderSourceOptions): SchemaFolderSource => {
  const { path, watch, scope, clock } = options;
  const onChange = (): void => {
    void loop.reload();
  };
  const logError = (message: string): void => {
    scope.error(message);
  };
  const folders = watch ? watchFolders(onChange, logError) : undefined;
  const state: SourceState = { ...options, folders, schemas: [], logged: new Set(), isStopped: false };
  const loop = createReloadLoop({
    clock,
    interval: rescanInterval,
    read: () => readSchemas(state),
    onError: (error) => {
      scope.error(`reading the schemas of ${path} failed. This is a bug in Slipway; please report it: ${String(error)}`);
    },
  });
  return {
    reload: loop.reload,
    start: async () => {
      await loop.reload();
      if (watch) loop.start();
    },
    stop: () => {
      state.isStopped = true;
      void loop.stop();
      folders?.close();
    },
  };
};
