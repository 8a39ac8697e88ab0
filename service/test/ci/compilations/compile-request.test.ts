import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService, statusAndMessage } from '../support.ts';

const test = suite<{ here: CiTestService }>('compilation of a configuration on request');
test.before.each(async (context) => {
  context.here = await startCiService();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const text = `version: 2.1
parameters: { color: { type: string, default: white } }
jobs:
  shine: { docker: [{ image: "cimg/base:stable" }], steps: [{ run: echo << pipeline.parameters.color >> << pipeline.git.branch >> }] }
workflows: { night: { jobs: [shine] } }
`;
const compiled = `version: 2
jobs:
  shine:
    docker:
      - image: cimg/base:stable
    steps:
      - run:
          command: echo red main
workflows:
  version: 2
  night:
    jobs:
      - shine
`;
const values = {
  'pipeline.git.branch': 'main',
  'pipeline.event.github.pull_request.draft': false,
  'pipeline.number': 1,
  'pipeline.git.tag': '',
};

test('the classic envelope: first a question without a body, then the text with values and parameters', async ({ here: { ci, org } }) => {
  const path = 'POST /compile-config-with-defaults';
  assert.equal(statusAndMessage(await ci(path)), [400, 'expected a JSON object, got no body']);
  const { status, body } = await ci(path, {
    config_yaml: text,
    options: { owner_id: org, pipeline_values: values, pipeline_parameters: { color: 'red' } },
  });
  assert.equal([status, body], [200, { valid: true, 'source-yaml': text, 'output-yaml': compiled, errors: [] }]);
  const wrong = await ci(path, { config_yaml: 'version: 2.1\n' });
  assert.equal([wrong.status, wrong.body.valid, wrong.body['output-yaml'], wrong.body.errors.length > 0], [200, false, '', true]);
});

test('the newer envelope', async ({ here: { ci, org } }) => {
  const path = 'POST //api/v3/configs/compile';
  const attributes = { config: text, pipeline_values: values, pipeline_parameters: { color: 'red' } };
  const { status, body } = await ci(path, { data: { attributes, references: { org: { id: org } } } });
  assert.equal(
    [status, body],
    [
      200,
      {
        data: { type: 'compiled_config', attributes: { phase: 'ended', outcome: 'succeeded', compiled_config: compiled } },
        meta: { messages: [] },
      },
    ],
  );
  const wrong = (await ci(path, { data: { attributes: { config: 'version: 2.1\njobs: 7\n' } } })).body;
  assert.equal([wrong.data.attributes.outcome, wrong.data.attributes.compiled_config], ['failed', '']);
  assert.match(wrong.meta.messages[0].title, /^line 2, column 1 \(\/jobs\): /);
});

test("another organization's id is as one that does not exist; a text that cannot be is refused", async ({ here: { ci, org } }) => {
  const ask = (owner: string, token: string) =>
    ci('POST /compile-config-with-defaults', { config_yaml: text, options: { owner_id: owner } }, { token });
  const missing = '00000000-1111-4222-8333-000000000001';
  assert.equal(
    [await ask(org, 'stranger-token'), await ask(missing, 'stranger-token')].map((one) => [
      one.status,
      one.body.message.replace(/[0-9a-f-]{36}/, '#'),
    ]),
    [
      [404, 'the organization # was not found, or this token has no access to it'],
      [404, 'the organization # was not found, or this token has no access to it'],
    ],
  );
  assert.is((await ci('POST /compile-config-with-defaults', { config_yaml: text, options: { pipeline_values: { a: [1] } } })).status, 400);
  assert.is((await ci('POST /compile-config-with-defaults', { config_yaml: text }, { token: null })).status, 401);
});

test.run();
