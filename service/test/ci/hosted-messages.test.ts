import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toHostedCiSentence } from '../../src/ci/hosted-dialect.ts';
import { statusAndMessage, startCiService, type CiTestService } from './support.ts';

const test = suite<{ here: CiTestService; project: any }>('error messages in the hosted dialect');
test.before(async (context) => {
  context.here = await startCiService();
  context.project = await context.here.project('web', 'gh/acme');
});
test.after(async ({ here }) => {
  await here.close();
});

const neutralWords = /codehost_app|codehost_dc|set_vcs_status|\bnative\b|Ci-Token/;

test('law: no message has a word of the neutral dialect but what the request itself had', async ({ here, project }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const source = { provider: 'bitbucket', repo: { external_id: '1' }, file_path: '.ci/config.yml' };
  const requests: readonly (readonly [row: string, body?: unknown])[] = [
    ['GET /project/xx/acme/web'],
    ['GET /context?owner-slug=xx/acme'],
    [`POST /projects/${project.id}/pipeline-definitions`, { name: 'a', config_source: source, checkout_source: source }],
    [
      `POST /projects/${project.id}/pipeline-definitions`,
      { name: 'a', config_source: { ...source, provider: 'github_app' }, checkout_source: { ...source, provider: 'bitbucket_dc' } },
    ],
    ['PATCH /project/gh/acme/web/settings', { advanced: { set_github_status: 'yes' } }],
    ['POST /context', { name: 'a', owner: { slug: 'xx/acme' } }],
    ['POST /project/circleci/acme/web/pipeline', {}],
  ];
  for (const [row, body] of requests) {
    const answer = await here.ci(row, body, hosted);
    assert.ok(answer.status >= 400, row);
    assert.not.match(answer.body.message, neutralWords, `${row}: ${answer.body.message}`);
  }
});

test('the error of a request without a token names the header of its dialect', async () => {
  const { ci, close } = await startCiService({ profile: 'hosted' });
  try {
    assert.equal(statusAndMessage(await ci('GET /me', undefined, { token: null })), [
      401,
      'no token was sent; send it as Circle-Token: <token>',
    ]);
  } finally {
    await close();
  }
});

test('what a message quotes of the request stays as it was sent', () => {
  assert.is(
    toHostedCiSentence('expected codehost_app or native, got "codehost_app \\" native"'),
    'expected github_app or circleci, got "codehost_app \\" native"',
  );
});

test.run();
