// Run in an installation of the packages: each kind of work that the service gives to a thread.
import { startService } from '@slipway/service';

const rule = `package harbor
import rego.v1
deny contains resource.address if {
  some resource in input.plan.resource_changes
  resource.change.actions == ["delete"]
}
`;
const acme = {
  name: 'acme',
  owners: ['ann'],
  workspaces: [{ id: 'ws-web', name: 'web' }],
  policies: [{ name: 'none', kind: 'opa', query: 'data.harbor.deny', enforcement_level: 'mandatory', text: rule }],
  policy_sets: [{ name: 'rules', kind: 'opa', global: true, policies: ['none'] }],
};
const service = await startService({ seed: { users: [{ name: 'ann' }], organizations: [acme] } });

const call = async (method, path, body, type = 'application/vnd.api+json') => {
  const headers = { authorization: `Bearer ${service.token}`, 'circle-token': service.token, 'content-type': type };
  const response = await fetch(`${service.address}/api/v2${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
};
const compile = async (text) => (await call('POST', '/compile-config-with-defaults', { config_yaml: text }, 'application/json')).valid;

const pipelines = [
  await compile('version: 2.1\njobs: { a: { machine: true, steps: [checkout] } }\nworkflows: { w: { jobs: [a] } }\n'),
  await compile('version: 2.1\njobs: {}\n'),
];

const workspace = { data: { type: 'workspaces', id: 'ws-web' } };
const plan = async (action) => {
  const json = {
    format_version: '1.2',
    resource_changes: [{ address: 'buoy.red', change: { actions: [action], before: null, after: null } }],
  };
  await service.control('POST /_local/run-outcome', { plan: { json } });
  const { id } = (await call('POST', '/runs', { data: { type: 'runs', relationships: { workspace } } })).data;
  await service.settle();
  return [action, (await call('GET', `/runs/${id}`)).data.attributes.status];
};
const policies = [await plan('delete'), await plan('create')];

// Larger than what is read in the thread of the service.
const outputs = { long: { value: 'x'.repeat(200_000), type: 'string' } };
const state = Buffer.from(JSON.stringify({ version: 4, serial: 1, lineage: 'l', terraform_version: '1.11.4', outputs, resources: [] }));
const { createHash } = await import('node:crypto');
await call('POST', '/workspaces/ws-web/actions/lock', {});
const version = await call('POST', '/workspaces/ws-web/state-versions', {
  data: {
    type: 'state-versions',
    attributes: { serial: 1, md5: createHash('md5').update(state).digest('hex'), state: state.toString('base64') },
  },
});

await service.control('POST /_local/reset', { empty: true });
const many = Array.from({ length: 500 }, (_, at) => ({ name: `workspace-${at}` }));
await service.control('POST /_local/seed', {
  users: [{ name: 'ann' }],
  organizations: [{ name: 'other', owners: ['ann'], workspaces: many }],
});
const { counts } = await service.control('GET /_local/info');
await service.stop();

console.log(JSON.stringify({ pipelines, policies, states: version.data.attributes.serial, seeded: counts }));
