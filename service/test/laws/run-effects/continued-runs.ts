import { autoApplies, scriptRun, settleRun, startRun, waitForConfirmation, type Way } from './way.ts';
import { document } from '../../documents.ts';

/** What the role does to a run of an owner. */
const act = (action: string, name: string, attributes: object, brings: Way['brings']): Way => ({
  name,
  prepare: (cell) => settleRun(cell, cell.asOwner, attributes),
  go: async (cell, run) => {
    await cell.asRole(`POST /runs/${run}/actions/${action}`);
    await cell.settle();
  },
  brings,
});

const actions: readonly Way[] = [
  act('apply', 'the confirmation of a run', {}, { apply: ['apply'] }),
  act('apply', 'the confirmation of a saved plan', { 'save-plan': true }, { apply: ['apply'] }),
  act('apply', 'the confirmation of a destruction', { 'is-destroy': true }, { destroy: ['destroy'] }),
  act('discard', 'the end of a run that waits', {}, { end: ['end'] }),
  {
    name: 'the cancellation of a run',
    prepare: async (cell) => (await startRun(cell.asOwner, cell.workspace)).id,
    go: (cell, run) => cell.asRole(`POST /runs/${run}/actions/cancel`),
    brings: { end: ['end'] },
  },
  {
    name: 'the cancellation of a plan of their own',
    go: async (cell) => {
      const { id } = await startRun(cell.asRole, cell.workspace, { 'plan-only': true });
      await cell.asRole(`POST /runs/${id}/actions/cancel`);
      await cell.settle();
    },
    brings: { end: ['plan', 'end'] },
  },
  {
    name: 'a comment on a run that waits',
    workspace: autoApplies,
    prepare: waitForConfirmation,
    go: async (cell, run) => {
      await cell.asRole(`POST /runs/${run}/comments`, document('comments', { body: 'apply' }));
      await cell.settle();
    },
    brings: {},
  },
  {
    name: 'an assessment',
    workspace: { ...autoApplies, 'assessments-enabled': true },
    prepare: (cell) => settleRun(cell, cell.asOwner),
    go: async (cell) => {
      await cell.asRole(`POST /workspaces/${cell.workspace}/actions/assess`);
      await cell.settle();
    },
    brings: {},
  },
];

const soft = { policyChecks: [{ status: 'soft_failed', output: 'no' }] };

const overrides: readonly Way[] = [
  {
    name: 'the override of the policies of a run of their own',
    workspace: autoApplies,
    go: async (cell) => {
      await scriptRun(cell, soft);
      const run = await settleRun(cell, cell.asRole);
      const [check] = await cell.asRole(`GET /runs/${run}/policy-checks`);
      await cell.asRole(`POST /policy-checks/${check.id}/actions/override`);
      await cell.settle();
    },
    brings: { plan: ['plan'], override: ['plan', 'override'], apply: ['plan', 'override', 'apply'] },
  },
  {
    name: 'a run whose policies an owner overrides',
    workspace: autoApplies,
    go: async (cell) => {
      await scriptRun(cell, soft);
      const run = await settleRun(cell, cell.asRole);
      const [check] = await cell.asOwner(`GET /runs/${run}/policy-checks`);
      await cell.asOwner(`POST /policy-checks/${check.id}/actions/override`);
      await cell.settle();
    },
    brings: { plan: ['plan'], override: ['plan'], apply: ['plan', 'apply'] },
    byOthers: ['override'],
  },
  {
    name: 'the override of the policies of a run that an owner confirms',
    prepare: async (cell) => {
      await scriptRun(cell, soft);
      return waitForConfirmation(cell);
    },
    go: async (cell, run) => {
      const [check] = await cell.asRole(`GET /runs/${run}/policy-checks`);
      await cell.asRole(`POST /policy-checks/${check.id}/actions/override`);
      await cell.settle();
    },
    brings: { override: ['override'] },
  },
];

/** Runs that are there, and what moves them on. */
export const continuedRuns: readonly Way[] = [...actions, ...overrides];
