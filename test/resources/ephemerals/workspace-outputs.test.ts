import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataSourceServer } from '../../../src/provider/data-source-server.ts';
import { dataSources } from '../../../declarations/src/resources/index.ts';
import { openEphemeral } from '../support/open-ephemeral.ts';
import { scriptProvider } from '../support/scripted-provider.ts';

const output = (id: string, name: string, sensitive: boolean, value: unknown) => ({
  id,
  type: 'state-version-outputs',
  attributes: { name, sensitive, type: 'string', 'detailed-type': 'string', value },
});
const listed = {
  request: 'GET /workspaces/ws-1/current-state-version-outputs?page%5Bnumber%5D=1&page%5Bsize%5D=100',
  answer: {
    data: [
      output('wsout-1', 'cidr', false, '10.0.0.0/8'),
      output('wsout-2', 'password', true, null),
      output('wsout-3', 'ports', false, { 'web-front': [80, 443], api_back: null }),
      output('wsout-4', 'nothing', false, null),
    ],
  },
};
const nonsensitive = { cidr: '"10.0.0.0/8"', ports: '{"web-front":[80,443],"api_back":null}' };

const test = suite('outputs of a workspace');
for (const dialect of ['neutral', 'hosted'] as const)
  test(`the ephemeral resource reads each sensitive output by its ID, in the ${dialect} dialect`, async () => {
    const { result, held, faults } = await openEphemeral(
      'workspace_outputs',
      { workspace_id: 'ws-1' },
      [listed, { request: 'GET /state-version-outputs/wsout-2', answer: { data: output('wsout-2', 'password', true, 'hunter-22') } }],
      [],
      dialect,
    );
    assert.equal(faults, []);
    assert.is(held, '');
    assert.equal(result, {
      workspace_id: 'ws-1',
      values_json: { ...nonsensitive, password: '"hunter-22"' },
      nonsensitive_values_json: nonsensitive,
    });
  });
test('the data source asks for the list only: sensitive outputs have no value', async () => {
  const { behind, heard } = scriptProvider([listed], 'neutral', 'workspaces');
  const server = dataSourceServer(dataSources['workspace_outputs']!, behind);
  const { state, diagnostics } = await server.read({ workspace_id: 'ws-1' }, { signal: new AbortController().signal });
  assert.equal(diagnostics, []);
  assert.equal(
    heard.map(({ request }) => request),
    [listed.request],
  );
  assert.equal(state!['nonsensitive_values_json'], nonsensitive);
  const outputs = state!['outputs'] as readonly { readonly name: string; readonly value_json: string | null }[];
  assert.equal(
    outputs.map(({ name, value_json: value }) => [name, value]),
    [
      ['cidr', '"10.0.0.0/8"'],
      ['password', null],
      ['ports', '{"web-front":[80,443],"api_back":null}'],
      ['nothing', null],
    ],
  );
  assert.ok(server.schema.attributes['outputs']!.nested!.attributes['value_json']!.sensitive, 'where it may be anything, it is sensitive');
  assert.not.ok(server.schema.attributes['nonsensitive_values_json']!.sensitive);
});
test.run();
