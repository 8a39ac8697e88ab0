import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService } from '../support.ts';

const test = suite<{ here: CiTestService; project: string }>('pipelines and triggers of API v3');
test.before.each(async (context) => {
  context.here = await startCiService({ profile: 'hosted' });
  context.project = (await context.here.project('web')).id;
});
test.after.each(async ({ here }) => {
  await here.close();
});

const vcs = { provider: 'github_app', repo_id: '410001' };
const newPipeline = (project: string) => ({
  data: {
    attributes: { name: 'build', config: { type: 'vcs', file_path: '.circleci/config.yml', vcs }, checkout: { vcs } },
    references: { project: { id: project } },
  },
});

test('a pipeline is a definition of API v2', async ({ here: { ci }, project }) => {
  const made = await ci('POST //api/v3/pipelines', newPipeline(project));
  const { id, attributes, references } = made.body.data;
  assert.equal([made.status, references], [201, { project: { id: project } }]);
  assert.equal(
    [
      attributes.name,
      attributes.config.file_path,
      attributes.config.vcs.provider,
      attributes.config.vcs.repo_id,
      attributes.checkout.vcs.repo_id,
    ],
    ['build', '.circleci/config.yml', 'github_app', '410001', '410001'],
  );
  assert.equal((await ci(`GET //api/v3/pipelines?filter[project_id]=${project}`)).body.data, [made.body.data]);
  assert.is((await ci(`GET /projects/${project}/pipeline-definitions`)).body.items[0].id, id);
  assert.is((await ci(`GET //api/v3/pipelines?filter[project_id]=${project}`, undefined, { token: 'stranger-token' })).status, 404);
  assert.is((await ci('POST //api/v3/pipelines', { data: { attributes: {}, references: {} } })).status, 400);
  assert.is((await ci('GET //api/v3/pipelines')).status, 400);
});

test('triggers of code and of webhooks; a presets is a filter', async ({ here: { ci }, project }) => {
  const { id: definition } = (await ci('POST //api/v3/pipelines', newPipeline(project))).body.data;
  const create = (attributes: object) =>
    ci(`POST //api/v3/triggers?filter[project_id]=${project}`, { data: { attributes, references: { pipeline: { id: definition } } } });
  const code = await create({ is_disabled: false, event: { type: 'vcs', vcs, filter: { preset: 'all-pushes' } } });
  assert.equal(
    [
      code.status,
      code.body.data.attributes.event.filter,
      code.body.data.attributes.event.vcs.repo_id,
      code.body.data.attributes.is_disabled,
    ],
    [201, { preset: 'all-pushes' }, '410001', false],
  );
  const hook = await create({
    event: { type: 'webhook', webhook: { name: 'deployed', source: 'vercel' } },
    config: { ref: 'main' },
    checkout: { ref: 'main' },
  });
  assert.equal(
    [hook.status, hook.body.data.attributes.event, hook.body.data.attributes.config],
    [201, { type: 'webhook', webhook: { name: 'deployed', source: 'vercel' } }, { ref: 'main' }],
  );
  const list = (await ci(`GET //api/v3/triggers?filter[project_id]=${project}&filter[pipeline_id]=${definition}`)).body.data;
  assert.equal(
    list.map(({ id, references }: any) => [id, references.pipeline.id]),
    [
      [code.body.data.id, definition],
      [hook.body.data.id, definition],
    ],
  );
  const body = { data: { attributes: { event: { type: 'vcs', vcs } }, references: { pipeline: { id: definition } } } };
  assert.is((await ci('POST //api/v3/triggers', body)).status, 201, 'the project follows from the definition');
  assert.is((await ci('POST //api/v3/triggers', body, { token: 'stranger-token' })).status, 404);
  assert.is((await create({ event: { type: 'schedule' } })).status, 400);
  assert.is((await ci(`GET //api/v3/triggers?filter[project_id]=${project}`)).status, 400);
});

test.run();
