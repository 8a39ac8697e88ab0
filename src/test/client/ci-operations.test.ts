import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciClient } from '../../client/operations/ci-client.ts';
import { ciEndpoints } from '../../client/operations/ci-operations.ts';
import { openServiceClient } from '../../client/open-service-client.ts';

const test = suite('operations of the CI service');

/** Every operation with what fills its path, and the request that makes, to the letter. */
const requests: { readonly [operation: string]: readonly [params: object, request: string] } = {
  'contexts.create': [{}, 'POST /context'],
  'contexts.list': [{}, 'GET /context'],
  'contexts.read': [{ context_id: 'c-1' }, 'GET /context/c-1'],
  'contexts.delete': [{ context_id: 'c-1' }, 'DELETE /context/c-1'],
  'contexts.listVariables': [{ context_id: 'c-1' }, 'GET /context/c-1/environment-variable'],
  'contexts.putVariable': [{ context_id: 'c-1', name: 'A' }, 'PUT /context/c-1/environment-variable/A'],
  'contexts.deleteVariable': [{ context_id: 'c-1', name: 'A' }, 'DELETE /context/c-1/environment-variable/A'],
  'contexts.listRestrictions': [{ context_id: 'c-1' }, 'GET /context/c-1/restrictions'],
  'contexts.createRestriction': [{ context_id: 'c-1' }, 'POST /context/c-1/restrictions'],
  'contexts.deleteRestriction': [{ context_id: 'c-1', restriction_id: 'r-1' }, 'DELETE /context/c-1/restrictions/r-1'],
  'insights.projectSummary': [{ project_slug: 'gh/acme/web' }, 'GET /insights/pages/gh/acme/web/summary'],
  'insights.jobTimeSeries': [
    { project_slug: 'gh/acme/web', workflow_name: 'build it' },
    'GET /insights/time-series/gh/acme/web/workflows/build%20it/jobs',
  ],
  'insights.organizationSummary': [{ organization_slug: 'gh/acme' }, 'GET /insights/gh/acme/summary'],
  'insights.branches': [{ project_slug: 'gh/acme/web' }, 'GET /insights/gh/acme/web/branches'],
  'insights.flakyTests': [{ project_slug: 'gh/acme/web' }, 'GET /insights/gh/acme/web/flaky-tests'],
  'insights.workflows': [{ project_slug: 'gh/acme/web' }, 'GET /insights/gh/acme/web/workflows'],
  'insights.workflowRuns': [{ project_slug: 'gh/acme/web', workflow_name: 'build it' }, 'GET /insights/gh/acme/web/workflows/build%20it'],
  'insights.workflowJobs': [
    { project_slug: 'gh/acme/web', workflow_name: 'build it' },
    'GET /insights/gh/acme/web/workflows/build%20it/jobs',
  ],
  'insights.workflowSummary': [
    { project_slug: 'gh/acme/web', workflow_name: 'build it' },
    'GET /insights/gh/acme/web/workflows/build%20it/summary',
  ],
  'insights.testMetrics': [
    { project_slug: 'gh/acme/web', workflow_name: 'build it' },
    'GET /insights/gh/acme/web/workflows/build%20it/test-metrics',
  ],
  'users.me': [{}, 'GET /me'],
  'users.collaborations': [{}, 'GET /me/collaborations'],
  'users.read': [{ user_id: 'u-1' }, 'GET /user/u-1'],
  'pipelines.list': [{}, 'GET /pipeline'],
  'pipelines.continue': [{}, 'POST /pipeline/continue'],
  'pipelines.read': [{ pipeline_id: 'p-1' }, 'GET /pipeline/p-1'],
  'pipelines.config': [{ pipeline_id: 'p-1' }, 'GET /pipeline/p-1/config'],
  'pipelines.values': [{ pipeline_id: 'p-1' }, 'GET /pipeline/p-1/values'],
  'pipelines.listWorkflows': [{ pipeline_id: 'p-1' }, 'GET /pipeline/p-1/workflow'],
  'pipelines.cancel': [{ pipeline_id: 'p-1' }, 'POST /pipeline/p-1/cancel'],
  'pipelines.listOfProject': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web/pipeline'],
  'pipelines.listMineOfProject': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web/pipeline/mine'],
  'pipelines.readByNumber': [{ project_slug: 'gh/acme/web', pipeline_number: 7 }, 'GET /project/gh/acme/web/pipeline/7'],
  'pipelines.trigger': [{ project_slug: 'gh/acme/web' }, 'POST /project/gh/acme/web/pipeline'],
  'pipelines.run': [{ project_slug: 'gh/acme/web' }, 'POST /project/gh/acme/web/pipeline/run'],
  'workflows.read': [{ workflow_id: 'w-1' }, 'GET /workflow/w-1'],
  'workflows.listJobs': [{ workflow_id: 'w-1' }, 'GET /workflow/w-1/job'],
  'workflows.rerun': [{ workflow_id: 'w-1' }, 'POST /workflow/w-1/rerun'],
  'workflows.cancel': [{ workflow_id: 'w-1' }, 'POST /workflow/w-1/cancel'],
  'workflows.approve': [{ workflow_id: 'w-1', approval_request_id: 'a-1' }, 'POST /workflow/w-1/approve/a-1'],
  'jobs.read': [{ project_slug: 'gh/acme/web', job_number: 12 }, 'GET /project/gh/acme/web/job/12'],
  'jobs.cancel': [{ job_id: 'j-1' }, 'POST /jobs/j-1/cancel'],
  'jobs.cancelByNumber': [{ project_slug: 'gh/acme/web', job_number: 12 }, 'POST /project/gh/acme/web/job/12/cancel'],
  'jobs.listArtifacts': [{ project_slug: 'gh/acme/web', job_number: 12 }, 'GET /project/gh/acme/web/12/artifacts'],
  'jobs.listTests': [{ project_slug: 'gh/acme/web', job_number: 12 }, 'GET /project/gh/acme/web/12/tests'],
  'policies.evaluate': [{ owner_id: 'o-1', context: 'config' }, 'POST /owner/o-1/context/config/decision'],
  'policies.listDecisions': [{ owner_id: 'o-1', context: 'config' }, 'GET /owner/o-1/context/config/decision'],
  'policies.readSettings': [{ owner_id: 'o-1', context: 'config' }, 'GET /owner/o-1/context/config/decision/settings'],
  'policies.updateSettings': [{ owner_id: 'o-1', context: 'config' }, 'PATCH /owner/o-1/context/config/decision/settings'],
  'policies.readDecision': [{ owner_id: 'o-1', context: 'config', decision_id: 'd-1' }, 'GET /owner/o-1/context/config/decision/d-1'],
  'policies.readDecisionBundle': [
    { owner_id: 'o-1', context: 'config', decision_id: 'd-1' },
    'GET /owner/o-1/context/config/decision/d-1/policy-bundle',
  ],
  'policies.readBundle': [{ owner_id: 'o-1', context: 'config' }, 'GET /owner/o-1/context/config/policy-bundle'],
  'policies.replaceBundle': [{ owner_id: 'o-1', context: 'config' }, 'POST /owner/o-1/context/config/policy-bundle'],
  'policies.read': [{ owner_id: 'o-1', context: 'config', policy_name: 'images' }, 'GET /owner/o-1/context/config/policy-bundle/images'],
  'deployments.listEnvironments': [{}, 'GET /deploy/environments'],
  'deployments.readEnvironment': [{ environment_id: 'e-1' }, 'GET /deploy/environments/e-1'],
  'deployments.listComponents': [{}, 'GET /deploy/components'],
  'deployments.readComponent': [{ component_id: 'c-1' }, 'GET /deploy/components/c-1'],
  'deployments.listVersions': [{ component_id: 'c-1' }, 'GET /deploy/components/c-1/versions'],
  'deployments.rollBack': [{ project_id: 'p-1' }, 'POST /projects/p-1/rollback'],
  'definitions.list': [{ project_id: 'p-1' }, 'GET /projects/p-1/pipeline-definitions'],
  'definitions.create': [{ project_id: 'p-1' }, 'POST /projects/p-1/pipeline-definitions'],
  'definitions.read': [{ project_id: 'p-1', definition_id: 'd-1' }, 'GET /projects/p-1/pipeline-definitions/d-1'],
  'definitions.update': [{ project_id: 'p-1', definition_id: 'd-1' }, 'PATCH /projects/p-1/pipeline-definitions/d-1'],
  'definitions.delete': [{ project_id: 'p-1', definition_id: 'd-1' }, 'DELETE /projects/p-1/pipeline-definitions/d-1'],
  'triggers.list': [{ project_id: 'p-1', definition_id: 'd-1' }, 'GET /projects/p-1/pipeline-definitions/d-1/triggers'],
  'triggers.create': [{ project_id: 'p-1', definition_id: 'd-1' }, 'POST /projects/p-1/pipeline-definitions/d-1/triggers'],
  'triggers.read': [{ project_id: 'p-1', trigger_id: 't-1' }, 'GET /projects/p-1/triggers/t-1'],
  'triggers.update': [{ project_id: 'p-1', trigger_id: 't-1' }, 'PATCH /projects/p-1/triggers/t-1'],
  'triggers.delete': [{ project_id: 'p-1', trigger_id: 't-1' }, 'DELETE /projects/p-1/triggers/t-1'],
  'projects.create': [{ organization: 'gh/acme' }, 'POST /organization/gh/acme/project'],
  'projects.createAtProvider': [{ project_slug: 'gh/acme/web' }, 'POST /project/gh/acme/web'],
  'projects.read': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web'],
  'projects.delete': [{ project_slug: 'gh/acme/web' }, 'DELETE /project/gh/acme/web'],
  'projects.listKeys': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web/checkout-key'],
  'projects.createKey': [{ project_slug: 'gh/acme/web' }, 'POST /project/gh/acme/web/checkout-key'],
  'projects.readKey': [{ project_slug: 'gh/acme/web', fingerprint: 'SHA256:a/b' }, 'GET /project/gh/acme/web/checkout-key/SHA256%3Aa%2Fb'],
  'projects.deleteKey': [
    { project_slug: 'gh/acme/web', fingerprint: 'SHA256:a/b' },
    'DELETE /project/gh/acme/web/checkout-key/SHA256%3Aa%2Fb',
  ],
  'projects.listVariables': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web/envvar'],
  'projects.putVariable': [{ project_slug: 'gh/acme/web' }, 'POST /project/gh/acme/web/envvar'],
  'projects.readVariable': [{ project_slug: 'gh/acme/web', name: 'A' }, 'GET /project/gh/acme/web/envvar/A'],
  'projects.deleteVariable': [{ project_slug: 'gh/acme/web', name: 'A' }, 'DELETE /project/gh/acme/web/envvar/A'],
  'projects.readSettings': [{ project_slug: 'gh/acme/web' }, 'GET /project/gh/acme/web/settings'],
  'projects.updateSettings': [{ project_slug: 'gh/acme/web' }, 'PATCH /project/gh/acme/web/settings'],
  'usage.createExport': [{ organization_id: 'o-1' }, 'POST /organizations/o-1/usage_export_job'],
  'usage.readExport': [{ organization_id: 'o-1', export_id: 'e-1' }, 'GET /organizations/o-1/usage_export_job/e-1'],
};

