/** What would follow from the configuration of a stack: refused with the reason, empty lists, and IDs that nothing has (decision 172). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { document } from '../documents.ts';
import { createStackTestService, type StackTestService } from './support.ts';

const test = suite<StackTestService & { readonly id: string }>('stacks are not evaluated');
test.before.each(async (context) => {
  const service = await createStackTestService();
  Object.assign(context, service, { id: await service.createStackId('net') });
});
test.after.each(({ close }) => close());

const reason =
  'this service keeps stacks as documents and does not evaluate their configurations; ' +
  'deploy each component with a workspace of the same project, which executes runs of configuration versions';

test('what begins with a configuration is 422, and says what is deployed here instead', async ({ request, id }) => {
  const attributes = { 'selected-deployments': ['simple'], speculative: true };
  for (const [row, body] of [
    [`POST /stacks/${id}/stack-configurations`, document('stack-configurations', attributes)],
    [`POST /stacks/${id}/stack-configurations?source=reuse`, undefined],
    [`POST /stacks/${id}/fetch-latest-from-vcs`, undefined],
    [`POST /stacks/${id}/notification-configurations`, document('notification-configurations', { name: 'horn' })],
  ] as const) {
    const response = await request(row, body);
    assert.equal(
      [row, response.status, response.body],
      [row, 422, { errors: [{ status: '422', title: 'invalid attribute', detail: reason }] }],
    );
    assert.is((await request(row.replace(id, 'st-nothing'), body)).status, 404);
  }
});

test('what a configuration would have made is an empty list with pages; of an unknown stack it is 404', async ({ request, id }) => {
  for (const list of [
    'stack-configurations',
    'stack-configuration-summaries',
    'stack-deployments',
    'stack-states',
    'notification-configurations',
  ]) {
    const { status, body, headers } = await request(`GET /stacks/${id}/${list}?page[number]=1&page[size]=1`);
    assert.equal([list, status, body.data, body.meta.pagination['total-count'], headers.get('warning')], [list, 200, [], 0, null]);
    assert.is((await request(`GET /stacks/st-nothing/${list}`)).status, 404);
    assert.is((await request(`GET /stacks/${id}/${list}?page[size]=-1`)).status, 400);
  }
});

test('no configuration, group, run, step, diagnostic, state, approval or deployment has an ID or a name', async ({ request, id }) => {
  const suffix = 'was not found, or this token has no access to it';
  for (const [row, what] of [
    ['GET /stack-configurations/stc-1', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/json-schemas', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/source-bundle', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/upload-url', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/stack-diagnostics', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/stack-deployment-groups', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/stack-deployment-groups/one', 'the stack configuration stc-1'],
    ['GET /stack-configurations/stc-1/stack-deployment-group-summaries', 'the stack configuration stc-1'],
    ['GET /stack-deployment-groups/sdg-1', 'the stack deployment group sdg-1'],
    ['GET /stack-deployment-groups/sdg-1/stack-deployment-runs?include=stack-deployment-group', 'the stack deployment group sdg-1'],
    ['POST /stack-deployment-groups/sdg-1/approve-all-plans', 'the stack deployment group sdg-1'],
    ['POST /stack-deployment-groups/sdg-1/rerun?deployments=a,b', 'the stack deployment group sdg-1'],
    ['GET /stack-deployment-runs/sdr-1', 'the stack deployment run sdr-1'],
    ['GET /stack-deployment-runs/sdr-1/stack-deployment-steps', 'the stack deployment run sdr-1'],
    ['POST /stack-deployment-runs/sdr-1/approve-all-plans', 'the stack deployment run sdr-1'],
    ['POST /stack-deployment-runs/sdr-1/cancel', 'the stack deployment run sdr-1'],
    ['GET /stack-deployment-steps/sds-1', 'the stack deployment step sds-1'],
    ['GET /stack-deployment-steps/sds-1/stack-diagnostics', 'the stack deployment step sds-1'],
    ['GET /stack-deployment-steps/sds-1/artifacts?name=plan-description', 'the stack deployment step sds-1'],
    ['POST /stack-deployment-steps/sds-1/advance', 'the stack deployment step sds-1'],
    ['GET /stack-diagnostics/std-1', 'the stack diagnostic std-1'],
    ['GET /stack-states/sts-1', 'the stack state sts-1'],
    ['GET /stack-states/sts-1/description', 'the stack state sts-1'],
    ['GET /stack-approvals/sa-1', 'the stack approval sa-1'],
    [`GET /stacks/${id}/stack-deployments/simple`, `the deployment "simple" of the stack ${id}`],
    [`GET /stacks/${id}/stack-deployments/simple/stack-deployment-runs`, `the deployment "simple" of the stack ${id}`],
    ['GET /stacks/st-1/stack-deployments/simple', 'the stack st-1'],
  ] as const) {
    const { status, body } = await request(row);
    assert.equal([row, status, body.errors.map(({ detail }: any) => detail)], [row, 404, [`${what} ${suffix}`]]);
  }
});

test.run();
