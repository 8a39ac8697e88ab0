import { notFound, Problem, unprocessable } from '../problem.ts';
import { schemaVersion } from '../store/migrations.ts';
import type { Control, Controls } from './control.ts';
import { replaced } from './state.ts';

const nameIn = (params: { readonly [name: string]: string }): string => {
  const name = params['name']!;
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) throw unprocessable('expected a name of 1 to 100 letters, digits, ., _ and -, beginning with a letter or digit');
  return name;
};

const keep: Control = async ({ store, clock }, { params }) => {
  const name = nameIn(params);
  return { status: 201, body: await store.write((tx) => tx.whole.keep(name, clock.now().toISOString())) };
};

/** Snapshots lie in the store itself: they survive a restart and a reset, and every process on one database sees them. */
export const snapshotControls: Controls = {
  'GET /_local/state/snapshots': async ({ store }) => ({ body: { snapshots: await store.read((view) => view.whole.snapshots()) } }),
  'PUT /_local/state/snapshots/{name}': keep,
  'POST /_local/state/snapshots/{name}': keep,
  'POST /_local/state/snapshots/{name}/restore': async (parts, { params }) => {
    const name = nameIn(params);
    const snapshot = await replaced(parts, async (tx) => {
      const found = await tx.whole.restore(name);
      if (found && found.schema > schemaVersion) throw new Problem(409, [{ detail: `the snapshot ${name} is of a newer release: its schema version is ${found.schema}, this release knows ${schemaVersion}` }]);
      return found;
    });
    if (!snapshot) throw notFound(`the snapshot ${name}`);
    return { body: snapshot };
  },
  'DELETE /_local/state/snapshots/{name}': async ({ store }, { params }) => {
    const name = nameIn(params);
    if (!await store.write((tx) => tx.whole.forget(name))) throw notFound(`the snapshot ${name}`);
    return {};
  },
};
