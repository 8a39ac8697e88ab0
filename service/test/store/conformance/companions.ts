import * as assert from 'uvu/assert';
import { DuplicateKey } from '../../../src/store/store.ts';
import type { Register } from './conformance.ts';
import { catchError, createDraft } from './new-record.ts';

/** What is looked up together, or known without asking, is what the store has. */
export const companions: Register = (test) => {
  test('a run and what it names are found as they are, before and after a unit changes them', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('ws-1', { body: { name: 'net' } }));
      await tx.insert(createDraft('cv-1', { kind: 'configuration-versions', scope: 'ws-1' }));
      await tx.insert(createDraft('run-1', { kind: 'runs', scope: 'ws-1', body: { configurationVersion: 'cv-1' } }));
      await tx.insert(createDraft('run-2', { kind: 'runs', scope: 'ws-none', body: { configurationVersion: null } }));
    });
    const seen = await store.write(async (tx) => {
      const run = await tx.get('runs', 'run-1');
      const [before, other] = [await tx.get('workspaces', 'ws-1'), await tx.get('projects', 'ws-1')];
      await tx.update(before!, { body: { name: 'web' } });
      await tx.get('runs', 'run-1');
      return [run?.id, before?.version, other, (await tx.get('workspaces', 'ws-1'))?.version];
    });
    assert.equal(seen, ['run-1', 1, undefined, 2]);
    const read = await store.read(async (view) => {
      const byKey = await view.getByKey('runs', 'ws-1', 'run-1');
      const [workspace, configuration] = [await view.get('workspaces', 'ws-1'), await view.get('configuration-versions', 'cv-1')];
      return [byKey?.id, workspace?.body, configuration?.id, (await view.get('runs', 'run-2'))?.id, await view.get('runs', 'ws-1')];
    });
    assert.equal(read, ['run-1', { name: 'web' }, 'cv-1', 'run-2', undefined]);
  });

  test('a record is found in the scope that another record names, and in that of its id', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert(createDraft('slug-1', { kind: 'ci-slugs', scope: 'github', key: 'acme', body: { organization: 'org-1' } }));
      await tx.insert(createDraft('project-1', { kind: 'ci-projects', scope: 'org-1', key: 'web' }));
      await tx.insert(createDraft('project-2', { kind: 'ci-projects', scope: 'slug-1', key: 'web' }));
    });
    const slug = { kind: 'ci-slugs', scope: 'github', key: 'acme' };
    const found = await store.read(async (view) => [
      (await view.getWithin('ci-projects', { ...slug, member: 'organization' }, 'web'))?.id,
      (await view.getWithin('ci-projects', slug, 'web'))?.id,
      await view.getWithin('ci-projects', { ...slug, member: 'none' }, 'web'),
      await view.getWithin('ci-projects', { ...slug, key: 'initech', member: 'organization' }, 'web'),
      await view.getWithin('ci-projects', { ...slug, member: 'organization' }, 'api'),
    ]);
    assert.equal(found, ['project-1', 'project-2', undefined, undefined, undefined]);
  });

  test('links of a new record are those that its unit made, and of one whose id was taken those that are there', async ({ store }) => {
    const links = await store.write(async (tx) => {
      await tx.insert(createDraft('ws-1'));
      const none = await tx.listLinks('tagged', { from: 'ws-1' });
      await Promise.all([tx.insert(createDraft('ws-2')), tx.link('tagged', 'ws-2', 'tag-1')]);
      await tx.link('tagged', 'ws-1', 'tag-1');
      return [none, await tx.listLinks('tagged', { from: 'ws-1' }), await tx.listLinks('tagged', { from: 'ws-2' })].map(
        ({ length }) => length,
      );
    });
    assert.equal(links, [0, 1, 1]);
    const kept = await store.write(async (tx) => {
      assert.instance(await catchError(tx.insert(createDraft('ws-1'))), DuplicateKey);
      return tx.listLinks('tagged', { from: 'ws-1' });
    });
    assert.is(kept.length, 1);
  });
};
