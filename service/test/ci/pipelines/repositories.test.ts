import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startPipelineTest, type PipelineTest, twoJobs } from './support.ts';

const repositories = suite<{ here: PipelineTest; folder: string; run: string; id: string; commit(message: string, text: string): void }>(
  'CI pipelines by definition, from a repository on this machine',
);
repositories.before.each(async (context) => {
  const here = (context.here = await startPipelineTest());
  const folder = (context.folder = temporaryFolder());
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=o', '-c', 'user.email=o@acme.example', '-c', 'commit.gpgsign=false', ...words], {
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  mkdirSync(join(folder, '.ci'));
  context.commit = (message, text) => {
    writeFileSync(join(folder, '.ci/config.yml'), text);
    git('add', '.');
    git('commit', '-q', '--allow-empty', '-m', message);
  };
  context.commit('first', twoJobs);
  git('tag', 'v1');
  await here.store.write((tx) =>
    tx.insert({
      id: 'repository',
      kind: 'ci-repositories',
      scope: here.org,
      key: '1',
      name: 'acme/web',
      body: { fullName: 'acme/web', defaultBranch: 'main', openSource: false, path: folder },
    }),
  );
  const project = await here.project('web');
  context.id = await here.definition(project.id);
  context.run = `POST /project/${project.slug}/pipeline/run`;
});
repositories.after.each(async ({ here }) => {
  await here.close();
});

repositories(
  'the file of the definition at a branch or tag is the configuration',
  async ({ here: { ci, wait, statuses }, run, id, folder }) => {
    const answer = await ci(run, { definition_id: id, config: { branch: 'main' }, checkout: { tag: 'v1' } });
    assert.equal(
      [answer.status, Object.keys(answer.body), answer.body.state, answer.body.number],
      [201, ['id', 'state', 'number', 'created_at'], 'pending', 1],
    );
    await wait(100);
    const { body } = await ci(`GET /pipeline/${answer.body.id}`);
    const revision = execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    assert.equal(
      [body.state, body.vcs],
      ['created', { provider_name: 'Native', branch: null, tag: 'v1', review_id: null, revision, commit: { subject: 'first', body: '' } }],
    );
    assert.is((await ci(`GET /pipeline/${answer.body.id}/config`)).body.source, twoJobs);
    assert.equal(await statuses(answer.body.id), {}, 'no job of it asks for tags');
  },
);

repositories('a commit that asks to be skipped starts nothing', async ({ here: { ci }, run, id, commit }) => {
  for (const marker of ['[skip ci]', '[ci skip]']) {
    commit(`docs ${marker}`, twoJobs);
    const answer = await ci(run, { definition_id: id, config: { branch: 'main' }, checkout: { branch: 'main' } });
    assert.equal([answer.status, answer.body], [200, { message: 'No pipeline was started: the commit message has a skip marker.' }]);
  }
  assert.equal((await ci('GET /pipeline')).body.items, []);
});

repositories('what cannot be read is an error of the pipeline', async ({ here: { ci, wait }, run, id, folder, commit }) => {
  const errors = async (config: object) => {
    const answer = await ci(run, { definition_id: id, config, checkout: { branch: 'main' } });
    await wait(100);
    const {
      state,
      errors: [{ type, message }],
    } = (await ci(`GET /pipeline/${answer.body.id}`)).body;
    return [state, type, message.split(': ').slice(0, 2).join(': ')];
  };
  assert.equal(await errors({ branch: 'gone' }), ['errored', 'config-fetch', 'acme/web: the branch gone cannot be read']);
  assert.equal(await errors({ branch: '--upload-pack=x' }), [
    'errored',
    'config-fetch',
    'acme/web: the branch --upload-pack=x cannot be read',
  ]);
  assert.equal(await errors({ tag: 'v1~0' }), ['errored', 'config-fetch', 'acme/web: the tag v1~0 cannot be read']);
  execFileSync('git', ['-C', folder, 'rm', '-q', '.ci/config.yml']);
  mkdirSync(join(folder, '.ci'), { recursive: true });
  commit('another', 'jobs: 3\n');
  assert.equal((await errors({ branch: 'main' })).slice(0, 2), ['errored', 'config']);
});

repositories('what is refused', async ({ here: { ci, project, definition }, run, id }) => {
  const post = async (body: object) => {
    const {
      status,
      body: { message },
    } = await ci(run, body);
    return [status, message];
  };
  const bare = await project('bare');
  const answer = await ci(`POST /project/${bare.slug}/pipeline/run`, {});
  assert.equal(
    [answer.status, answer.body],
    [400, { message: 'definition_id: is required: expected a UUID; the project has 0 pipeline definitions' }],
  );
  await definition(bare.id);
  assert.is((await ci(`POST /project/${bare.slug}/pipeline/run`, {})).status, 201, 'its only one');
  assert.equal(await post({ definition_id: id, config: {} }), [400, 'config: expected either branch or tag']);
  assert.equal(await post({ definition_id: id, checkout: { branch: 'a', tag: 'b' } }), [400, 'checkout: expected either branch or tag']);
  const other = '00000000-0000-4000-8000-000000000000';
  assert.equal(await post({ definition_id: other }), [
    404,
    `the pipeline definition ${other} was not found, or this token has no access to it`,
  ]);
});

repositories.run();
