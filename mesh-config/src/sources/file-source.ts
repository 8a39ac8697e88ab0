import { join, sep } from 'node:path';
import type { findKind } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import { listResourceFiles, type UnreadableEntry } from './list-resource-files.ts';
import { watchFolders } from '../files/watch-folders.ts';
import { findFoldersLeadingTo } from '../files/leading-folders.ts';
import { type FileContent, type ResourceInFile, readResourceFile } from './read-resource-file.ts';
import { createMessageFilter } from './message-filter.ts';

export interface FileSourceOptions {
  /** `--configPath` */
  readonly path: string;
  /** `--watchConfigFiles` */
  readonly watch: boolean;
  /** Told whole, each once, when the folder was first read. */
  readonly collections: readonly string[];
  /** Which kinds are known; those that are served unless given. */
  readonly findKind?: typeof findKind | undefined;
  readonly scope: LogScope;
  readonly clock: Clock;
  emit(event: SourceEvent): void;
}
export interface FileSource extends Component {
  /** Reads what has changed since; resolves when it was told. */
  reload(): Promise<void>;
}

interface FileState extends FileContent {
  readonly signature: string | undefined;
  /** What stays of an earlier reading while a document of the file cannot be read. */ readonly retained: readonly ResourceInFile[];
}
interface EmittedResource {
  readonly resource: Resource;
  readonly hash: string;
}

/** Milliseconds after which a watched folder is looked through in any case: not every file system tells of changes. */
const rescanInterval = 10_000;
const resourceKeyOf = ({ resource: { collection, name } }: ResourceInFile): string => `${collection} ${name}`;

/** Resources in files below a folder: told at start, and again whenever it is told to read, or sees a change. */
export const createFileSource = ({
  path,
  watch,
  collections,
  findKind: kindFor,
  scope,
  clock,
  emit: tell,
}: FileSourceOptions): FileSource => {
  let files = new Map<string, FileState>();
  const told = new Map<string, EmittedResource>();
  let [versions, synced, stopped] = [0, false, false];
  let running: Promise<void> = Promise.resolve();
  let again: Promise<void> | undefined;
  let cancelLook: (() => void) | undefined;

  const wrong = createMessageFilter();
  const error = (message: string): void => {
    if (wrong.isNew(message)) scope.error(message);
  };
  const warn = (message: string): void => {
    if (wrong.isNew(message)) scope.warn(message);
  };

  /** undefined: it has gone since it was seen. */
  const read = async (file: string, signature: string | undefined): Promise<FileState | undefined> => {
    const before = files.get(file);
    if (before && signature !== undefined && before.signature === signature) return before;
    let content: FileContent;
    let isRead = true;
    try {
      content = await readResourceFile(file, before, kindFor);
    } catch (failure) {
      const { code, message } = failure as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      isRead = false;
      content = { digest: '', resources: [], faults: [`${file}: ${code ?? message}`], skipped: [], chunks: new Map() };
    }
    if (content === before) return { ...before, signature };
    for (const fault of content.faults) error(`not read: ${fault}`);
    for (const skipped of content.skipped) scope.debug(`not known, and skipped: ${skipped}`);
    const here = new Set(content.resources.map(resourceKeyOf));
    const kept =
      content.faults.length > 0
        ? [...(before?.resources ?? []), ...(before?.retained ?? [])].filter((one) => !here.has(resourceKeyOf(one)))
        : [];
    if (kept.length > 0) warn(`${file}: ${kept.length} resources that it had before stay as they were until all of it can be read`);
    // What could not be read is tried again, whether it shows a change or not.
    return { ...content, signature: isRead ? signature : undefined, retained: kept };
  };
  /** What was read before of a folder or file that cannot be looked at. */
  const unread = ({ path: place, code }: UnreadableEntry): readonly (readonly [string, FileState])[] => {
    const before = [...files].filter(([file]) => file === place || file.startsWith(place + sep));
    error(`${place} cannot be read: ${code}${before.length > 0 ? '; what it had before stays as it was' : ''}`);
    return before;
  };
  const gathered = (): ReadonlyMap<string, ResourceInFile> => {
    const all = new Map<string, ResourceInFile>();
    for (const { resources: found, retained: kept } of files.values()) {
      for (const one of [...found, ...kept]) {
        const first = all.get(resourceKeyOf(one));
        if (first)
          warn(
            `${one.resource.origin.source}:${one.resource.origin.line}: ${one.resource.collection} ${one.resource.name} is in ${first.resource.origin.source}:${first.resource.origin.line} already, which holds`,
          );
        else all.set(resourceKeyOf(one), one);
      }
    }
    return all;
  };
  const tellChanges = (): void => {
    const all = gathered();
    for (const [
      place,
      {
        resource: { collection, name },
      },
    ] of told) {
      if (!all.has(place)) {
        told.delete(place);
        tell({ kind: 'deleted', collection, name });
      }
    }
    for (const [place, { resource, hash }] of all) {
      const before = told.get(place);
      // It may have moved within its file: who looks at it is told where it is now.
      if (before?.hash === hash) {
        Object.assign(before.resource, { origin: resource.origin });
        continue;
      }
      const next = { ...resource, version: `v${(versions += 1)}` };
      told.set(place, { resource: next, hash });
      tell({ kind: before ? 'updated' : 'added', resource: next });
    }
    if (!synced) for (const collection of collections) tell({ kind: 'full-sync', collection });
    synced = true;
  };
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
  const readAll = async (): Promise<void> => {
    watching?.setFolders(findFoldersLeadingTo(join(path, 'any')));
    const tree = await listResourceFiles(path, watching?.add).catch(({ code, message }: NodeJS.ErrnoException) => {
      error(`the folder ${path} cannot be read: ${code ?? message}`);
    });
    const next = new Map<string, FileState>();
    for (const one of tree ?? []) {
      if ('code' in one) for (const [file, before] of unread(one)) next.set(file, before);
      else {
        const content = await read(one.path, one.signature);
        if (content) next.set(one.path, content);
      }
    }
    if (stopped) {
      watching?.close();
      return;
    }
    if (!tree) {
      wrong.endRound();
      return;
    }
    files = next;
    tellChanges();
    wrong.endRound();
  };
  const lookLater = (): void => {
    cancelLook = clock.schedule(rescanInterval, () => {
      void source.reload().then(() => {
        if (!stopped) lookLater();
      });
    });
  };

  const source: FileSource = {
    name: 'file source',
    start: async () => {
      await source.reload();
      if (watch) lookLater();
    },
    stop: async () => {
      stopped = true;
      cancelLook?.();
      watching?.close();
      await running;
    },
    // What changes while files are read is seen by a reading that begins after it; however many ask for it, it is one.
    reload: () =>
      (again ??= running.then(() => {
        again = undefined;
        running = stopped
          ? Promise.resolve()
          : readAll().catch((error: unknown) => {
              scope.error(`reading ${path} failed; this is our fault, please report it: ${String(error)}`);
            });
        return running;
      })),
  };
  return source;
};
