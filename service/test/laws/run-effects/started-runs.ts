import { variable } from '../../runs/support.ts';
import { applied, autoApplies, planned, settleRun, startRun, uploadConfiguration, type Way } from './way.ts';
import type { Ask, Cell } from './world.ts';
import { document, one } from '../../documents.ts';

/** The ID of a workspace elsewhere, whose applied runs start runs of the cell's. */
const createSource = async (cell: Cell): Promise<string> => {
  const row = 'POST /organizations/acme/workspaces';
  const { id } = await cell.asOwner(row, document('workspaces', { name: `${cell.name}-source` }));
  await cell.grantOn(id);
  const trigger = document('run-triggers', {}, { sourceable: one('workspaces', id) });
  await cell.asOwner(`POST /workspaces/${cell.workspace}/run-triggers`, trigger);
  return id;
};
const applySource = async (cell: Cell, ask: Ask, source: string): Promise<void> => {
  await startRun(ask, source, { 'auto-apply': true });
  await cell.settle();
};
const triggers: readonly Way[] = [
  {
    name: 'an apply in the source, where only other runs apply by themselves',
    workspace: autoApplies,
    prepare: createSource,
    go: (cell, source) => applySource(cell, cell.asRole, source),
    brings: { plan: ['plan', 'apply'] },
  },
  {
    name: 'an apply in the source, where runs of triggers apply by themselves',
    workspace: { 'auto-apply-run-trigger': true },
    prepare: createSource,
    go: (cell, source) => applySource(cell, cell.asRole, source),
    brings: { plan: ['plan', 'apply'], apply: ['plan', 'apply'] },
  },
  {
    name: 'an upload that the next trigger runs, where that applies by itself',
    workspace: { 'auto-apply': true, 'auto-apply-run-trigger': true },
    prepare: createSource,
    go: async (cell, source) => {
      await uploadConfiguration(cell);
      await applySource(cell, cell.asOwner, source);
    },
    brings: applied,
  },
  {
    name: 'an upload that the next trigger runs, of a configuration that an owner applied',
    workspace: { 'auto-apply-run-trigger': true },
    prepare: createSource,
    go: async (cell, source) => {
      const version = await uploadConfiguration(cell);
      await startRun(cell.asOwner, cell.workspace, { 'auto-apply': true }, version);
      await cell.settle();
      await applySource(cell, cell.asOwner, source);
      const runs = await cell.asOwner(`GET /workspaces/${cell.workspace}/runs`);
      if (runs.some(({ attributes }: any) => attributes.status !== 'applied'))
        throw new Error('a run waits that an owner confirmed before');
    },
    brings: { plan: ['plan'], apply: ['plan'] },
    byOthers: ['apply'],
  },
];

const hour = 3_600_000;
/** Resources to destroy. */
const fill = async ({ world, workspace }: Cell): Promise<string> => {
  await world.test.change(workspace, { resourceCount: 3 });
  return workspace;
};
const settings: readonly Way[] = [
  {
    name: 'the time at which a workspace destroys itself',
    prepare: fill,
    go: async (cell, workspace) => {
      const at = new Date(cell.world.test.clock.now().getTime() + hour).toISOString();
      await cell.asRole(`PATCH /workspaces/${workspace}`, document('workspaces', { 'auto-destroy-at': at }));
      await cell.wait(2 * hour);
    },
    brings: { plan: ['set', 'plan', 'destroy'], destroy: ['set', 'plan', 'destroy'] },
  },
  {
    name: 'the idleness after which the workspaces of a project destroy themselves',
    prepare: fill,
    go: async (cell) => {
      await cell.asRole(`PATCH /projects/${cell.project}`, document('projects', { 'auto-destroy-activity-duration': '1h' }));
      await cell.wait(2 * hour);
    },
    brings: { plan: ['expire', 'plan', 'destroy'], destroy: ['expire', 'plan', 'destroy'] },
  },
  {
    name: 'the setting that runs apply by themselves, and a run',
    go: async (cell) => {
      await cell.asRole(`PATCH /workspaces/${cell.workspace}`, document('workspaces', autoApplies));
      await settleRun(cell, cell.asRole);
    },
    brings: { set: ['set'], plan: ['set', 'plan'], apply: ['set', 'plan', 'apply'] },
  },
];

const provision = async (cell: Cell, ask: Ask): Promise<string> => {
  const related = { vars: { data: [variable('region', 'eu')] }, project: one('projects', cell.project) };
  const row = `POST /no-code-modules/${cell.world.noCodeModule}/workspaces`;
  const { id } = await ask(row, document('workspaces', { name: `${cell.name}-shop` }, related));
  await cell.settle();
  return id;
};
const upgrade = async (cell: Cell, ask: Ask, workspace: string): Promise<string> => {
  const row = `POST /no-code-modules/${cell.world.noCodeModule}/workspaces/${workspace}/upgrade`;
  const { id } = await ask(row, document('workspaces', undefined, { vars: { data: [variable('region', 'us')] } }));
  await cell.settle();
  return id;
};
const provisionForRole = async (cell: Cell): Promise<string> => {
  const id = await provision(cell, cell.asOwner);
  await cell.grantOn(id);
  await cell.asOwner(`PATCH /workspaces/${id}`, document('workspaces', autoApplies));
  return id;
};
const whole = ['provision', 'variables', 'plan', 'apply'] as const;
const noCode: readonly Way[] = [
  {
    name: 'a workspace of a no-code module',
    go: async (cell) => void (await provision(cell, cell.asRole)),
    brings: { provision: whole, variables: whole, plan: whole, apply: whole },
  },
  {
    name: 'an upgrade of a no-code workspace',
    prepare: provisionForRole,
    go: async (cell, workspace) => void (await upgrade(cell, cell.asRole, workspace)),
    brings: planned,
  },
  {
    name: 'an upgrade of a no-code workspace, and its confirmation',
    prepare: provisionForRole,
    go: async (cell, workspace) => {
      const run = await upgrade(cell, cell.asRole, workspace);
      const row = `POST /no-code-modules/${cell.world.noCodeModule}/workspaces/${workspace}/upgrade/${run}`;
      await cell.asRole(row);
      await cell.settle();
    },
    brings: { plan: ['plan'], apply: ['plan', 'apply', 'variables'], variables: ['plan', 'apply', 'variables'] },
  },
  {
    name: 'the confirmation of an upgrade like that of any run',
    prepare: async (cell) => upgrade(cell, cell.asOwner, await provisionForRole(cell)),
    go: async (cell, run) => {
      await cell.asRole(`POST /runs/${run}/actions/apply`);
      await cell.settle();
    },
    brings: { apply: ['apply', 'variables'], variables: ['apply', 'variables'] },
  },
];

/** Runs that something starts: other runs, times and settings, modules. */
export const startedRuns: readonly Way[] = [...triggers, ...settings, ...noCode];
