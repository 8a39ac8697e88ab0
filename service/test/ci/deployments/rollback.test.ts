import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusAndMessage } from '../support.ts';
import { startEventTest, type EventTest } from '../code-host-events/support.ts';

const rollback = suite<{
  here: EventTest;
  id: string;
  slug: string;
  deploy(version: string, more?: object): Promise<any>;
  versions(): Promise<any>;
}>('CI deployments and rollback');
rollback.before.each(async (context) => {
  const here = (context.here = await startEventTest());
  const { id, slug } = await here.createTriggers('web');
  Object.assign(context, { id, slug });
  context.deploy = async (version, more = {}) =>
    here.ci(`POST /projects/${id}/deployments`, { component_name: 'shop', environment_name: 'production', version, ...more });
  context.versions = async () => {
    const [component] = (await here.ci(`GET /deploy/components?org-id=${here.org}&page-size=10`)).body.items;
    return (await here.ci(`GET /deploy/components/${component.id}/versions`)).body.items;
  };
});
rollback.after.each(async ({ here }) => {
  await here.close();
});
const back = { component_name: 'shop', environment_name: 'production', current_version: '2.0', target_version: '1.0', reason: 'errors' };
const gone = (what: string) => `${what} was not found, or this token has no access to it`;

rollback(
  'a deployment makes its component and environment, and its version the live one',
  async ({ here: { ci, org, clock }, id, deploy, versions }) => {
    const first = await deploy('1.0');
    assert.equal(
      [first.status, Object.keys(first.body), first.body.is_live],
      [201, ['component_id', 'environment_id', 'name', 'namespace', 'is_live', 'last_deployed_at'], true],
    );
    clock.freeze(new Date('2026-05-01T13:00:00.000Z'));
    await deploy('2.0');
    await deploy('1.0', { namespace: 'eu' });
    const live = (await versions()).map((one: any) => [one.name, one.namespace, one.is_live, one.last_deployed_at]);
    assert.equal(live, [
      ['1.0', '', false, '2026-05-01T12:00:00.000Z'],
      ['2.0', '', true, '2026-05-01T13:00:00.000Z'],
      ['1.0', 'eu', true, '2026-05-01T13:00:00.000Z'],
    ]);
    await deploy('1.0');
    assert.equal(
      (await versions()).map((one: any) => [one.name, one.namespace, one.is_live]),
      [
        ['1.0', '', true],
        ['2.0', '', false],
        ['1.0', 'eu', true],
      ],
    );
    assert.equal(
      (await ci(`GET /deploy/environments?org-id=${org}&page-size=10`)).body.items.map((one: any) => one.name),
      ['production'],
    );
    assert.is(
      (
        await ci(`POST /projects/${id}/deployments`, {
          component_name: 'shop',
          environment_name: 'production',
          version: '3.0',
          job_number: 9,
        })
      ).status,
      404,
    );
  },
);

rollback(
  'the definition called rollback is started, with what it is about as values',
  async ({ here: { ci, pipelines, wait, store }, id, deploy }) => {
    await deploy('1.0');
    await deploy('2.0');
    const source = { provider: 'codehost_app', repo: { external_id: '41' } };
    await ci(`POST /projects/${id}/pipeline-definitions`, {
      name: 'Rollback',
      config_source: { ...source, file_path: '.ci/rollback.yml' },
      checkout_source: source,
    });
    const text =
      'version: 2.1\nparameters: { dry: { type: boolean, default: true } }\njobs:\n' +
      '  back: { docker: [{ image: "shop:<< pipeline.deploy.target_version >>" }], steps: [checkout] }\nworkflows:\n' +
      '  all: { unless: << pipeline.parameters.dry >>, jobs: [back] }\n';
    await store.write(async (tx) => {
      await tx.update((await tx.get('ci-configurations', `text-${id}`))!, { body: { text } });
    });
    const answer = await ci(`POST /projects/${id}/rollback`, { ...back, parameters: { dry: false } });
    const [pipeline] = await pipelines();
    assert.equal(
      [answer.status, answer.body, pipeline.trigger_parameters],
      [200, { id: pipeline.id, rollback_type: 'PIPELINE' }, { dry: 'false' }],
    );
    await wait(100);
    assert.match((await ci(`GET /pipeline/${pipeline.id}/config`)).body.compiled, 'image: shop:1.0');
    const { body: values } = await ci(`GET /pipeline/${pipeline.id}/values`);
    assert.equal(
      Object.entries(values).filter(([name]) => name.startsWith('pipeline.deploy.')),
      [
        ['pipeline.deploy.component_name', 'shop'],
        ['pipeline.deploy.environment_name', 'production'],
        ['pipeline.deploy.target_version', '1.0'],
        ['pipeline.deploy.current_version', '2.0'],
        ['pipeline.deploy.namespace', ''],
        ['pipeline.deploy.reason', 'errors'],
      ],
    );
  },
);

