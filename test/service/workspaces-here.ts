import { settle } from '../../src/service/workspaces/project-members.ts';
import type { Workspace } from '../../src/service/workspaces/workspaces/stored.ts';
import type { Store } from '../../src/service/store/store.ts';

/** A workspace as its endpoints store it, under an id that tests can spell. */
export const workspaceIn = (store: Store, id: string, name: string, project: string, organization = 'acme') =>
  store.write(async (tx) => {
    const at = '2026-05-01T12:00:00.000Z';
    await tx.insert<Workspace>({ id, kind: 'workspaces', scope: organization, key: name, name, body: {
      name, organization, project, attributes: { 'engine-version': '1.11.4', 'global-remote-state': false }, overwrites: { mode: null, pool: null }, tags: [], tagNames: [],
      lock: null, sshKey: null, retention: null, createdAt: at, updatedAt: at, latestChangeAt: at, resourceCount: 0, currentRun: null, currentStateVersion: null,
      currentConfigurationVersion: null, outputs: [], applyDurationAverage: 0, planDurationAverage: 0, policyCheckFailures: 0, runFailures: 0, runsCount: 0, noCode: null,
    } });
    await settle(tx, id, project);
  });
