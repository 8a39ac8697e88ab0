import type { RightsTable } from './rights-table.ts';

export type CustomPermission =
  | 'nothing'
  | 'runs: plan'
  | 'runs: apply'
  | 'variables: read'
  | 'variables: write'
  | 'state-versions: read-outputs'
  | 'state-versions: read'
  | 'state-versions: write'
  | 'sentinel-mocks: read'
  | 'workspace-locking'
  | 'run-tasks';

const every = [
  'nothing',
  'runs: plan',
  'runs: apply',
  'variables: read',
  'variables: write',
  'state-versions: read-outputs',
  'state-versions: read',
  'state-versions: write',
  'sentinel-mocks: read',
  'workspace-locking',
  'run-tasks',
] as const;

/** The level `custom` of a workspace, with one permission each. */
export const customAccess: RightsTable<CustomPermission> = {
  title: 'Permissions of the level `custom` of a workspace',
  about: [
    'Each column is a team with the level `custom` and this one permission. Any access lets you see the workspace and its runs. What only',
    'an administrator may do, no permission of this level gives.',
  ],
  columns: every,
  rows: [
    { effect: 'see the workspace', may: every },
    { effect: 'see its runs', may: every },
    { effect: 'see its configuration versions', may: every },
    { effect: 'start a plan', may: ['runs: plan', 'runs: apply'] },
    { effect: 'start a run', may: ['runs: plan', 'runs: apply'] },
    { effect: 'comment on a run', may: ['runs: plan', 'runs: apply'] },
    { effect: 'upload a configuration', may: ['runs: plan', 'runs: apply'] },
    { effect: 'start a run that destroys', may: ['runs: apply'] },
    { effect: 'confirm a run', may: ['runs: apply'] },
    { effect: 'discard a run', may: ['runs: apply'] },
    { effect: 'cancel a run', may: ['runs: apply'] },
    { effect: 'see its variables', may: ['variables: read', 'variables: write'] },
    { effect: 'see the variable sets that apply to it', may: ['variables: read', 'variables: write'] },
    { effect: 'change its variables', may: ['variables: write'] },
    {
      effect: 'read the outputs of its state',
      may: ['state-versions: read-outputs', 'state-versions: read', 'state-versions: write'],
    },
    { effect: 'read its state', may: ['state-versions: read', 'state-versions: write'] },
    { effect: 'write its state', may: ['state-versions: write'] },
    { effect: 'export mocks of a plan', may: ['sentinel-mocks: read'] },
    { effect: 'lock it', may: ['workspace-locking'] },
    { effect: 'attach a run task to it', may: ['run-tasks'] },
    { effect: 'change its settings', may: [] },
    { effect: 'add a tag to it', may: [] },
    { effect: 'unlock it after another', may: [] },
    { effect: 'read a plan as JSON', may: [] },
    { effect: 'give a visible team access to it', may: [] },
    { effect: 'delete it', may: [] },
  ],
};
