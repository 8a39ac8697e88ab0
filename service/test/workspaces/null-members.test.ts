/** Members of a variable that are null in a request. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const nulls = suite<WorkspaceTestService>('null in the document of a variable');
nulls.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({}));
});
nulls.after.each(({ close }) => close());

const document = (attributes: object) => ({ data: { type: 'vars', attributes } });
const shown = ({ status, body }: { status: number; body: any }) => {
  const { value, description, hcl, sensitive } = body.data.attributes;
  return [status, value, description, hcl, sensitive];
};

nulls('is the default in a create, as the OpenAPI document says', async (context) => {
  const vars = `/workspaces/${await context.createWorkspaceId('web')}/vars`;
  const sent = { key: 'region', category: 'env', value: null, description: null, hcl: null, sensitive: null };
  assert.equal(shown(await context.request(`POST ${vars}`, document(sent))), [201, '', null, false, false]);
});
nulls('leaves hcl and sensitive as they are in an update', async (context) => {
  const vars = `/workspaces/${await context.createWorkspaceId('web')}/vars`;
  const sent = { key: 'token', category: 'env', value: 'hunter2', hcl: true, sensitive: true };
  const { id } = (await context.request(`POST ${vars}`, document(sent))).body.data;
  const kept = [200, null, null, true, true];
  assert.equal(shown(await context.request(`PATCH ${vars}/${id}`, document({ hcl: null, sensitive: null }))), kept);
});
nulls('is refused for the key and the category', async (context) => {
  const vars = `/workspaces/${await context.createWorkspaceId('web')}/vars`;
  const { id } = (await context.request(`POST ${vars}`, document({ key: 'a', category: 'env' }))).body.data;
  for (const name of ['key', 'category']) {
    const { status, body } = await context.request(`PATCH ${vars}/${id}`, document({ [name]: null }));
    assert.equal([status, body.errors[0].source], [422, { pointer: `/data/attributes/${name}` }], name);
  }
});

nulls.run();
