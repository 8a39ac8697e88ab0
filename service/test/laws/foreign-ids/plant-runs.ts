import { gzipSync } from 'node:zlib';
import type { TestService } from '../../support.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import type { SlotValues } from './request-slots.ts';
import { document, one } from '../../documents.ts';

/** An archive without entries. */
const archive = gzipSync(Buffer.alloc(1024));

/** A run of the workspace that has planned, with one of everything that belongs to runs; the ids. */
export const plantRuns = async (bench: Pick<TestService, 'request'>, workspace: string, token: string): Promise<SlotValues> => {
  const ask = (row: string, body?: unknown): Promise<any> => requireSuccess(bench.request(row, body, { token }));
  const version = await ask(
    `POST /workspaces/${workspace}/configuration-versions`,
    document('configuration-versions', { 'auto-queue-runs': false }),
  );
  const upload = new URL(version.data.attributes['upload-url']).pathname.replace('/api/v2', '');
  await ask(`PUT ${upload}`, archive);
  await ask('POST //_local/run-outcome', {
    workspace,
    cost: { resources: 1 },
    policyChecks: [{ status: 'soft_failed', output: 'no' }],
    events: [{ action: 'created', description: 'It was created' }],
    taskStages: [
      {
        stage: 'pre_plan',
        results: [{ name: 'scan', outcomes: [{ name: 'one', description: 'found', body: '# found' }] }],
        evaluations: [{ policySet: 'all', output: 'yes' }],
      },
    ],
  });
  const relationships = {
    workspace: one('workspaces', workspace),
    'configuration-version': one('configuration-versions', version.data.id),
  };
  const { id } = (await ask('POST /runs', document('runs', { 'plan-only': true }, relationships))).data;
  // The clock goes back afterwards: other things are planted by it.
  const { now } = await ask('GET //_local/clock');
  for (let step = 0; step < 2; step++) {
    await ask('POST //_local/clock', { move: 10_000 });
    await ask('POST //_local/move');
  }
  await ask('POST //_local/clock', { stand: now });
  const run = (await ask(`GET /runs/${id}`)).data.relationships;
  const stage = (await ask(`GET /task-stages/${run['task-stages'].data[0].id}`)).data;
  const result = stage.relationships['task-results'].data[0].id;
  const evaluation = stage.relationships['policy-evaluations'].data[0].id;
  return {
    configuration_version_id: version.data.id,
    query_id: (await ask('POST /queries', document('queries', {}, relationships))).data.id,
    plan_id: run.plan.data.id,
    apply_id: run.apply.data.id,
    cost_estimate_id: run['cost-estimate'].data.id,
    run_event_id: run['run-events'].data[0].id,
    comment_id: (await ask(`POST /runs/${id}/comments`, document('comments', { body: 'hm' }))).data.id,
    policy_check_id: run['policy-checks'].data[0].id,
    task_stage_id: stage.id,
    task_result_id: result,
    task_result_outcome_id: (await ask(`GET /task-results/${result}/outcomes`)).data[0].id,
    policy_evaluation_id: evaluation,
    policy_set_outcome_id: (await ask(`GET /policy-evaluations/${evaluation}/policy-set-outcomes`)).data[0].id,
    plan_export_id: (
      await ask(
        'POST /plan-exports',
        document('plan-exports', { 'data-type': 'sentinel-mock-bundle-v0' }, { plan: one('plans', run.plan.data.id) }),
      )
    ).data.id,
  };
};