rollback(
  'else the pipeline that deployed the target is run again, and its job says what is live then',
  async ({ here: { ci, sendGithub: github, pipelines, wait }, id, slug, deploy, versions }) => {
    const { definition } = { definition: (await ci(`GET /projects/${id}/pipeline-definitions`)).body.items[0].id };
    await ci(`POST /projects/${id}/pipeline-definitions/${definition}/triggers`, {
      event_source: { provider: 'codehost_app', repo: { external_id: '41' } },
    });
    const at = async (digit: string, version: string) => {
      await github('push', {
        ref: 'refs/heads/main',
        after: digit.repeat(40),
        head_commit: { id: digit.repeat(40), message: version },
        repository: { id: 41 },
      });
      await wait(1000);
      return deploy(version, { job_number: Number(digit) });
    };
    await at('1', '1.0');
    await at('2', '2.0');
    assert.equal(
      (await versions()).map((one: any) => [one.name, one.is_live, one.job_number]),
      [
        ['1.0', false, 1],
        ['2.0', true, 2],
      ],
    );
    const answer = await ci(`POST /projects/${id}/rollback`, back);
    const started = (await pipelines()).at(-1);
    assert.equal([answer.body.id, started.number, started.vcs.revision, started.trigger.type], [started.id, 3, '1'.repeat(40), 'api']);
    await wait(1000);
    await deploy('1.0', { job_number: 3 });
    assert.equal(
      (await versions()).map((one: any) => [one.name, one.is_live, one.job_number, one.pipeline_id]),
      [
        ['1.0', true, 3, started.id],
        ['2.0', false, 2, (await ci(`GET /project/${slug}/pipeline/2`)).body.id],
      ],
    );
    assert.is((await ci(`POST /projects/${id}/rollback`, back)).status, 409);
  },
);

rollback(
  'a pipeline that was continued begins with its setup again',
  async ({ here: { ci, store, updateSettings: set, pipelines, wait }, id, slug, deploy }) => {
    const text = (name: string, more = ''): string =>
      `version: 2.1\n${more}jobs:\n  ${name}: { docker: [{ image: node ` +
      `}], steps: [checkout] }\nworkflows:\n  ${name}: { jobs: [${name}] }\n`;
    await store.write(async (tx) => {
      await tx.update((await tx.get('ci-configurations', `text-${id}`))!, { body: { text: text('look', 'setup: true\n') } });
    });
    await set(slug, { setup_workflows: true });
    for (const version of [1, 2]) {
      await ci(`POST /project/${slug}/pipeline/run`, {});
      await wait(1000);
      const [continuation] = (await store.read((view) => view.list<{ secret: string }>({ kind: 'ci-continuations' }))).records;
      const key = continuation!.body.secret;
      await ci('POST /pipeline/continue', { 'continuation-key': key, configuration: text('ship') });
      await wait(1000);
      await deploy(`${version}.0`, { job_number: 2 * version });
    }
    assert.is((await ci(`POST /projects/${id}/rollback`, back)).status, 200);
    await wait(1000);
    const started = (await pipelines()).at(-1);
    assert.equal(
      [started.number, started.state, (await ci(`GET /pipeline/${started.id}/config`)).body['setup-config']],
      [3, 'setup', text('look', 'setup: true\n')],
    );
  },
);

rollback('what is refused', async ({ here: { ci }, id, deploy }) => {
  const post = async (change: object, token = 'owner-token') =>
    statusAndMessage(await ci(`POST /projects/${id}/rollback`, { ...back, ...change }, { token }));
  assert.equal(await post({}), [404, gone('the component "shop"')]);
  await deploy('1.0');
  await deploy('2.0');
  assert.equal(await post({ environment_name: 'staging' }), [404, gone('the environment "staging"')]);
  assert.equal(await post({ target_version: '0.9' }), [404, gone('the version "0.9" of shop in production')]);
  assert.equal(await post({ current_version: '1.0', target_version: '2.0' }), [
    409,
    'current_version: the live version there is "2.0", not "1.0"',
  ]);
  assert.equal(await post({ target_version: '2.0' }), [400, 'target_version: is the current_version; expected a different version']);
  assert.equal(await post({}), [
    400,
    'there is no way to roll back to "1.0": create a pipeline definition with the name rollback, or send job_number with each deployment',
  ]);
  assert.equal(await post({ component_name: 7 }), [
    400,
    'component_name: expected a name of 1 to 255 characters on one line, got a number',
  ]);
  assert.equal(await post({ parameters: { a: {} } }), [
    400,
    'parameters: expected strings, whole numbers and booleans; "a" is another thing',
  ]);
  assert.equal((await post({}, 'stranger-token'))[0], 404);
  await deploy('3.0', { namespace: 'eu' });
  assert.equal(await post({}), [400, 'namespace: is required: the component is in the namespaces "", "eu"']);
});

rollback.run();
