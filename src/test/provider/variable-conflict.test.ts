import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApplyContext } from '../../apply/apply-operation.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import { type Resource, unknown, type Values } from '@slipway/declarations/declare';
import { modifyPlan } from '../../provider/modify-plan.ts';
import { resources } from '@slipway/declarations/resources';

const Conflict = suite('a plan that takes over a variable of the service');

/** The only variable of the list, as a response of the workspace service contains it. */
const serviceWith = (attributes: Values) => (): ApplyContext => ({
  signal: new AbortController().signal,
  progress: () => {},
  findResource: (name) => resources[name] as Resource,
  client: openServiceClient({
    service: 'workspaces',
    address: 'http://service.test',
    token: 'token-of-the-test',
    fetch: async () => Response.json({ data: [{ type: 'vars', id: 'var-1', attributes }] }),
  }),
});
const existing = { key: 'TOKEN', value: null, category: 'env', description: 'of the door', hcl: false, sensitive: true };
const planned = (more: Values): Values => ({
  workspace_id: 'ws-1',
  variable_set_id: 'varset-1',
  key: 'TOKEN',
  category: 'env',
  value: 'hunter2',
  description: 'of the door',
  hcl: false,
  sensitive: true,
  on_conflict: 'overwrite',
  ...more,
});
const diagnose = async (name: string, more: Values, found: Values = existing) =>
  (await modifyPlan(resources[name] as Resource, null, planned(more), serviceWith(found))).diagnostics;
const holders = { workspace_variable: 'workspace variable', variable_set_variable: 'variable of a variable set' };

for (const [name, noun] of Object.entries(holders)) {
  const refusal = (attribute: string, expected: string, given: string) => ({
    severity: 'error',
    path: [attribute],
    summary: `The existing ${noun} "TOKEN" is sensitive and cannot be taken over with another "${attribute}"`,
    detail:
      `Expected ${expected}, as the existing variable has it; given ${given}. ` +
      `Set \`${attribute} = ${expected}\`, or delete the existing variable so that this resource creates it.`,
  });
  Conflict(`${name}: a sensitive one keeps its description, hcl and sensitivity, in both modes; no value is shown`, async () => {
    for (const on_conflict of ['adopt', 'overwrite']) {
      assert.equal(await diagnose(name, { on_conflict, description: 'mine' }), [refusal('description', '"of the door"', '"mine"')]);
      assert.equal(await diagnose(name, { on_conflict, hcl: true }), [refusal('hcl', 'false', 'true')]);
      assert.equal(await diagnose(name, { on_conflict, sensitive: false }), [refusal('sensitive', 'true', 'false')]);
      assert.equal(await diagnose(name, { on_conflict, description: '', hcl: true }), [
        refusal('description', '"of the door"', '""'),
        refusal('hcl', 'false', 'true'),
      ]);
    }
  });
  Conflict(`${name}: another value alone is taken over with a warning`, async () => {
    assert.equal(await diagnose(name, { value: 'hunter3' }), [
      {
        severity: 'warning',
        path: ['key'],
        summary: `The ${noun} "TOKEN" already exists and is overwritten`,
        detail: 'Its value is replaced, and it is deleted when this resource is destroyed. Set `on_conflict = "error"` to prevent that.',
      },
    ]);
  });
}

Conflict('one that is readable is changed in everything, and may become sensitive', async () => {
  const [only, ...others] = await diagnose('workspace_variable', { description: 'mine', hcl: true }, { ...existing, sensitive: false });
  assert.is(only?.severity, 'warning');
  assert.equal(others, []);
});
Conflict('a description that is not known yet is left to the service', async () => {
  assert.equal(
    (await diagnose('workspace_variable', { description: unknown })).map(({ severity }) => severity),
    ['warning'],
  );
});
Conflict('with `error` the plan says that it exists and nothing else', async () => {
  assert.equal(
    (await diagnose('workspace_variable', { on_conflict: 'error', description: 'mine' })).map(({ summary }) => summary),
    ['The workspace variable "TOKEN" already exists'],
  );
});
Conflict('what to write is valid in a configuration: expressions of the existing description are escaped', async () => {
  const [refused] = await diagnose('workspace_variable', {}, { ...existing, description: 'for ${host} and %{env}' });
  assert.match(refused?.detail ?? '', 'Set `description = "for $${host} and %%{env}"`');
});
Conflict('each attribute that a taken over variable cannot change is refused at plan, and none of them is secret', () => {
  const conditional = Object.values(resources as { readonly [name: string]: Resource })
    .filter(({ attributes }) => 'on_conflict' in attributes)
    .flatMap(({ name, attributes }) =>
      Object.entries(attributes)
        .filter(([, { immutable }]) => typeof immutable === 'object')
        .map(([attribute, { sensitive, secret }]) => `${name}.${attribute}${sensitive || secret ? ' is secret' : ''}`),
    );
  assert.equal(conditional.sort(), [
    'variable_set_variable.category',
    'variable_set_variable.description',
    'variable_set_variable.hcl',
    'variable_set_variable.key',
    'variable_set_variable.sensitive',
    'workspace_variable.category',
    'workspace_variable.description',
    'workspace_variable.hcl',
    'workspace_variable.key',
    'workspace_variable.sensitive',
  ]);
});
Conflict.run();
