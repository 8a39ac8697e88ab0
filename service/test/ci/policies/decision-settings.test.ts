import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';
import { policyPathOf, replacePolicies } from './policy-requests.ts';

const settings = suite<{ here: CiTestService }>('CI decision settings');
settings.before.each(async (context) => {
  context.here = await startCiService();
});
settings.after.each(async (context) => {
  await context.here.close();
});

settings('pipelines are not evaluated until that is enabled', async ({ here: bench }) => {
  const path = policyPathOf(bench, '/decision/settings');
  const get = async () => {
    const { status, body } = await bench.ci(`GET ${path}`);
    return [status, body];
  };
  const patch = async (enabled: boolean) => {
    const { status, body } = await bench.ci(`PATCH ${path}`, { enabled });
    return [status, body];
  };
  assert.equal(await get(), [200, { enabled: false }]);
  assert.equal(await patch(true), [200, { enabled: true }]);
  assert.equal(await get(), [200, { enabled: true }]);
  assert.is((await replacePolicies(bench, {})).status, 201);
  assert.equal(await get(), [200, { enabled: true }], 'a bundle changes no settings');
  assert.equal(await patch(true), [200, { enabled: true }]);
  assert.equal(await patch(false), [200, { enabled: false }]);
  assert.equal(await get(), [200, { enabled: false }]);
});

settings('enabled is required and is true or false', async ({ here: bench }) => {
  const patch = async (body: unknown, token = 'owner-token') =>
    statusAndMessage(await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, body, { token }));
  assert.equal(await patch({}), [400, 'enabled: is required: expected true or false']);
  assert.equal(await patch({ enabled: 'yes' }), [400, 'enabled: expected true or false, got "yes"']);
  assert.equal(await patch({ enabled: null }), [400, 'enabled: expected true or false, got null']);
  assert.equal(await patch({ enabled: true, colour: 'red' }), [400, 'colour: is not a known member; expected enabled']);
  assert.equal(await patch({ enabled: true }, 'mia-token'), [403, 'only owners of the organization change policies and policy settings']);
  assert.equal((await bench.ci(`GET ${policyPathOf(bench, '/decision/settings')}`, undefined, { token: 'mia-token' })).body, {
    enabled: false,
  });
});

settings.run();
