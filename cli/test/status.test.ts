import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService } from '@slipway/service/start';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { findStatePlace } from '../src/status/stack-status.ts';

const test = suite('slipway status');
const token = 'first-token-0123456789';
const XDG_CONFIG_HOME = temporaryFolder({});
let service: RunningService;
const environment = () => ({
  XDG_CONFIG_HOME,
  SLIPWAY_WORKSPACES_ADDRESS: service.address,
  SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  SLIPWAY_WORKSPACES_TOKEN: token,
});
const api = async (method: string, path: string, body?: object): Promise<any> => {
  const response = await fetch(`${service.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': path.startsWith('/_') ? 'application/json' : 'application/vnd.api+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};
const createWorkspace = async (name: string, mode = 'local'): Promise<string> => {
  const attributes = { name, 'execution-mode': mode };
  return (await api('POST', '/api/v2/organizations/acme/workspaces', { data: { type: 'workspaces', attributes } })).data.id as string;
};
const stateFile = JSON.stringify({
  version: 4,
  serial: 7,
  lineage: 'l',
  resources: [
    { mode: 'managed', type: 'slipway_team', name: 't', instances: [{}, {}] },
    { mode: 'data', type: 'slipway_team', name: 'd', instances: [{}] },
  ],
});

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true });
});
test.after(() => service.close());

test('without an organization it shows the one that the token sees, and of several asks for one', async () => {
  const { SLIPWAY_WORKSPACES_ORGANIZATION: _, ...without } = environment();
  const only = await runSlipway(['status'], { folder: temporaryFolder({}), environment: without });
  assert.equal([only.code, only.stdout.split('\n')[1]], [0, 'organization  acme']);
  const other = { data: { type: 'organizations', attributes: { name: 'other', email: 'other@example.com' } } };
  await api('POST', '/api/v2/organizations', other);
  const several = await runSlipway(['status'], { folder: temporaryFolder({}), environment: without });
  await api('DELETE', '/api/v2/organizations/other');
  assert.is(several.code, 2);
  assert.match(several.stderr, 'Name the organization with --organization: the token sees acme, other.');
});

test('it shows service, rights, waiting runs, locks, and the states of stacks; and with --detailed-exitcode ends with 2', async () => {
  const calm = await runSlipway(['status', '--detailed-exitcode'], { folder: temporaryFolder({}), environment: environment() });
  assert.equal(calm, {
    code: 0,
    stdout: `service       ${service.address} (Slipway 0.1.0, edition hosted)
organization  acme
login         owner
              may create workspaces, create projects, create teams, manage variable sets, manage members, change the organization
runs          0 not finished, of these 0 wait for a confirmation
locks         none
stacks        no app here, or nothing was synthesized yet
`,
    stderr: `Service: ${service.address}, organization acme, token of the environment\n`,
  });
  const web = await createWorkspace('web');
  await createWorkspace('state');
  await api('POST', `/api/v2/workspaces/${web}/actions/lock`, { reason: 'by hand' });
  const url = `${service.address}/api/v2/organizations/acme/workspaces/state/state`;
  const folder = temporaryFolder({
    'cdktf.json': '{ "app": "false" }',
    'cdktf.out/manifest.json': JSON.stringify({
      stacks: Object.fromEntries(['files', 'fresh', 'http', 'bucket'].map((name) => [name, { name, workingDirectory: `stacks/${name}` }])),
    }),
    'cdktf.out/stacks/files/cdk.tf.json': '{ "terraform": { "backend": { "local": { "path": "here.tfstate" } } } }',
    'cdktf.out/stacks/files/here.tfstate': stateFile,
    'cdktf.out/stacks/fresh/cdk.tf.json': '{}',
    'cdktf.out/stacks/http/cdk.tf.json': JSON.stringify({ terraform: { backend: { http: { address: url } } } }),
    'cdktf.out/stacks/bucket/cdk.tf.json': '{ "terraform": { "backend": { "s3": { "bucket": "b" } } } }',
  });
  const { code, stdout } = await runSlipway(['status', '--detailed-exitcode'], { folder, environment: environment() });
  assert.is(code, 2);
  assert.is(
    stdout.slice(stdout.indexOf('locks')).replace(/\d{4}-[\dT:.-]+Z/g, 'TIME'),
    `locks         workspace web
stacks        files   serial 7, 2 resources, TIME (cdktf.out/stacks/files/here.tfstate)
              fresh   not deployed (cdktf.out/stacks/fresh/terraform.tfstate)
              http    not deployed (workspace state)
              bucket  only the engine reads it (backend s3)
`,
  );
  const json = JSON.parse((await runSlipway(['status', 'files', '--json'], { folder, environment: environment() })).stdout) as any;
  assert.equal(
    [json.organization, json.locked, json.runs, json.stacks.map(({ name, serial, resources }: any) => [name, serial, resources])],
    ['acme', ['web'], [], [['files', 7, 2]]],
  );
});
test('a run that waits for a confirmation is shown with the command that confirms it', async () => {
  const id = await createWorkspace('waits', 'remote');
  const version = await api('POST', `/api/v2/workspaces/${id}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } },
  });
  const run = await api('POST', '/api/v2/runs', {
    data: {
      type: 'runs',
      attributes: {},
      relationships: {
        workspace: { data: { type: 'workspaces', id } },
        'configuration-version': { data: { type: 'configuration-versions', id: version.data.id } },
      },
    },
  });
  await fetch(version.data.attributes['upload-url'] as string, { method: 'PUT', body: new Uint8Array(4) });
  await api('POST', '/_local/move', { until: 'still' });
  const { stdout } = await runSlipway(['status'], { folder: temporaryFolder({}), environment: environment() });
  assert.match(stdout, `of workspace waits: slipway run confirm ${run.data.id}\n`);
});
test('a token that the service refuses, and a service that does not answer, end with 1; nothing configured with 2', async () => {
  const folder = temporaryFolder({});
  const refused = await runSlipway(['status'], { folder, environment: { ...environment(), SLIPWAY_WORKSPACES_TOKEN: 'another' } });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, 'answered 401');
  const silent = await runSlipway(['status'], {
    folder,
    environment: { ...environment(), SLIPWAY_WORKSPACES_ADDRESS: 'http://127.0.0.1:9' },
  });
  assert.is(silent.code, 1);
  assert.match(silent.stderr, 'slipway: http://127.0.0.1:9 does not answer: ');
  assert.is((await runSlipway(['status'], { folder, environment: { XDG_CONFIG_HOME } })).code, 2);
});
test('a state and a synthesized stack that are not JSON are named, and not quoted', async () => {
  const statusOf = (files: { readonly [name: string]: string }) =>
    runSlipway(['status'], {
      folder: temporaryFolder({
        'cdktf.json': '{ "app": "false" }',
        'cdktf.out/manifest.json': '{ "stacks": { "web": { "name": "web", "workingDirectory": "stacks/web" } } }',
        'cdktf.out/stacks/web/cdk.tf.json': '{}',
        ...files,
      }),
      environment: environment(),
    });
  const state = await statusOf({ 'cdktf.out/stacks/web/terraform.tfstate': '{\n  "password": hunter2\n}' });
  assert.is(state.code, 1);
  assert.match(state.stderr, /\/stacks\/web\/terraform\.tfstate is not JSON: line 2, column 15\.\n$/);
  const stack = await statusOf({ 'cdktf.out/stacks/web/cdk.tf.json': '{ "terraform": { "backend": hunter2 } }' });
  assert.is(stack.code, 1);
  assert.match(stack.stderr, /\/stacks\/web\/cdk\.tf\.json is not JSON: line 1, column 29\.\n$/);
});
test('the place of a state is read from the synthesized stack or from HCL', () => {
  const place = (file: string, text: string) => findStatePlace(temporaryFolder({ [file]: text }));
  const url = 'https://tf.example.com/api/v2/organizations/acme/workspaces/web/state';
  const web = { kind: 'workspace', address: 'https://tf.example.com', organization: 'acme', name: 'web' } as const;
  assert.equal(place('cdk.tf.json', JSON.stringify({ terraform: { backend: { http: { address: url } } } })), web);
  assert.equal(place('main.tf', `terraform {\n  backend "http" {\n    address = "${url}"\n  }\n}\n`), web);
  const cloud = { hostname: 'tf.example.com', organization: 'acme', workspaces: { name: 'web' } };
  assert.equal(place('cdk.tf.json', JSON.stringify({ terraform: { cloud } })), web);
  const block = 'hostname     = "tf.example.com"\n    organization = "acme"\n    workspaces {\n      name = "web"\n    }';
  assert.equal(place('main.tf', `terraform {\n  cloud {\n    ${block}\n  }\n}\n`), web);
  assert.equal(place('main.tf', 'terraform {\n  backend "s3" {\n    bucket = "b"\n  }\n}\n'), { kind: 'other', backend: 's3' });
});
test.run();
