import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiDialect } from '../../service/src/http/api-dialect.ts';
import { defaultSettings } from '../../service/src/http/settings.ts';
import { advancePipelines } from '../../service/src/ci/pipelines/advance-pipelines.ts';
import { startCiService } from '../../service/test/ci/support.ts';

const neutral = suite("what is said where nobody speaks the hosted service's words");

const hostedWords = new RegExp(
  [
    'circle|terraform|github_|bitbucket_dc|truncated_value|public_key|vcs_type|setup_config',
    'times_flaked|total_flaky|created_at_|webhook_secret',
  ].join('|'),
  'i',
);
const configuration =
  'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\n' +
  'workflows: { w: { jobs: [a: { context: deploy }, hold: { type: approval }] } }\n';

/** Answers to one request of each kind, with their heads, by request. */
const answers = async (profile: ApiDialect): Promise<ReadonlyMap<string, string>> => {
  const { ci, org, store, clock, project, definition, close } = await startCiService({ profile });
  const told = new Map<string, string>();
  const ask = async (row: string, body?: unknown): Promise<any> => {
    const answer = await ci(row, body);
    told.set(row, JSON.stringify([answer.status, [...answer.headers], answer.body ?? null]));
    return answer.body;
  };
  try {
    const { id, slug } = await project('web', 'gh/acme');
    const built = await definition(id);
    const trigger = await ask(`POST /projects/${id}/pipeline-definitions/${built}/triggers`, {
      event_source: { provider: 'codehost_app', repo: { external_id: '1' } },
      event_preset: 'all-pushes',
    });
    const context = await ask('POST /context', { name: 'deploy', owner: { id: org } });
    await ask(`PUT /context/${context.id}/environment-variable/KEY`, { value: 'value' });
    await ask(`POST /context/${context.id}/restrictions`, { restriction_type: 'project', restriction_value: id });
    await ask(`POST /project/${slug}/envvar`, { name: 'KEY', value: 'value' });
    const key = await ask(`POST /project/${slug}/checkout-key`, { type: 'user-key' });
    await store.write((tx) =>
      tx.insert({ id: 'text', kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text: configuration } }),
    );
    const pipeline = await ask(`POST /project/${slug}/pipeline/run`, {});
    for (let turn = 0; turn < 6; turn += 1) {
      clock.advance(100);
      await advancePipelines(store, clock, defaultSettings);
    }
    const workflow = (await ask(`GET /pipeline/${pipeline.id}/workflow`)).items[0];
    for (const path of [
      '/me',
      '/me/collaborations',
      `/context?owner-id=${org}`,
      `/context/${context.id}/environment-variable`,
      `/context/${context.id}/restrictions`,
      `/project/${slug}`,
      `/project/${slug}/envvar`,
      `/project/${slug}/checkout-key`,
      `/project/${slug}/checkout-key/${encodeURIComponent(key.fingerprint)}`,
      `/project/${slug}/settings`,
      `/projects/${id}/pipeline-definitions`,
      `/projects/${id}/pipeline-definitions/${built}/triggers`,
      `/projects/${id}/triggers/${trigger.id}`,
      '/pipeline',
      `/pipeline/${pipeline.id}`,
      `/pipeline/${pipeline.id}/config`,
      `/pipeline/${pipeline.id}/values`,
      `/workflow/${workflow.id}`,
      `/workflow/${workflow.id}/job`,
      `/project/${slug}/job/1`,
      `/project/${slug}/1/artifacts`,
      `/project/${slug}/1/tests`,
      `/insights/${slug}/flaky-tests`,
      `/insights/pages/${slug}/summary`,
      '/insights/gh/acme/summary',
      `/insights/${slug}/workflows/w/test-metrics`,
      `/owner/${org}/context/config/decision/settings`,
      '/context/none',
      '/project/gh',
      '/nothing',
    ])
      await ask(`GET ${path}`);
    await ask(`PATCH /project/${slug}/settings`, { advanced: { nothing: true } });
    await ask(`POST /projects/${id}/pipeline-definitions`, { name: 'x', config_source: { provider: 'none' } });
    await ask(`POST /projects/${id}/pipeline-definitions/${built}/triggers`, { event_source: { provider: 'none' }, event_preset: 'none' });
    return told;
  } finally {
    await close();
  }
};

for (const profile of ['neutral', 'auto'] as const)
  neutral(`${profile}: no answer, no refusal and no head of the CI service holds a word of the hosted service`, async () => {
    const told = await answers(profile);
    assert.ok(told.size > 35, `${told.size} answers`);
    assert.equal(
      [...told].filter(([, text]) => hostedWords.test(text)),
      [],
    );
  });

neutral('hosted: the same story does hold them, so that there is something to find', async () => {
  const found = [...(await answers('hosted'))]
    .filter(([, text]) => hostedWords.test(text))
    .map(([row]) => row.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…'));
  for (const row of [
    'GET /project/gh/acme/web/settings',
    'GET /projects/…/pipeline-definitions',
    'GET /context/…/environment-variable',
    'GET /me/collaborations',
  ])
    assert.ok(found.includes(row), `${row} is not among ${found.join(', ')}`);
});

neutral.run();
