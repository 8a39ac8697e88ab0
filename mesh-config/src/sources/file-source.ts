import { join } from 'node:path';
import { findFoldersLeadingTo } from '../files/leading-folders.ts';
import { createReloadLoop } from '../files/reload-loop.ts';
import { type FolderWatch, watchFolders } from '../files/watch-folders.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Component } from '../lifecycle/component.ts';
import type { LogScope } from '../log/scope.ts';
import type { findKind } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import { listResourceFiles } from './list-resource-files.ts';
import { collectResources, createResourceFiles, logUnreadableFolder, readResourceFiles, type ResourceFiles } from './resource-files.ts';

export interface FileSourceOptions {
  /** `--configPath` */
  readonly path: string;
  /** `--watchConfigFiles` */
  readonly watch: boolean;
  /** A full-sync event is emitted for each of them after the first read. */
  readonly collections: readonly string[];
  /** Finds the kind of a document. Default: the kinds that are served. */
  readonly findKind?: typeof findKind | undefined;
  readonly scope: LogScope;
  readonly clock: Clock;
  emit(event: SourceEvent): void;
}
export interface FileSource extends Component {
  /** Reads what has changed; resolves when its events are emitted. */
  reload(): Promise<void>;
}

interface EmittedResource {
  readonly resource: Resource;
  readonly hash: string;
}

/** Milliseconds between two regular reads of a watched folder: not every file system reports changes. */
const rescanInterval = 10_000;

/** Emits the differences between the files and what was emitted before. */
const createEmitter = ({ collections, emit }: FileSourceOptions, files: ResourceFiles): (() => void) => {
  const emitted = new Map<string, EmittedResource>();
  let [versions, isSynced] = [0, false];
  return () => {
    const resources = collectResources(files);
    for (const [key, { resource }] of emitted) {
      if (resources.has(key)) continue;
      emitted.delete(key);
      emit({ kind: 'deleted', collection: resource.collection, name: resource.name });
    }
    for (const [key, { resource, hash }] of resources) {
      const previous = emitted.get(key);
      // An unchanged resource may have moved within its file: its origin is updated in place.
      if (previous?.hash === hash) {
        Object.assign(previous.resource, { origin: resource.origin });
        continue;
      }
      const next = { ...resource, version: `v${(versions += 1)}` };
      emitted.set(key, { resource: next, hash });
      emit({ kind: previous ? 'updated' : 'added', resource: next });
    }
    if (!isSynced) for (const collection of collections) emit({ kind: 'full-sync', collection });
    isSynced = true;
  };
};

/** undefined, after an error was logged: the folder cannot be read. */
const readFolder = async (
  files: ResourceFiles,
  path: string,
  watch: FolderWatch | undefined,
): Promise<ResourceFiles['states'] | undefined> => {
  watch?.setFolders(findFoldersLeadingTo(join(path, 'any')));
  const tree = await listResourceFiles(path, watch?.add).catch(({ code, message }: NodeJS.ErrnoException) => {
    logUnreadableFolder(files, path, code ?? message);
  });
  return tree ? readResourceFiles(files, tree) : undefined;
};

interface SourceState {
  readonly path: string;
  readonly files: ResourceFiles;
  readonly folders: FolderWatch | undefined;
  readonly emitChanges: () => void;
  isStopped: boolean;
}

const readChanges = async (state: SourceState): Promise<void> => {
  const { path, files, folders, emitChanges } = state;
  const states = await readFolder(files, path, folders);
  if (state.isStopped) {
    folders?.close();
    return;
  }
  if (states) {
    files.states = states;
    emitChanges();
  }
  files.messages.endRound();
};

/** Emits the resources of a folder of files: at the start, when `reload` is called, and after a change. */
export const createFileSource = (options: FileSourceOptions): FileSource => {
  const { path, watch, scope, clock } = options;
  const files = createResourceFiles(scope, options.findKind);
  const onChange = (): void => {
    void loop.reload();
  };
  const logError = (message: string): void => {
    scope.error(message);
  };
  const folders = watch ? watchFolders(onChange, logError) : undefined;
  const state: SourceState = { path, files, folders, emitChanges: createEmitter(options, files), isStopped: false };
  const loop = createReloadLoop({
    clock,
    interval: rescanInterval,
    read: () => readChanges(state),
    onError: (error) => {
      scope.error(`reading ${path} failed. This is a bug in Slipway; please report it: ${String(error)}`);
    },
  });
  return {
    name: 'file source',
    reload: loop.reload,
    start: async () => {
      await loop.reload();
      if (watch) loop.start();
    },
    stop: async () => {
      state.isStopped = true;
      folders?.close();
      await loop.stop();
    },
  };
};
