import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApplyContext } from '../../apply/apply-operation.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import { type Resource, unknown, type Values } from '@slipway/declarations/declare';
import { modifyPlan } from '../../provider/modify-plan.ts';
import { resources } from '@slipway/declarations/resources';

const Foresee = suite('what a plan looks at the service for');
const workspace = resources['no_code_workspace'] as Resource;

const requests: string[] = [];
const offered = {
  type: 'variable-options',
  id: 'opt-1',
  attributes: { 'variable-name': 'region', 'variable-type': 'string', options: ['eu', 'us'] },
};
const context = (): ApplyContext => ({
  signal: new AbortController().signal,
  progress: () => {},
  findResource: (name) => resources[name] as Resource,
  client: openServiceClient({
    service: 'workspaces',
    address: 'http://service.test',
    token: 'token-of-the-test',
    fetch: async ({ method, url }) => {
      requests.push(`${method} ${url.replace('http://service.test/api/v2', '')}`);
      return Response.json({ data: { id: 'nocode-1', type: 'no-code-modules', attributes: {} }, included: [offered] });
    },
  }),
});
const values = (value: unknown, more: Values = {}): Values => ({
  value,
  category: 'infra',
  description: '',
  hcl: false,
  sensitive: false,
  ...more,
});
const planned = (variables: unknown): Values => ({ no_code_module_id: 'nocode-1', variables });

Foresee.before.each(() => {
  requests.length = 0;
});

Foresee('a value that the offer does not allow is reported with those it does', async () => {
  assert.equal((await modifyPlan(workspace, null, planned({ region: values('mars') }), context)).diagnostics, [
    {
      severity: 'error',
      path: ['variables', { key: 'region' }],
      summary: 'Wrong value for "variables["region"].value"',
      detail: 'The no-code module allows "eu", "us"; given "mars".',
    },
  ]);
  assert.equal(requests, ['GET /no-code-modules/nocode-1?include=variable_options']);
});

Foresee('a sensitive value is not shown, and one of the environment is not restricted', async () => {
  const { diagnostics: found } = await modifyPlan(workspace, null, planned({ region: values('mars', { sensitive: true }) }), context);
  assert.is(found[0]?.detail, 'The no-code module allows "eu", "us".');
  assert.equal((await modifyPlan(workspace, null, planned({ region: values('mars', { category: 'env' }) }), context)).diagnostics, []);
});

Foresee('the same variables in another order, or with null for what is not said, are the same: nothing is asked', async () => {
  const prior = planned({ region: values('mars', { description: null }), size: values('big') });
  const next = planned({
    size: { sensitive: false, hcl: false, category: 'infra', value: 'big', description: '' },
    region: { category: 'infra', value: 'mars', hcl: false, sensitive: false },
  });
  assert.equal((await modifyPlan(workspace, prior, next, context)).diagnostics, []);
  assert.equal(requests, []);
});

Foresee('another value, or the same of another offer, is asked about', async () => {
  assert.is(
    (await modifyPlan(workspace, planned({ region: values('eu') }), planned({ region: values('mars') }), context)).diagnostics.length,
    1,
  );
  assert.is(
    (
      await modifyPlan(
        workspace,
        { ...planned({ region: values('mars') }), no_code_module_id: 'nocode-2' },
        planned({ region: values('mars') }),
        context,
      )
    ).diagnostics.length,
    1,
  );
});

Foresee('what is not known yet, and what has no such rule, is not asked about', async () => {
  assert.equal((await modifyPlan(workspace, null, planned({ region: values(unknown) }), context)).diagnostics, []);
  assert.equal((await modifyPlan(workspace, null, planned({}), context)).diagnostics, []);
  assert.equal((await modifyPlan(resources['workspace'] as Resource, null, planned({ region: values('mars') }), context)).diagnostics, []);
  assert.equal(requests, []);
});

Foresee.run();
