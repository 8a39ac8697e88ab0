import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunningService } from '../support/cli.ts';
import { startHostedService, token, waitUntil } from './support/hosted.ts';
// watchdog: 120 s

/** A client of the hosted CI service that many use; its address is a constant of the class. */
const { default: CircleCI } = createRequire(import.meta.url)('circle-client') as {
  readonly default: { new (key: string, slug?: string): any; baseUrl: string };
};

const test = suite('the CI service and circle-client');
let service: RunningService;
const web = (): any => new CircleCI(token, 'gh/acme/web');
const fails = async (work: Promise<unknown>): Promise<readonly [number, string]> => {
  try {
    await work;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return [status, message];
  }
  throw new Error('it was answered');
};

/** It warns of some endpoints on the console. */
const { warn } = console;
test.before(async () => {
  console.warn = () => {};
  service = await startHostedService();
  CircleCI.baseUrl = `${service.address}/api/v2`;
});
test.after(async () => {
  console.warn = warn;
  await service.stop();
});

test('a person and their organizations', async () => {
  const me = await web().getMe();
  assert.equal([me.login, me.name], ['ann', 'ann']);
  assert.equal((await web().getUser(me.id)).login, 'ann');
  const [{ id, ...acme }] = await web().getCollaborations();
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(acme, { 'vcs-type': 'github', vcs_type: 'github', name: 'acme', avatar_url: '', slug: 'gh/acme' });
  assert.is((await fails(new CircleCI('nobody').getMe()))[0], 401);
});

test('contexts and their variables', async () => {
  const [{ id: owner }] = await web().getCollaborations();
  const made = await web().createContext('deploy', { id: owner, type: 'organization' });
  assert.equal(Object.keys(made), ['id', 'name', 'created_at']);
  const { environment_variables: variables, restrictions, ...context } = (await web().getContext(made.id)) as any;
  assert.equal([context, variables], [{ ...made, org_id: owner }, []]);
  assert.equal(restrictions, [
    {
      id: owner,
      context_id: made.id,
      project_id: null,
      name: 'All members',
      restriction_type: 'group',
      restriction_value: owner,
    },
  ]);
  assert.equal(await web().listContexts({ ownerSlug: 'gh/acme' }), { items: [made], next_page_token: null });
  const variable = await web().createContextEnvVar(made.id, 'TOKEN', 's3cret-value');
  assert.equal(
    [variable.variable, variable.context_id, variable.truncated_value, 'value' in variable],
    ['TOKEN', made.id, 'xxxxalue', false],
  );
  assert.equal((await web().listContextEnvVars(made.id)).items, [variable]);
  await web().deleteContextEnvVar(made.id, 'TOKEN');
  assert.equal((await web().listContextEnvVars(made.id)).items, []);
  await web().deleteContext(made.id);
  assert.is((await fails(web().getContext(made.id)))[0], 403);
});

test('a project, its variables and its checkout keys, the slug in one percent-encoded piece', async () => {
  const { id, organization_id: organization, ...project } = await web().getProject();
  assert.ok(id && organization);
  assert.equal(project, {
    slug: 'gh/acme/web',
    name: 'web',
    organization_name: 'acme',
    organization_slug: 'gh/acme',
    vcs_info: { vcs_url: 'https://github.com/acme/web', provider: 'GitHub', default_branch: 'main' },
  });
  const made = await web().createEnvVar('API_KEY', 'abcdefgh');
  assert.equal([made.name, made.value, typeof made.created_at], ['API_KEY', 'xxxxefgh', 'string']);
  assert.equal(
    (await web().listEnvVars()).items.map(({ name, value }: any) => [name, value]),
    [
      ['LEVEL', 'xxxx1234'],
      ['API_KEY', 'xxxxefgh'],
    ],
  );
  assert.is((await web().getEnvVar('API_KEY')).value, 'xxxxefgh');
  await web().deleteEnvVar('API_KEY');
  assert.is((await fails(web().getEnvVar('API_KEY')))[0], 404);
  const key = await web().createCheckoutKey('deploy-key');
  assert.equal([key.type, typeof key.public_key, typeof key.created_at, key.preferred], ['deploy-key', 'string', 'string', true]);
  assert.equal(
    (await web().listCheckoutKeys()).items.map(({ fingerprint }: any) => fingerprint),
    [key.fingerprint],
  );
  assert.is((await web().getCheckoutKey(key.fingerprint)).public_key, key.public_key);
  await web().deleteCheckoutKey(key.fingerprint);
  assert.equal((await web().listCheckoutKeys()).items, []);
});

test('a pipeline from its trigger to its end, with an approval and a rerun', async () => {
  const begun = await web().triggerProjectPipeline({ branch: 'main' });
  assert.equal([begun.state, begun.number], ['pending', 1]);
  await waitUntil(
    () => web().getPipeline(begun.id),
    ({ state }: any) => state === 'created',
  );
  const {
    items: [workflow],
  } = await web().listPipelineWorkflows(begun.id);
  assert.equal([workflow.name, workflow.pipeline_number, workflow.project_slug], ['main', 1, 'gh/acme/web']);
  await waitUntil(
    () => web().getWorkflow(workflow.id),
    ({ status }: any) => status === 'on_hold',
  );
  const { items: jobs } = await web().listWorkflowJobs(workflow.id);
  assert.equal(
    jobs.map(({ name, type, status }: any) => [name, type, status]),
    [
      ['test', 'build', 'success'],
      ['hold', 'approval', 'on_hold'],
      ['again', 'build', 'blocked'],
    ],
  );
  assert.equal(
    jobs.map(({ requires }: any) => requires),
    [{}, { [jobs[0].id]: ['success'] }, { [jobs[1].id]: ['success'] }],
  );
  await web().approveWorkflowJob(workflow.id, jobs[1].approval_request_id);
  await waitUntil(
    () => web().getWorkflow(workflow.id),
    ({ status }: any) => status === 'success',
  );
  assert.equal((await web().getJob(1)).latest_workflow, { id: workflow.id, name: 'main' });
  assert.equal((await web().listJobArtifacts(1)).items, []);
  assert.equal((await web().listJobTests(1)).items, []);
  await web().rerunWorkflow(workflow.id);
  const again = (await web().listPipelineWorkflows(begun.id)).items.find(({ id }: any) => id !== workflow.id);
  assert.is(again.name, 'main');
  await web().cancelWorkflow(again.id);
  assert.is((await web().getWorkflow(again.id)).status, 'canceled');
  const config = await web().getPipelineConfig(begun.id);
  assert.equal(
    [config.source.startsWith('version: 2.1'), Object.keys(config)],
    [true, ['source', 'compiled', 'setup-config', 'setup_config', 'compiled-setup-config', 'compiled_setup_config']],
  );
  assert.equal(
    (await web().listProjectPipelines()).items.map(({ id }: any) => id),
    [begun.id],
  );
  assert.equal(
    (await web().listOwnProjectPipelines()).items.map(({ number }: any) => number),
    [1],
  );
  assert.is((await web().getProjectPipeline(1)).id, begun.id);
});

test('what is refused is an error of the client with our sentence', async () => {
  assert.equal(await fails(web().createEnvVar('1bad', 'x')), [
    400,
    'name: expected a name of 1 to 300 letters, digits and _ that does not begin with a digit, got "1bad"',
  ]);
});

test.run();
