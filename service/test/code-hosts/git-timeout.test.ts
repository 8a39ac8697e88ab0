import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCommit, readGitFile } from '../../src/code-hosts/git.ts';
import { withExternalLookups } from '../../src/http/external-lookup.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startPipelineTest } from '../ci/pipelines/support.ts';

const hanging = suite<{ folder: string; path: string | undefined }>('CI pipelines where git hangs');
/** Notes that it was started, and does not answer until it is released. */
hanging.before.each((context) => {
  const folder = (context.folder = temporaryFolder());
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\ntouch '${folder}/asked'\nwhile [ ! -e '${folder}/go' ]; do sleep 0.02; done\necho 'fatal: let go' >&2\nexit 128\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  context.path = process.env['PATH'];
  process.env['PATH'] = `${folder}${delimiter}${context.path}`;
});
hanging.after.each(({ folder, path }) => {
  process.env['PATH'] = path;
  writeFileSync(join(folder, 'go'), '');
});

hanging('requests of others are answered meanwhile, writes too, and its own pipeline says what was wrong', async ({ folder }) => {
  const here = await startPipelineTest();
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
  const definition = await here.definition(project.id);
  let isAnswered = false;
  const started = here
    .ci(`POST /project/${project.slug}/pipeline/run`, {
      definition_id: definition,
      config: { branch: 'main' },
      checkout: { branch: 'main' },
    })
    .finally(() => {
      isAnswered = true;
    });
  while (!existsSync(join(folder, 'asked'))) await delay(5);
  assert.equal(
    [(await here.ci(`GET /project/${project.slug}`)).status, (await here.project('api')).slug.split('/').length, isAnswered],
    [200, 3, false],
  );
  writeFileSync(join(folder, 'go'), '');
  const { status, body } = await started;
  assert.equal([status, body.number], [201, 1], 'once, however often it was tried');
  await here.wait(100);
  const { state, errors } = (await here.ci(`GET /pipeline/${body.id}`)).body;
  assert.equal(
    [state, errors],
    ['errored', [{ type: 'config-fetch', message: 'acme/web: the branch main cannot be read: fatal: let go' }]],
  );
  await here.close();
});

hanging('it is waited for so long, and no longer, whatever holds its output open', async ({ folder }) => {
  const found = await withExternalLookups(async (outside) => readCommit(outside, folder, { branch: 'main' }, 50));
  assert.equal(found, { missing: 'the branch main cannot be read: git did not answer within 0.05 seconds' });
  assert.equal(await readGitFile(folder, 'c0ffee', 'config.yml', 50), {
    missing: 'config.yml cannot be read at c0ffee: git did not answer within 0.05 seconds',
  });
});

hanging.run();
