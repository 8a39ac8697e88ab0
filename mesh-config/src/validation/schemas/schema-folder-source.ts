import type { Clock } from '../../lifecycle/clock.ts';
import type { LogScope } from '../../log/scope.ts';
import { watchFolders } from '../../files/watch-folders.ts';
import type { KindSchema } from './kind-schema.ts';
import { readSchemaFolder, type SchemaFolder } from './schema-folder.ts';

export interface SchemaFolderSourceOptions {
  readonly path: string;
  /** Only CustomResourceDefinitions are wanted: the folder is that of the resources. */
  readonly crdsOnly: boolean;
  readonly watch: boolean;
  readonly scope: LogScope;
  readonly clock: Clock;
  /** All of them, whenever one has changed. */
  emit(found: readonly KindSchema[]): Promise<void>;
}
export interface SchemaFolderSource {
  /** Resolves when what is there holds. */
  start(): Promise<void>;
  reload(): Promise<void>;
  stop(): void;
}

/** Milliseconds after which a watched folder is looked through in any case. */
const rescanInterval = 10_000;

/** Schemas below a folder, told at the start and whenever they change. What a file had stays while a part of it cannot be read. */
export const createSchemaFolderSource = ({
  path,
  crdsOnly,
  watch,
  scope,
  clock,
  emit: tell,
}: SchemaFolderSourceOptions): SchemaFolderSource => {
  let before: readonly KindSchema[] = [];
  let told = new Set<string>();
  let stopped = false;
  let cancel: (() => void) | undefined;
  let running: Promise<void> = Promise.resolve();
  let again: Promise<void> | undefined;
  const watching = watch
    ? watchFolders(
        () => {
          void source.reload();
        },
        (message) => {
          scope.error(message);
        },
      )
    : undefined;

  /** What is wrong is told once, however often it is read. */
  const tellFaults = (faults: readonly string[]): void => {
    for (const fault of faults) if (!told.has(fault)) scope.error(fault);
    told = new Set(faults);
  };
  const read = async (): Promise<void> => {
    let folder: SchemaFolder;
    try {
      folder = await readSchemaFolder(path, crdsOnly);
    } catch (error) {
      // Who reads the resources there tells as much.
      if (!crdsOnly)
        tellFaults([`the folder ${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`]);
      watching?.setFolders([path]);
      return;
    }
    if (stopped) return;
    watching?.setFolders(folder.folders);
    tellFaults(folder.faults);
    before = [
      ...folder.schemas,
      ...before.filter(
        ({ origin }) => folder.broken.has(origin.source) && !folder.schemas.some((one) => one.origin.source === origin.source),
      ),
    ];
    await tell(before);
  };
  const lookLater = (): void => {
    cancel = clock.schedule(rescanInterval, () => {
      void source.reload().then(() => {
        if (!stopped) lookLater();
      });
    });
  };
  const source: SchemaFolderSource = {
    start: async () => {
      await source.reload();
      if (watch) lookLater();
    },
    reload: () =>
      (again ??= running.then(() => {
        again = undefined;
        running = stopped
          ? Promise.resolve()
          : read().catch((error: unknown) => {
              scope.error(`reading the schemas of ${path} failed; this is our fault, please report it: ${String(error)}`);
            });
        return running;
      })),
    stop: () => {
      stopped = true;
      cancel?.();
      watching?.close();
    },
  };
  return source;
};
