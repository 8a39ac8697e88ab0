import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceUuids, startTime } from '../support.ts';
import { startPipelineTest, type PipelineTest, twoJobs } from './support.ts';

const pipelines = suite<{ here: PipelineTest }>('CI pipelines: started, read, listed');
pipelines.before.each(async (context) => {
  context.here = await startPipelineTest();
});
pipelines.after.each(async (context) => {
  await context.here.close();
});

pipelines(
  'a pipeline: pending at first, then created with its workflow and jobs',
  async ({ here: { ci, configureProject: configured, wait } }) => {
    await configured(twoJobs);
    const made = await ci('POST /project/gh/acme/web/pipeline', { branch: 'next' });
    assert.equal([made.status, replaceUuids(made.body)], [201, { id: '#1', state: 'pending', number: 1, created_at: startTime }]);
    const { id } = made.body;
    await wait(100);
    const read = await ci(`GET /pipeline/${id}`);
    assert.equal(
      [read.status, replaceUuids(read.body)],
      [
        200,
        {
          id: '#1',
          errors: [],
          project_slug: 'gh/acme/web',
          updated_at: '2026-05-01T12:00:00.100Z',
          number: 1,
          trigger_parameters: {},
          state: 'created',
          created_at: startTime,
          trigger: { type: 'api', received_at: startTime, actor: { login: 'olivia', avatar_url: null } },
          vcs: { provider_name: 'GitHub', branch: 'next', tag: null, review_id: null, revision: null, commit: null },
        },
      ],
    );
    assert.equal((await ci('GET /project/gh/acme/web/pipeline/1')).body, read.body);
    for (const path of [
      '/project/gh/acme/web/pipeline',
      '/project/gh/acme/web/pipeline/mine',
      '/pipeline',
      '/pipeline?mine=true&org-slug=gh/acme',
      '/project/gh/acme/web/pipeline?branch=next',
    ])
      assert.equal((await ci(`GET ${path}`)).body, { items: [read.body], next_page_token: null }, path);
    assert.equal((await ci('GET /project/gh/acme/web/pipeline?branch=main')).body, { items: [], next_page_token: null });
    assert.equal((await ci('GET /project/gh/acme/web/pipeline/mine', undefined, { token: 'mia-token' })).body.items, []);
    assert.is((await ci(`GET /pipeline/${id}`, undefined, { token: 'stranger-token' })).status, 404);
  },
);

pipelines('its configuration and values', async ({ here: { ci, configureProject: configured, wait, trigger } }) => {
  const text =
    'version: 2.1\nparameters: { deep: { type: boolean, default: false } }\n' +
    'jobs: { a: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { w: { jobs: [a] } }\n';
  const project = await configured(text);
  const id = await trigger({ tag: 'v1', parameters: { deep: true } });
  await wait(100);
  const { body } = await ci(`GET /pipeline/${id}/config`);
  assert.equal([body.source, body['setup-config'], body['compiled-setup-config']], [text, '', '']);
  assert.match(body.compiled, /^version: 2\n/);
  assert.equal((await ci(`GET /pipeline/${id}/values`)).body, {
    'pipeline.id': id,
    'pipeline.number': '1',
    'pipeline.trigger_source': 'api',
    'pipeline.project.id': project,
    'pipeline.project.name': 'web',
    'pipeline.project.slug': 'gh/acme/web',
    'pipeline.project.type': 'github',
    'pipeline.project.git_url': 'https://github.com/acme/web',
    'pipeline.git.branch.is_default': 'false',
    'pipeline.git.tag': 'v1',
    'pipeline.parameters.deep': 'true',
  });
});

pipelines(
  'what is wrong with a configuration is an error of the pipeline',
  async ({ here: { ci, configureProject: configured, wait, trigger } }) => {
    await configured('version: 2.1\njobs: 3\n');
    const id = await trigger();
    await wait(100);
    const { body } = await ci(`GET /pipeline/${id}`);
    assert.is(body.state, 'errored');
    assert.is(body.errors[0].type, 'config');
    assert.match(body.errors[0].message, /^line 2, column 1 \(\/jobs\): /);
    assert.equal((await ci(`GET /pipeline/${id}/workflow`)).body.items, []);
  },
);

pipelines('a project that has no configuration: config-fetch', async ({ here: { ci, project, wait, trigger } }) => {
  await project('web', 'gh/acme');
  const id = await trigger();
  await wait(100);
  assert.equal((await ci(`GET /pipeline/${id}`)).body.errors, [
    { type: 'config-fetch', message: 'the project has neither a pipeline definition nor the text of a configuration' },
  ]);
});

