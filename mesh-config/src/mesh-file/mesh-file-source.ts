import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { meshCollection } from '../resources/kinds/kinds.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { watchFiles } from '../files/watch-files.ts';
import { meshDefaults } from './mesh-defaults.ts';
import { parseMeshFile, type MeshFileContent } from './parse-mesh-file.ts';

export interface MeshFileOptions {
  /** `--meshConfigFile` */
  readonly path: string;
  readonly scope: LogScope;
  emit(event: SourceEvent): void;
}
export interface MeshFileSource extends Component {
  /** The trust domain of the mesh. Default `cluster.local`. */
  trustDomain(): string;
  /** Reads the file; resolves when its events are emitted. */
  reload(): Promise<void>;
}

/** The name of the only resource. */
const resourceName = 'istio-system/meshconfig';
/** Milliseconds between two regular reads. */
const rereadInterval = 10_000;
/** Bytes. */
const maxFileBytes = 1024 * 1024;

interface MeshFile extends MeshFileOptions {
  /** The version of the resource; 0: none was emitted. */
  version: number;
  /** JSON of the spec that was emitted last. */
  emitted: string;
  lastError: string;
  trustDomain: string;
  /** There has been no file since the start, which was logged. */
  isMissing: boolean;
}

type MeshSpec = Pick<Extract<MeshFileContent, { spec: unknown }>, 'spec' | 'lineOf'>;
const defaultSpec: MeshSpec = { spec: meshDefaults, lineOf: () => undefined };

const emitSpec = (file: MeshFile, { spec, lineOf }: MeshSpec): void => {
  const { path, scope, emit } = file;
  const text = JSON.stringify(spec);
  if (text === file.emitted) return;
  file.emitted = text;
  file.trustDomain = typeof spec['trustDomain'] === 'string' ? spec['trustDomain'] : '';
  file.version += 1;
  const isFirst = file.version === 1;
  const resource = {
    collection: meshCollection,
    name: resourceName,
    version: `v${file.version}`,
    labels: {},
    annotations: {},
    spec,
    origin: { source: path, line: 1, lineOf: (pointer: string) => lineOf(pointer.replace(/^\/spec/, '')) },
  };
  emit({ kind: isFirst ? 'added' : 'updated', resource });
  if (isFirst) emit({ kind: 'full-sync', collection: meshCollection });
  else scope.info(`the mesh file ${path} has changed`);
};

/** Logs an error once; before a first content the defaults are emitted. */
const reportError = (file: MeshFile, message: string): void => {
  const isFirst = file.version === 0;
  const consequence = isFirst ? 'the defaults are used' : 'its previous content stays in use';
  if (message !== file.lastError) file.scope.error(`the mesh file ${message}; ${consequence}`);
  file.lastError = message;
  if (isFirst) emitSpec(file, defaultSpec);
};

const handleReadError = (file: MeshFile, { code, message }: NodeJS.ErrnoException): void => {
  const { path, scope } = file;
  if (code !== 'ENOENT' || (file.version > 0 && !file.isMissing)) {
    reportError(file, `${path} cannot be read: ${code ?? message}`);
    return;
  }
  if (file.isMissing) return;
  scope.info(`there is no mesh file ${path}: the defaults are used until there is one`);
  file.isMissing = true;
  emitSpec(file, defaultSpec);
};

const readMeshFile = async (file: MeshFile): Promise<void> => {
  const { path, scope } = file;
  let text: string;
  try {
    text = (await readRegularFile(path, maxFileBytes)).toString('utf8');
  } catch (error) {
    handleReadError(file, error as NodeJS.ErrnoException);
    return;
  }
  file.isMissing = false;
  const content = parseMeshFile(text);
  if ('fault' in content) {
    reportError(file, `${path}:${content.line} is invalid: ${content.fault}`);
    return;
  }
  file.lastError = '';
  for (const { line, message } of content.ambiguous) scope.warn(`${path}:${line}: ${message}`);
  emitSpec(file, content);
};

/**
 * The mesh file as a source of one resource, emitted at start and after each change. Without a file the defaults are used;
 * an invalid or deleted file changes nothing and is logged.
 */
export const createMeshFileSource = (options: MeshFileOptions): MeshFileSource => {
  const file: MeshFile = { ...options, version: 0, emitted: '', lastError: '', trustDomain: '', isMissing: false };
  const reload = (): Promise<void> => readMeshFile(file);
  const watch = watchFiles([options.path], reload, rereadInterval);
  return {
    name: 'mesh file',
    reload,
    trustDomain: () => file.trustDomain || 'cluster.local',
    start: async () => {
      const folder = dirname(options.path);
      if (!existsSync(folder)) throw new Error(`open ${folder}: no such file or directory`);
      await reload();
      watch.start();
    },
    stop: async () => {
      watch.stop();
    },
  };
};
