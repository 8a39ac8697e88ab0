import type { Cell } from './world.ts';
import { applied, autoApplies, planned, scriptRun, settleRun, startRun, uploadConfiguration, type Way } from './way.ts';

/** A run that the role asks for with these attributes. */
const request = (name: string, attributes: object, brings: Way['brings'], workspace: object = {}): Way => ({
  name,
  workspace,
  go: async (cell) => void (await settleRun(cell, cell.asRole, attributes)),
  brings,
});
const destroyed: Way['brings'] = { plan: ['plan', 'destroy'], destroy: ['destroy'] };

const requests: readonly Way[] = [
  request('a run, where runs apply by themselves', {}, applied, autoApplies),
  request('a run that asks to apply by itself', { 'auto-apply': true }, applied),
  request('a run that asks to wait', { 'auto-apply': false }, planned, autoApplies),
  request('a refresh, where runs apply by themselves', { 'refresh-only': true }, applied, autoApplies),
  request('a refresh that asks to apply by itself', { 'refresh-only': true, 'auto-apply': true }, applied),
  request('a run of some resources', { 'target-addrs': ['a.b'], 'auto-apply': true }, applied),
  request('a plan only', { 'plan-only': true }, planned, autoApplies),
  request('a saved plan, where runs apply by themselves', { 'save-plan': true }, planned, autoApplies),
  request('a saved plan that asks to apply by itself', { 'save-plan': true, 'auto-apply': true }, planned),
  request('a destruction, where runs apply by themselves', { 'is-destroy': true }, destroyed, autoApplies),
  request('a destruction that asks to apply by itself', { 'is-destroy': true, 'auto-apply': true }, destroyed),
  request('a destruction that is planned only', { 'is-destroy': true, 'plan-only': true }, planned, autoApplies),
  request('a destruction that is saved', { 'is-destroy': true, 'save-plan': true }, { plan: ['plan', 'destroy'] }, autoApplies),
];

/** An apply without changes, which `allow-empty-apply` makes possible. */
const applyNothing = (name: string, attributes: object, workspace: object): Way => ({
  name,
  workspace,
  go: async (cell) => {
    await scriptRun(cell, { outcome: 'no-changes' });
    await settleRun(cell, cell.asRole, { 'allow-empty-apply': true, ...attributes });
  },
  brings: applied,
});

const upload = (name: string, attributes: object, brings: Way['brings'], files?: { readonly [path: string]: string }): Way => ({
  name,
  workspace: autoApplies,
  go: async (cell) => {
    await uploadConfiguration(cell, { 'auto-queue-runs': true, ...attributes }, files);
    await cell.settle();
  },
  brings,
});

const runOfUpload = async (cell: Cell, ofVersion: object, ofRun: object): Promise<void> => {
  const version = await uploadConfiguration(cell, ofVersion);
  await startRun(cell.asRole, cell.workspace, ofRun, version);
  await cell.settle();
};

const uploads: readonly Way[] = [
  upload('an upload that starts a run', {}, applied),
  upload('an upload of a configuration without resources', {}, applied, { 'empty.tf': '' }),
  upload('an upload of a provisional configuration', { provisional: true }, applied),
  upload('an upload of a speculative configuration', { speculative: true }, planned),
  {
    name: 'a run of an uploaded configuration',
    workspace: autoApplies,
    go: (cell) => runOfUpload(cell, {}, {}),
    brings: applied,
  },
  {
    name: 'a destruction of a speculative configuration, as the command line plans it',
    workspace: autoApplies,
    go: (cell) => runOfUpload(cell, { speculative: true }, { 'is-destroy': true }),
    brings: planned,
  },
  {
    name: 'another run of a configuration that was applied',
    workspace: autoApplies,
    prepare: async (cell) => {
      await settleRun(cell, cell.asOwner);
      return (await cell.asOwner(`GET /workspaces/${cell.workspace}/configuration-versions`))[0].id;
    },
    go: async (cell, version) => {
      await startRun(cell.asRole, cell.workspace, {}, version);
      await cell.settle();
    },
    brings: applied,
  },
];

/** Runs that somebody asks for. */
export const requestedRuns: readonly Way[] = [
  ...requests,
  applyNothing('an empty apply, where runs apply by themselves', {}, autoApplies),
  applyNothing('an empty apply, where runs wait', {}, {}),
  applyNothing('an empty apply that asks to apply by itself', { 'auto-apply': true }, {}),
  ...uploads,
];
