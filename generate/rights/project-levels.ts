import type { RightsTable } from './rights-table.ts';

export type ProjectLevel = 'none' | 'read' | 'write' | 'maintain' | 'admin' | 'custom';

const all = ['read', 'write', 'maintain', 'admin', 'custom'] as const;
const fixed = ['read', 'write', 'maintain', 'admin'] as const;
const writers = ['write', 'maintain', 'admin'] as const;
const maintainers = ['maintain', 'admin'] as const;
const admins = ['admin'] as const;

/** Access of a team to one project, and by it to each of its workspaces. */
export const projectLevels: RightsTable<ProjectLevel> = {
  title: 'Levels of access to a project',
  about: [
    'The column `custom` is that level with nothing set. A level holds for each workspace of the project. Who maintains a project',
    'administers its workspaces, and not the project: no move, no new name, no access for others to the project.',
  ],
  columns: ['none', 'read', 'write', 'maintain', 'admin', 'custom'],
  rows: [
    { effect: 'see the project', may: all },
    { effect: 'see the access of your own team to the project', may: all },
    { effect: 'write a variable set of the project', may: writers },
    { effect: 'add a tag to the project', may: writers },
    { effect: 'create a workspace in the project', may: maintainers, refused: 422 },
    { effect: 'provision a no-code module in the project', may: maintainers, refused: 422 },
    { effect: 'rename the project', may: admins },
    { effect: 'replace the tags of the project', may: admins },
    { effect: 'move a workspace out of the project, to one where you are an administrator', may: admins, refused: [403, 422] },
    { effect: 'move a workspace into the project, from one where you are an administrator', may: admins },
    { effect: 'see the access of all visible teams to the project', may: admins },
    { effect: 'give a visible team access to the project', may: admins },
    { effect: 'give a secret team access to the project', may: [], refused: 422 },
    { effect: 'send notifications from the project', may: admins },
    { effect: 'delete the project', may: admins },
    { effect: 'see the workspace', may: all },
    { effect: 'find it in the list of workspaces', may: all },
    { effect: 'see its runs', may: all },
    { effect: 'see its variables', may: fixed },
    { effect: 'read its state', may: fixed },
    { effect: 'start a run', may: writers },
    { effect: 'confirm a run', may: writers },
    { effect: 'change its variables', may: writers },
    { effect: 'write its state', may: writers },
    { effect: 'export mocks of a plan', may: writers },
    { effect: 'lock it', may: writers },
    { effect: 'add a tag to it', may: writers },
    { effect: 'change its settings', may: maintainers },
    { effect: 'unlock it after another', may: maintainers },
    { effect: 'read a plan as JSON', may: maintainers },
    { effect: 'attach a run task to it', may: maintainers },
    { effect: 'give a visible team access to it', may: maintainers },
    { effect: 'delete it', may: maintainers },
    { effect: 'create a workspace in the default project', may: [], refused: 422 },
  ],
};
