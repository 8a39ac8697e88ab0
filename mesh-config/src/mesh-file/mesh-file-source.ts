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
  /** Who vouches for the workloads of the mesh; `cluster.local` where the file does not say. */
  trustDomain(): string;
  /** Resolves when what the file says now was told. */
  reload(): Promise<void>;
}

/** Of the one resource. */
const resourceName = 'istio-system/meshconfig';
/** Milliseconds after which the file is read in any case. */
const rereadInterval = 10_000;
/** Bytes. */
const maxFileBytes = 1024 * 1024;

/**
 * The mesh file as a source of one resource: told at start, and at each change of what the file says. Without the file
 * there are the defaults; a file that is broken, or taken away, changes nothing and is told.
 */
export const createMeshFileSource = ({ path, scope, emit: tell }: MeshFileOptions): MeshFileSource => {
  let [versions, shown, complained, trust] = [0, '', '', ''];
  /** No file has been there since the start. */
  let absent = false;

  const put = ({ spec, lineOf }: Pick<Extract<MeshFileContent, { spec: unknown }>, 'spec' | 'lineOf'>): void => {
    const text = JSON.stringify(spec);
    if (text === shown) return;
    shown = text;
    trust = typeof spec['trustDomain'] === 'string' ? spec['trustDomain'] : '';
    const resource = {
      collection: meshCollection,
      name: resourceName,
      version: `v${(versions += 1)}`,
      labels: {},
      annotations: {},
      spec,
      origin: { source: path, line: 1, lineOf: (pointer: string) => lineOf(pointer.replace(/^\/spec/, '')) },
    };
    tell({ kind: versions === 1 ? 'added' : 'updated', resource });
    if (versions === 1) tell({ kind: 'full-sync', collection: meshCollection });
    else scope.info(`the mesh file ${path} has changed`);
  };
  const defaults = (): void => {
    put({ spec: meshDefaults, lineOf: () => undefined });
  };
  const complain = (message: string): void => {
    const whole = `the mesh file ${message}; ${versions === 0 ? 'the defaults hold' : 'what it said before holds'}`;
    if (message !== complained) scope.error(whole);
    complained = message;
    if (versions === 0) defaults();
  };
  const reload = async (): Promise<void> => {
    let text: string;
    try {
      text = (await readRegularFile(path, maxFileBytes)).toString('utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && absent) return;
      if (code !== 'ENOENT' || versions > 0) {
        complain(`${path} cannot be read: ${code ?? message}`);
        return;
      }
      scope.info(`there is no mesh file ${path}: the defaults hold until there is`);
      absent = true;
      defaults();
      return;
    }
    absent = false;
    const read = parseMeshFile(text);
    if ('fault' in read) {
      complain(`${path}:${read.line} is wrong: ${read.fault}`);
      return;
    }
    complained = '';
    for (const pointer of read.unknown)
      scope.debug(`${path}:${read.lineOf(pointer)}: ${pointer} is not known to a MeshConfig, and is not served`);
    put(read);
  };
  const watching = watchFiles([path], reload, rereadInterval);
  return {
    name: 'mesh file',
    reload,
    trustDomain: () => trust || 'cluster.local',
    start: async () => {
      const folder = dirname(path);
      if (!existsSync(folder)) throw new Error(`open ${folder}: no such file or directory`);
      await reload();
      watching.start();
    },
    stop: async () => {
      watching.stop();
    },
  };
};