interface Heard {
  readonly request: string;
  readonly body: unknown;
  readonly token: string | null;
}
const clientOf = (answers: readonly (object | 'cut')[], profile: 'neutral' | 'hosted' = 'neutral') => {
  const received: Heard[] = [];
  const client = openServiceClient({
    service: 'ci',
    address: 'http://service.test',
    token: 't-1',
    dialect: profile,
    random: () => 0,
    fetch: async (request) => {
      const text = await request.text();
      const token = request.headers.get('ci-token') ?? request.headers.get('circle-token');
      received.push({
        request: `${request.method} ${request.url.replace('http://service.test/api/v2', '')}`,
        body: text === '' ? null : JSON.parse(text),
        token,
      });
      const answer = answers[received.length - 1];
      if (answer === 'cut') throw Object.assign(new TypeError('cut'), { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) });
      return new Response(JSON.stringify(answer ?? { message: 'done' }), { headers: { 'Content-Type': 'application/json' } });
    },
  });
  return { client: ciClient(client), heard: received };
};

for (const [operation, [params, request]] of Object.entries(requests)) {
  test(`${operation} is ${request}`, async () => {
    const { client, heard: received } = clientOf([]);
    assert.equal(await client.ask(operation as never, params as never), { message: 'done' });
    assert.equal(received, [{ request, body: null, token: 't-1' }]);
  });
}
test('every operation of the table is here', () => {
  assert.equal(Object.keys(requests), Object.keys(ciEndpoints));
  assert.is(Object.keys(ciEndpoints).length, 86);
});
test('a list is read to its end', async () => {
  const { client, heard: received } = clientOf([
    { items: [{ id: 'a' }], next_page_token: 'n' },
    { items: [{ id: 'b' }], next_page_token: null },
  ]);
  const found: unknown[] = [];
  for await (const item of client.list('contexts.list', {}, { 'owner-id': 'o-1' })) found.push(item);
  assert.equal(found, [{ id: 'a' }, { id: 'b' }]);
  assert.equal(
    received.map(({ request }) => request),
    ['GET /context?owner-id=o-1', 'GET /context?owner-id=o-1&page-token=n'],
  );
});
test('in the hosted profile the words on the wire are the hosted ones, and back', async () => {
  const { client, heard: received } = clientOf([{ id: 't-1', event_source: { provider: 'github_app' } }], 'hosted');
  assert.equal(
    await client.ask('triggers.update', { project_id: 'p-1', trigger_id: 't-1' }, { body: { event_source: { provider: 'codehost_app' } } }),
    { id: 't-1', event_source: { provider: 'codehost_app' } },
  );
  assert.equal(received[0]?.body, { event_source: { provider: 'github_app' } });
});
test('an empty part of a path is refused: it would name another path', async () => {
  const { client } = clientOf([]);
  for (const [slug, shown] of [
    ['', '""'],
    ['gh//web', '"gh//web"'],
    ['gh/../web', '"gh/../web"'],
  ] as const)
    await client.ask('projects.delete', { project_slug: slug }).then(
      () => assert.unreachable(),
      (error: Error) => assert.is(error.message, `DELETE /project/{project_slug} needs project_slug, and was given ${shown}`),
    );
});
test('a create whose answer was lost is not sent again, a cancel is', async () => {
  const lost = clientOf(['cut']);
  await lost.client.ask('pipelines.trigger', { project_slug: 'gh/acme/web' }).then(
    () => assert.unreachable(),
    () => {},
  );
  assert.is(lost.heard.length, 1);
  const cancel = clientOf(['cut', { message: 'Accepted.' }]);
  assert.equal(await cancel.client.ask('workflows.cancel', { workflow_id: 'w-1' }), { message: 'Accepted.' });
  assert.is(cancel.heard.length, 2);
});
test.run();
