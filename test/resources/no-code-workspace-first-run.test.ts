import { noCodeWorkspace } from '../../declarations/src/resources/workspaces/no-code-workspace.ts';
import { testResourceCases } from './support/resource-case.ts';
import { config, create, document, read, state } from './support/no-code-workspace.ts';

const created = { ...create, status: 200 as const, answer: document({}, { 'current-run': { data: null } }) };
const looked = { request: read, status: 200 as const, answer: document() };
const run = (status: string) => ({
  request: 'GET /runs/run-0',
  status: 200 as const,
  answer: { data: { id: 'run-0', type: 'runs', attributes: { status } } },
});
const waiting = { ...config, wait_for_first_run: true };
const waited = { ...state, wait_for_first_run: true };

testResourceCases(noCodeWorkspace, 'first runs', {
  'are waited for until they are applied': {
    create: waiting,
    exchanges: [
      created,
      { request: read, status: 200, answer: document({}, { 'current-run': { data: null } }) },
      looked,
      run('plan_queued'),
      run('applying'),
      run('applied'),
    ],
    progress: ['first run run-0: plan queued', 'first run run-0: applying', 'first run run-0: applied'],
    state: waited,
  },
  'are over where nothing is to be done': { create: waiting, exchanges: [created, looked, run('planned_and_finished')], state: waited },
  'that fail are errors; the workspace is kept': {
    create: waiting,
    exchanges: [created, looked, run('errored')],
    error: 'The first run run-0 ended as errored; the workspace stays, without outputs.',
    state: { id: 'ws-1', name: 'shop', wait_for_first_run: true },
  },
  'that take too long are errors, and go on': {
    create: { ...waiting, upgrade_timeout: 0 },
    exchanges: [created, looked, run('planned')],
    error: 'The first run run-0 was still planned after 0 seconds; the workspace stays, and its runs go on.',
    state: { id: 'ws-1', name: 'shop' },
  },
  'that do not come are errors': {
    create: { ...waiting, upgrade_timeout: 0 },
    exchanges: [created, { request: read, status: 200, answer: document({}, { 'current-run': { data: null } }) }],
    error: 'The first run was not there after 0 seconds; the workspace stays, and its runs go on.',
    state: { id: 'ws-1', name: 'shop' },
  },
  'are not waited for by an update': {
    update: { from: state, to: waiting },
    exchanges: [],
    state: waited,
  },
});
