import { notFound, Problem, unprocessable } from '../http/problem.ts';
import { schemaVersion } from '../store/migrations.ts';
import type { ControlHandler, ControlEndpoints } from './control.ts';
import { replaceStore } from './state.ts';

const requireSnapshotName = (params: { readonly [name: string]: string }): string => {
  const name = params['name']!;
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name))
    throw unprocessable('expected a name of 1 to 100 letters, digits, ., _ and -, beginning with a letter or digit');
  return name;
};

const saveSnapshot: ControlHandler = async ({ store, clock }, { params }) => {
  const name = requireSnapshotName(params);
  return { status: 201, body: await store.write((tx) => tx.archive.saveSnapshot(name, clock.now().toISOString())) };
};

/** Snapshots are stored in the store itself: they survive a restart and a reset, and all processes on one database share them. */
export const snapshotControls: ControlEndpoints = {
  'GET /_local/state/snapshots': async ({ store }) => ({ body: { snapshots: await store.read((view) => view.archive.listSnapshots()) } }),
  'PUT /_local/state/snapshots/{name}': saveSnapshot,
  'POST /_local/state/snapshots/{name}': saveSnapshot,
  'POST /_local/state/snapshots/{name}/restore': async (parts, { params }) => {
    const name = requireSnapshotName(params);
    const snapshot = await replaceStore(parts, async (tx) => {
      const found = await tx.archive.restoreSnapshot(name);
      if (found && found.schema > schemaVersion)
        throw new Problem(409, [
          {
            detail:
              `the snapshot ${name} is of a newer release: its schema version is ${found.schema}, ` + `this release knows ${schemaVersion}`,
          },
        ]);
      return found;
    });
    if (!snapshot) throw notFound(`the snapshot ${name}`);
    return { body: snapshot };
  },
  'DELETE /_local/state/snapshots/{name}': async ({ store }, { params }) => {
    const name = requireSnapshotName(params);
    if (!(await store.write((tx) => tx.archive.deleteSnapshot(name)))) throw notFound(`the snapshot ${name}`);
    return {};
  },
};
