import type { RightsTable } from './rights-table.ts';

export type WorkspaceLevel = 'none' | 'read' | 'plan' | 'write' | 'admin';

const all = ['read', 'plan', 'write', 'admin'] as const;
const planners = ['plan', 'write', 'admin'] as const;
const writers = ['write', 'admin'] as const;
const admins = ['admin'] as const;

/** Access of a team to one workspace. */
export const workspaceLevels: RightsTable<WorkspaceLevel> = {
  title: 'Levels of access to a workspace',
  about: ['A team has one of these levels on a workspace, or none. Levels of several teams add up; the highest counts.'],
  columns: ['none', 'read', 'plan', 'write', 'admin'],
  rows: [
    { effect: 'see the workspace', may: all },
    { effect: 'find it in the list of workspaces', may: all },
    { effect: 'see its runs', may: all },
    { effect: 'read the log of a plan', may: all },
    { effect: 'see its configuration versions', may: all },
    { effect: 'see its variables', may: all },
    { effect: 'see the variable sets that apply to it', may: all },
    { effect: 'read its state', may: all },
    { effect: 'read the outputs of its state', may: all },
    { effect: 'see its change requests', may: all },
    { effect: 'see the access of your own team to it', may: all },
    { effect: 'start a plan', may: planners },
    { effect: 'start a plan of a destruction', may: planners },
    { effect: 'start a run', may: planners },
    { effect: 'comment on a run', may: planners },
    { effect: 'upload a configuration', may: planners },
    { effect: 'start a run that destroys', may: writers },
    { effect: 'confirm a run', may: writers },
    { effect: 'discard a run', may: writers },
    { effect: 'cancel a run', may: writers },
    { effect: 'cancel a plan that you started', may: writers },
    { effect: 'force-execute a run', may: writers },
    { effect: 'change its variables', may: writers },
    { effect: 'write its state', may: writers },
    { effect: 'export mocks of a plan', may: writers },
    { effect: 'lock it', may: writers },
    { effect: 'unlock it after yourself', may: writers },
    { effect: 'add a tag to it', may: writers },
    { effect: 'archive a change request', may: writers },
    { effect: 'change its settings', may: admins },
    { effect: 'let it be destroyed at a time', may: admins },
    { effect: 'delete a tag of it', may: admins },
    { effect: 'unlock it after another', may: admins },
    { effect: 'force-cancel a run', may: admins },
    { effect: 'read a plan as JSON', may: admins },
    { effect: 'attach a run task to it', may: admins },
    { effect: 'send notifications from it', may: admins },
    { effect: 'let another workspace trigger its runs', may: admins },
    { effect: 'share its state with one more workspace', may: admins },
    { effect: 'start an assessment of it', may: admins },
    { effect: 'choose its SSH key', may: admins },
    { effect: 'see the access of all visible teams to it', may: admins },
    { effect: 'give a visible team access to it', may: admins },
    { effect: 'delete it', may: admins },
    { effect: 'replace the list of workspaces that read its state', may: [] },
    { effect: 'give a secret team access to it', may: [], refused: 422 },
  ],
};
