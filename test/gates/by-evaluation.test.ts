// watchdog: 60 s
import { compile } from '@slipway/schema-tools';
import { admissionWarnings } from '@slipway/schema-tools/admission';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, warnDeprecated, Workspace } from '../../constructs/src/index.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { workspace } from '../../declarations/src/resources/workspaces/index.ts';
import { synthesisWarnings } from '../../constructs/test/support/synth.ts';
import { createWorkspaceTestService } from '../../service/test/workspaces/support.ts';
import { runSlipway } from '../support/cli.ts';
import { withSchema } from '../support/with-schema.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The gates with another schema of a workspace: what each says is what evaluating that schema says, whatever a field is called. */
const test = suite('gates go by evaluation');

interface Said {
  readonly name: string;
  readonly operations?: boolean;
  readonly description?: string;
}

/** By gate: whether it says that `description` or `operations` is deprecated. */
const gates: { readonly [gate: string]: (schema: object, values: Said) => Promise<readonly string[]> } = {
  lint: async (schema, values) => {
    const folder = temporaryFolder({ 'schema.json': JSON.stringify(schema), 'web.json': JSON.stringify(values) });
    const { stdout } = await runSlipway(['lint', '--format', 'json', '--schema', 'schema.json', 'web.json'], { folder });
    return (JSON.parse(stdout) as { pointer: string; message: string }[]).map(({ pointer, message }) => `${pointer.slice(1)} ${message}`);
  },
  synth: async (_, values) =>
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'web', values);
      warnDeprecated(stack);
    }).map((client) => client.replace('stack/web: ', '').replace(/^"(\w+)" is deprecated:/, '$1')),
  plan: async (_, values) => {
    const { resources } = makeProvider({ version: '0', environment: {}, log: () => {} });
    const diagnostics = await resources['slipway_workspace']!.validate({ ...values }, { writeOnlyAllowed: true });
    return diagnostics.filter(({ severity }) => severity === 'warning').map(({ path, detail }) => `${path!.join()} ${detail}`);
  },
  service: async (_, values) => {
    const { request: ask, close } = await createWorkspaceTestService();
    try {
      await ask('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes: values } });
      const { entries } = (await ask('GET //_local/requests')).body as { entries: { warnings?: string[] }[] };
      return entries.flatMap(({ warnings: reported = [] }) => reported).map((client) => client.replace(/^"(\w+)" is deprecated:/, '$1'));
    } finally {
      await close();
    }
  },
  admission: async (schema, values) =>
    admissionWarnings(await compile({ properties: { spec: schema } }), { object: { spec: values } }).map((client) =>
      client.replace(/^spec\.(\w+) is deprecated:/, '$1'),
    ),
};

const properties = { name: { type: 'string' }, operations: { type: 'boolean' }, description: { type: 'string' } };
const none = { type: 'object', properties };
const another = {
  type: 'object',
  properties: { ...properties, description: { deprecated: true, 'x-deprecation-message': 'Say nothing.' } },
};
const behindIf = {
  type: 'object',
  properties,
  if: { properties: { description: { const: 'old' } }, required: ['description'] },
  then: { properties: { operations: { deprecated: true, 'x-deprecation-message': 'Not with that.' } } },
};

for (const [gate, says] of Object.entries(gates)) {
  const reported = (schema: object, values: Said) => withSchema(workspace, schema, () => says(schema, values));
  test(`${gate}: a schema that calls nothing deprecated finds nothing`, async () => {
    assert.equal(await reported(none, { name: 'web', operations: true, description: 'old' }), []);
  });
  test(`${gate}: a schema that calls another field deprecated finds that one`, async () => {
    assert.equal(await reported(another, { name: 'web', operations: true, description: 'old' }), ['description Say nothing.']);
  });
  test(`${gate}: a field that is deprecated behind a condition is found where the condition holds`, async () => {
    assert.equal(await reported(behindIf, { name: 'web', operations: true, description: 'old' }), ['operations Not with that.']);
    assert.equal(await reported(behindIf, { name: 'web', operations: true, description: 'new' }), []);
    assert.equal(await reported(behindIf, { name: 'web', operations: true }), []);
    assert.equal(await reported(behindIf, { name: 'web', description: 'old' }), []);
  });
}
test.run();
