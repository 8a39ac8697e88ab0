import type { IngressTest } from '../../ingress/support.ts';
import { applied, autoApplies, startRun, type Way } from './way.ts';
import type { Ask, Cell } from './world.ts';
import { document, one } from '../../documents.ts';

const follow = async (cell: Cell, ask: Ask, attributes: object): Promise<any> => {
  const { name, project, world } = cell;
  const repo = { identifier: 'acme/web', 'oauth-token-id': (world.test as IngressTest).connection };
  const related = { project: one('projects', project) };
  const workspace = document('workspaces', { name: `${name}-web`, ...attributes, 'vcs-repo': repo }, related);
  return ask('POST /organizations/acme/workspaces', workspace);
};
/** The ID of a workspace that follows the repository, and to which the role has its access. */
const followForRole = async (cell: Cell, attributes: object): Promise<string> => {
  const { id } = await follow(cell, cell.asOwner, attributes);
  await cell.grantOn(id);
  await cell.settle();
  return id;
};
const report = async (cell: Cell, workspace: string, event: object): Promise<void> => {
  await (cell.world.test as IngressTest).send(await cell.asOwner(`GET /workspaces/${workspace}`), event);
  await cell.settle();
};
let commits = 0;
const commit = ({ world }: Cell): string =>
  (world.test as IngressTest).repository.commit(`Change ${++commits}`, { 'main.tf': `output "n" {\n  value = ${commits}\n}\n` });

/** Runs of commits. A push needs no right in the service: whoever may push is known to the code host alone. */
export const repositoryRuns: readonly Way[] = [
  {
    name: 'a run of the latest commit, where runs apply by themselves',
    prepare: (cell) => followForRole(cell, autoApplies),
    go: async (cell, workspace) => {
      await startRun(cell.asRole, workspace);
      await cell.settle();
    },
    brings: applied,
  },
  {
    name: 'a push, where runs apply by themselves',
    prepare: (cell) => followForRole(cell, { ...autoApplies, 'queue-all-runs': true }),
    go: async (cell, workspace) => {
      commit(cell);
      await report(cell, workspace, { ref: 'refs/heads/main' });
    },
    brings: { plan: [], apply: [] },
    byOthers: ['plan', 'apply'],
  },
  {
    name: 'a push, where runs wait',
    prepare: async (cell) => {
      const workspace = await followForRole(cell, { 'queue-all-runs': true });
      const [first] = await cell.asOwner(`GET /workspaces/${workspace}/runs`);
      await cell.asOwner(`POST /runs/${first.id}/actions/discard`);
      return workspace;
    },
    go: async (cell, workspace) => {
      commit(cell);
      await report(cell, workspace, { ref: 'refs/heads/main' });
    },
    brings: { plan: [] },
    byOthers: ['plan'],
  },
  {
    name: 'a pull request, where runs apply by themselves',
    prepare: (cell) => followForRole(cell, { ...autoApplies, 'queue-all-runs': true }),
    go: async (cell, workspace) => {
      const side = { sha: commit(cell), repo: { id: 1 } };
      await report(cell, workspace, {
        action: 'opened',
        pull_request: { number: commits, title: 'A change', head: { ref: 'change', ...side }, base: { ref: 'main', ...side } },
      });
    },
    brings: { plan: [] },
    byOthers: ['plan'],
  },
  {
    name: 'a workspace that follows a repository, and its first run',
    go: async (cell) => {
      await follow(cell, cell.asRole, { ...autoApplies, 'queue-all-runs': true });
      await cell.settle();
    },
    brings: { provision: ['provision'], set: ['provision'], plan: ['provision'], apply: ['provision', 'apply'] },
    // Whoever creates a workspace chooses its settings, and that it starts a run.
    byOthers: ['set', 'plan'],
  },
  {
    name: 'another repository to follow, and its first run',
    prepare: async (cell) => {
      commit(cell);
      return cell.workspace;
    },
    go: async (cell, workspace) => {
      const repo = { identifier: 'acme/web', 'oauth-token-id': (cell.world.test as IngressTest).connection };
      const attributes = { ...autoApplies, 'queue-all-runs': true, 'vcs-repo': repo };
      await cell.asRole(`PATCH /workspaces/${workspace}`, document('workspaces', attributes));
      await cell.settle();
    },
    brings: { set: ['set'], plan: ['set', 'plan'], apply: ['set', 'apply'] },
  },
];
