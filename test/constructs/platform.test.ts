// watchdog: 300 s
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { synthesize } from '../../cli/src/app/synthesize.ts';
import { engine, type EngineFixture, startFixture, token } from '../engine/support/engine-fixture.ts';
import { root } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The platform example over both services, with the real engine. */
const Platform = suite('the platform at both services');
const real = engine.found ? Platform : skipWithReason(Platform, engine.reason);
const example = join(root, 'examples', 'platform');
const canary = 'canary-77b2-password';
let story: EngineFixture;

/** A request to the CI service; the header of the token selects its own dialect or the hosted one. */
const ask = async (header: 'Ci-Token' | 'Circle-Token', method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await fetch(`${story.address}/api/v2${path}`, {
    method,
    headers: { [header]: token, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}`);
  return answer.json();
};
const ci = (method: string, path: string, body?: unknown) => ask('Ci-Token', method, path, body);
const items = async (path: string): Promise<readonly any[]> => (await ci('GET', path)).items;
const organization = async (): Promise<string> => (await ci('GET', '/me/collaborations'))[0].id;
const context = async (): Promise<string> => (await items(`/context?owner-id=${await organization()}`))[0].id;
const project = () => ci('GET', '/project/gh/slipway/payments');
const names = (found: readonly any[], name = 'name') => found.map((one) => one[name]).sort();

/** The state of the CI service. */
const readService = async () => {
  const [{ id, slug }, deploy, owner] = [await project(), await context(), await organization()];
  const definitions = await items(`/projects/${id}/pipeline-definitions`);
  return {
    variables: names(await items(`/context/${deploy}/environment-variable`), 'variable'),
    restrictions: (await items(`/context/${deploy}/restrictions`))
      .map((one) => [one.restriction_type, one.restriction_value === id ? 'payments' : one.restriction_value])
      .sort(),
    own: (await items(`/project/${slug}/envvar`)).map((one) => [one.name, one.value]),
    keys: names(await items(`/project/${slug}/checkout-key`), 'type'),
    settings: Object.entries((await ci('GET', `/project/${slug}/settings`)).advanced)
      .filter(([, value]) => value === true)
      .map(([name]) => name)
      .sort(),
    definitions: Object.fromEntries(
      await Promise.all(
        definitions.map(async (one) => [
          one.name,
          (await items(`/projects/${id}/pipeline-definitions/${one.id}/triggers`))
            .map((trigger) => trigger.event_preset ?? trigger.event_name)
            .sort(),
        ]),
      ),
    ),
    policies: Object.keys(await ci('GET', `/owner/${owner}/context/config/policy-bundle`)).sort(),
    enforced: (await ci('GET', `/owner/${owner}/context/config/decision/settings`)).enabled,
  };
};
const whole = {
  variables: ['PGPASSWORD', 'PRODUCTION_WORKSPACE_ID', 'STAGING_WORKSPACE_ID'],
  restrictions: [
    ['expression', 'pipeline.git.branch == "main" and not job.ssh.enabled'],
    ['project', 'payments'],
  ],
  own: [['LOG_LEVEL', 'xxxx']],
  keys: ['deploy-key'],
  settings: ['autocancel_builds', 'disable_ssh', 'set_vcs_status'],
  definitions: { build: ['all-pushes'], release: ['only-tags', 'released'] },
  policies: ['contexts', 'images'],
  enforced: true,
};

/** The end of a variable's value, which the hosted service shows. */
const endOf = async (variable: string): Promise<string> =>
  (await ask('Circle-Token', 'GET', `/context/${await context()}/environment-variable`)).items
    .find((one: any) => one.variable === variable)
    .truncated_value.slice(-4);
const workspaceId = async (name: string): Promise<string> =>
  (await story.api('GET', `/organizations/slipway/workspaces/${name}`)).body.data.id;

/** The address of a resource below `building/slipway`, without its hash. */
const short = (changes: readonly string[]): readonly string[] =>
  changes.map((one) => one.replace(/slipway_ci_(\w+)\.building_slipway_/, '$1 ').replace(/_[0-9A-F]{8}$/, '')).sort();

if (engine.found) {
  Platform.before(async () => {
    process.env['TF_VAR_database_password'] = canary;
    const { stacks } = await synthesize({ output: temporaryFolder() }, example);
    const stack = JSON.parse(readFileSync(join(stacks[0]!.folder, 'cdk.tf.json'), 'utf8')) as { terraform: { backend?: unknown } };
    delete stack.terraform.backend;
    story = await startFixture({ seed: join(example, 'seed.yaml'), settings: { runStatusMilliseconds: 1 } });
    story.writeJson(stack);
  });
  Platform.after(async () => {
    delete process.env['TF_VAR_database_password'];
    await story.close();
  });
}

real('one run of the engine makes all of it, and a second plan is empty', async () => {
  await story.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await readService(), whole);
  assert.equal(await story.plannedChanges(), []);
});
real('the ids of workspaces arrive in the context, and the password in no state', async () => {
  const [staging, production] = [await workspaceId('payments-staging'), await workspaceId('payments-production')];
  assert.equal(
    [await endOf('STAGING_WORKSPACE_ID'), await endOf('PRODUCTION_WORKSPACE_ID'), await endOf('PGPASSWORD')],
    [staging.slice(-4), production.slice(-4), 'word'],
  );
  assert.not(story.stateText().includes(canary));
});
real('policies arrive as they stand in their files', async () => {
  const bundle = await ci('GET', `/owner/${await organization()}/context/config/policy-bundle`);
  for (const name of ['contexts', 'images'])
    assert.is(bundle[name][0].content, readFileSync(join(example, 'policies', `${name}.rego`), 'utf8'));
});
real('they decide as they say', async () => {
  const decided = async (context: string, image: string) => {
    const {
      status,
      hard_failures: hard,
      soft_failures: soft,
    } = await ci('POST', `/owner/${await organization()}/context/config/decision`, {
      input: `
version: 2.1
jobs:
  build: { docker: [{ image: "${image}" }], steps: [checkout] }
workflows:
  all: { jobs: [{ build: { context: ${context} } }, { deploy-staging: { context: [deploy] } }, lint] }
`,
    });
    return [status, [...(hard ?? []), ...(soft ?? [])].map(({ reason }: { reason: string }) => reason)];
  };
  assert.equal(await decided('other', 'node:20.19'), ['PASS', []]);
  for (const context of ['deploy', '[deploy]'])
    assert.equal(await decided(context, 'node:20.19'), ['HARD_FAIL', ['build is no deployment and wants the context deploy']]);
  assert.equal(await decided('other', 'node:latest'), ['SOFT_FAIL', ['build takes node:latest, which is another image every week']]);
});
real('what was changed by hand at the service is noticed, and put right', async () => {
  const [{ id, slug }, deploy, owner] = [await project(), await context(), await organization()];
  await ci('PUT', `/context/${deploy}/environment-variable/STAGING_WORKSPACE_ID`, { value: 'ws-elsewhere' });
  await ci('DELETE', `/context/${deploy}/environment-variable/PGPASSWORD`);
  await ci('POST', `/project/${slug}/envvar`, { name: 'LOG_LEVEL', value: 'verbosely' });
  await ci('PATCH', `/project/${slug}/settings`, { advanced: { autocancel_builds: false } });
  await ci('PATCH', `/owner/${owner}/context/config/decision/settings`, { enabled: false });
  await ci('POST', `/owner/${owner}/context/config/policy-bundle`, { policies: {} });
  const [restriction] = (await items(`/context/${deploy}/restrictions`)).filter((one) => one.restriction_type === 'project');
  await ci('DELETE', `/context/${deploy}/restrictions/${restriction.id}`);
  const [build] = (await items(`/projects/${id}/pipeline-definitions`)).filter((one) => one.name === 'build');
  const [pushes] = await items(`/projects/${id}/pipeline-definitions/${build.id}/triggers`);
  await ci('PATCH', `/projects/${id}/triggers/${pushes.id}`, { event_preset: 'only-tags', disabled: true });
  assert.equal(short(await story.plannedChanges()), [
    'create context_restriction context-deploy_project-payments',
    'create context_variable context-deploy_variable-PGPASSWORD',
    'create policy_bundle policies',
    'update context_variable context-deploy_variable-STAGING_WORKSPACE_ID',
    'update policy_settings policies_settings',
    'update project_settings project-payments_settings',
    'update project_variable project-payments_variable-LOG_LEVEL',
    'update trigger project-payments_pipeline-build_on-all-pushes',
  ]);
  await story.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await readService(), whole);
  assert.is(await endOf('STAGING_WORKSPACE_ID'), (await workspaceId('payments-staging')).slice(-4));
  assert.equal(await story.plannedChanges(), []);
});
real('a workspace that is made anew is told to the context in the same run', async () => {
  const before = await workspaceId('payments-staging');
  await story.run([
    'apply',
    '-auto-approve',
    '-no-color',
    '-replace=slipway_workspace.payments_project_workspace-payments-staging_5DC40EE9',
  ]);
  const after = await workspaceId('payments-staging');
  assert.is.not(after, before);
  assert.is(await endOf('STAGING_WORKSPACE_ID'), after.slice(-4));
  assert.equal(await story.plannedChanges(), []);
});
real('a destroy leaves nothing', async () => {
  await story.run(['destroy', '-auto-approve', '-no-color']);
  const owner = await organization();
  assert.equal(await items(`/context?owner-id=${owner}`), []);
  assert.is((await fetch(`${story.address}/api/v2/project/gh/slipway/payments`, { headers: { 'Ci-Token': token } })).status, 404);
  assert.equal(await ci('GET', `/owner/${owner}/context/config/policy-bundle`), {});
  assert.equal((await story.api('GET', '/organizations/slipway/workspaces')).body.data, []);
  assert.equal((await story.api('GET', '/organizations/slipway/varsets')).body.data, []);
});
Platform.run();
