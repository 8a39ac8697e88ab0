import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../../service/test/support.ts';
import { document } from '../../service/test/documents.ts';

/** Words of refusals that clients of the hosted service compare. */
const test = suite<{ bench: TestService; hosted: TestService['request'] }>('words of refusals');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
  context.hosted = (row, body, options) => context.bench.request(row, body, options);
});
test.after.each(({ bench }) => bench.close());

const listErrors = ({ status, body }: any) => [status, ...body.errors.map(({ detail }: any) => detail)];

test('a duration of a project', async ({ hosted }) => {
  const sent = document('projects', { name: 'd', 'auto-destroy-activity-duration': 'soon' });
  assert.equal(listErrors(await hosted('POST /organizations/acme/projects', sent)), [
    422,
    "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' or 'h'), such as 14d or 12h",
  ]);
});

test('a registry of a provider', async ({ hosted }) => {
  const create = async (attributes: object) =>
    listErrors(await hosted('POST /organizations/acme/registry-providers', document('registry-providers', attributes)));
  const unlisted = 'Registry name is not included in the list';
  assert.equal(await create({ name: 'crane', namespace: 'acme' }), [422, "Registry name can't be blank", unlisted]);
  assert.equal(await create({ name: 'crane', namespace: 'acme', 'registry-name': 'PRIVATE' }), [422, unlisted]);
});

test('projects and workspaces of a provider set', async ({ hosted }) => {
  const attributes = { name: 'set', 'provider-source': 'hashicorp/null', 'provider-configuration': '' };
  const create = async (type: string) => {
    const sent = document('provider-sets', attributes, { [type]: { data: [{ type, id: 'unexisting-id' }] } });
    return listErrors(await hosted('POST /organizations/acme/provider-sets', sent));
  };
  const words = 'one was not found in this organization, or this token cannot read it';
  assert.equal(await create('projects'), [422, `Invalid Projects: ${words}`]);
  assert.equal(await create('workspaces'), [422, `Invalid Workspaces: ${words}`]);
});

test.run();