pipelines('what is refused', async ({ here: { ci, configureProject: configured, project, org } }) => {
  await configured(twoJobs);
  const { slug } = await project('own');
  const post = async (body: object, path = '/project/gh/acme/web/pipeline') => {
    const answer = await ci(`POST ${path}`, body);
    return [answer.status, answer.body.message];
  };
  assert.equal(await post({ branch: 'a', tag: 'b' }), [400, 'branch and tag exclude each other']);
  assert.equal(await post({}, `/project/${slug}/pipeline`), [
    400,
    'project-slug: is for projects of a code host; send POST /project/{provider}/{organization}/{project}/pipeline/run',
  ]);
  assert.equal(await post({ parameters: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, 1])) }), [
    400,
    'parameters: expected at most 100 parameters; found 101',
  ]);
  assert.is((await post({ parameters: { ['k'.repeat(129)]: 1 } }))[0], 400);
  assert.equal(await post({ parameters: { k: 'v'.repeat(513) } }), [
    400,
    'parameters: parameter k: expected at most 512 characters; found 513',
  ]);
  assert.equal(await post({ parameters: { k: [] } }), [
    400,
    'parameters: expected strings, whole numbers and booleans; "k" is another thing',
  ]);
  assert.is((await post({ parameters: { k: 'v'.repeat(512) } }))[0], 201);
  assert.equal((await ci('GET /project/gh/acme/web/pipeline/0')).status, 400);
  assert.equal((await ci('GET /project/gh/acme/web/pipeline/9')).status, 404);
  assert.ok(org);
});

pipelines(
  'a policy that fails hard keeps a pipeline from starting',
  async ({ here: { ci, configureProject: configured, wait, trigger, org } }) => {
    await configured(twoJobs);
    const policy =
      'package org\nimport future.keywords\npolicy_name["images"]\nenable_rule["no_node"]\nhard_fail["no_node"]\n' +
      'no_node = "node is not wanted" { input.jobs.test.docker[_].image == "node" }\n';
    assert.is((await ci(`POST /owner/${org}/context/config/policy-bundle`, { policies: { 'images.rego': policy } })).status, 201);
    await ci(`PATCH /owner/${org}/context/config/decision/settings`, { enabled: true });
    const id = await trigger();
    await wait(100);
    const { state, errors } = (await ci(`GET /pipeline/${id}`)).body;
    assert.equal(
      [state, errors],
      ['errored', [{ type: 'config', message: 'the policy rule no_node refuses this configuration: node is not wanted' }]],
    );
    const [decision] = (await ci(`GET /owner/${org}/context/config/decision`)).body;
    assert.equal([decision.decision.status, decision.metadata.build_number, decision.metadata.vcs.branch], ['HARD_FAIL', 1, 'main']);
  },
);

pipelines(
  'a project that is deleted takes its pipelines along',
  async ({ here: { ci, configureProject: configured, wait, trigger, store } }) => {
    await configured(twoJobs);
    const id = await trigger();
    await wait(100);
    await ci('DELETE /project/gh/acme/web');
    assert.is((await ci(`GET /pipeline/${id}`)).status, 404);
    for (const kind of ['ci-pipelines', 'ci-workflows', 'ci-jobs', 'ci-counters', 'ci-configurations'])
      assert.is(await store.read((view) => view.count({ kind })), 0, kind);
    await wait(10_000);
  },
);

pipelines('pages are newest first', async ({ here: { ci, configureProject: configured, trigger } }) => {
  await configured(twoJobs);
  for (let n = 0; n < 21; n++) await trigger();
  const first = (await ci('GET /project/gh/acme/web/pipeline')).body;
  assert.equal(
    first.items.map(({ number }: any) => number),
    [21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  );
  const second = (await ci(`GET /project/gh/acme/web/pipeline?page-token=${first.next_page_token}`)).body;
  assert.equal([second.items.map(({ number }: any) => number), second.next_page_token], [[1], null]);
});

pipelines('a configuration with what no store can hold ends its pipeline with an error, wherever it stands', async ({ here }) => {
  const job = '{ docker: [{ image: x }], steps: [checkout] }';
  const texts = [
    `version: 2.1\njobs: { "a\\0b": ${job} }\nworkflows: { w: { jobs: ["a\\0b"] } }\n`,
    `version: 2.1\njobs: { a: ${job} }\nworkflows: { "w\\uD800": { jobs: [a] } }\n`,
    'version: 2.1\njobs: { "a\\0b": 7 }\n',
  ];
  for (const [index, text] of texts.entries()) {
    await here.configureProject(text, `p${index}`);
    const { id } = (await here.ci(`POST /project/gh/acme/p${index}/pipeline`)).body;
    await here.wait(100);
    const { state, errors } = (await here.ci(`GET /pipeline/${id}`)).body;
    assert.is(state, 'errored', text);
    assert.equal(errors.length, 1, text);
  }
});

pipelines.run();
