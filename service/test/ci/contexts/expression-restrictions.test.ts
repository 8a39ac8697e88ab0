import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';

const test = suite<{ here: PipelineTest; restrictions: string }>('restrictions of CI contexts by expression, as the vendor documents them');
test.before.each(async (context) => {
  const here = (context.here = await startPipelineTest({ settings: { ciStatusMilliseconds: 0 } }));
  await here.configureProject(text);
  context.restrictions = `/context/${await here.context('keys')}/restrictions`;
});
test.after.each(({ here }) => here.close());

const text = `version: 2.1
jobs: { a: { docker: [{ image: x }], steps: [checkout] } }
workflows: { all: { jobs: [a: { context: keys }] } }
`;

type Ends = { readonly [expression: string]: 'success' | 'unauthorized' };

/** How the workflow of a pipeline of the branch main ends, the first of its project, with each expression alone. */
const readEnds = async (here: PipelineTest, restrictions: string, expressions: readonly string[], start = here.trigger): Promise<Ends> => {
  const ends: Record<string, 'success' | 'unauthorized'> = {};
  for (const expression of expressions) {
    const body = { restriction_type: 'expression', restriction_value: expression };
    const { id } = (await here.ci(`POST ${restrictions}`, body)).body;
    const pipeline = await start({ branch: 'main' });
    await here.wait(0);
    ends[expression] = (await here.statuses(pipeline)).all[0];
    await here.ci(`DELETE ${restrictions}/${id}`);
  }
  return ends;
};
const judge = async ({ here, restrictions }: { here: PipelineTest; restrictions: string }, expected: Ends): Promise<void> =>
  assert.equal(await readEnds(here, restrictions, Object.keys(expected)), expected);

test('the examples of the vendor', (context) =>
  judge(context, {
    'pipeline.git.branch == "main"': 'success',
    'pipeline.git.branch == "next"': 'unauthorized',
    'pipeline.git.branch == "next" or pipeline.git.branch starts-with "ma"': 'success',
    'pipeline.git.branch == "main" and not job.ssh.enabled and not (pipeline.config_source starts-with "api")': 'success',
    'pipeline.git.branch == "main"\n\tand not job.ssh.enabled': 'success',
  }));

test('a name without a value denies, wherever it stands', (context) =>
  judge(context, {
    'pipeline.git.tag == "v1"': 'unauthorized',
    'not pipeline.git.tag': 'unauthorized',
    'pipeline.git.branch == "main" or pipeline.git.tag == "v1"': 'unauthorized',
    'not pipeline.git.brunch': 'unauthorized',
    'true or unknown == 1': 'unauthorized',
    'not constructor': 'unauthorized',
    'not pipeline.schedule.id': 'unauthorized',
  }));

test('parameters of pipelines, and what a trigger was sent, are no variables', (context) =>
  judge(context, {
    'not pipeline.parameters.x': 'unauthorized',
    'not pipeline.trigger_parameters.webhook.body': 'unauthorized',
  }));

test('numbers are compared with numbers, and texts begin with texts: all else denies', (context) =>
  judge(context, {
    'pipeline.number > 0': 'success',
    'pipeline.git.branch > 7': 'unauthorized',
    'not (pipeline.git.branch > 7)': 'unauthorized',
    'pipeline.number starts-with "1"': 'unauthorized',
    'pipeline.git.branch matches /ma.*/': 'success',
    'pipeline.number matches /.*/': 'unauthorized',
  }));

test('values of two types are not equal', (context) =>
  judge(context, {
    'pipeline.number == "1"': 'unauthorized',
    'pipeline.number != "x"': 'success',
    'not (pipeline.git.branch == 7)': 'success',
  }));

test('every value but false counts as true', (context) =>
  judge(context, {
    'pipeline.git.branch': 'success',
    0: 'success',
    '""': 'success',
    'not 0': 'unauthorized',
    'false or ""': 'success',
    'job.ssh.enabled': 'unauthorized',
  }));

test('not and ! bind the most, then numbers, texts, equality, and, or', (context) =>
  judge(context, {
    '!job.ssh.enabled': 'success',
    'not true and false': 'unauthorized',
    'not (true and false)': 'success',
    'true or true and false': 'success',
    'true == "main" starts-with "ma"': 'success',
    'true == pipeline.number > 0': 'success',
    '"a\\"b" == "a\\"b"': 'success',
  }));

test('a configuration that came with the request is told by pipeline.config_source, also where it continues', async (context) => {
  const { here, restrictions } = context;
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const { id: project } = (await here.ci('GET /project/gh/acme/web')).body;
  await here.definition(project, '41', '41');
  const startWithText = async (): Promise<string> => {
    const body = { config: { branch: 'main', content: text }, checkout: { branch: 'main' } };
    const answer = await here.ci('POST /project/gh/acme/web/pipeline/run', body, hosted);
    assert.is(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  };
  const fromApi = 'pipeline.config_source starts-with "api"';
  assert.equal(await readEnds(here, restrictions, [`not (${fromApi})`, fromApi], startWithText), {
    [`not (${fromApi})`]: 'unauthorized',
    [fromApi]: 'success',
  });
  await here.ci('PATCH /project/gh/acme/web/settings', { advanced: { setup_workflows: true } });
  const setup = 'version: 2.1\nsetup: true\njobs: { s: { docker: [{ image: x }], steps: [checkout] } }\nworkflows: { s: { jobs: [s] } }\n';
  await here.ci(`POST ${restrictions}`, { restriction_type: 'expression', restriction_value: fromApi });
  const body = { config: { branch: 'main', content: setup }, checkout: { branch: 'main' } };
  const { id } = (await here.ci('POST /project/gh/acme/web/pipeline/run', body, hosted)).body;
  await here.wait(0);
  const [key] = (await here.store.read((view) => view.list<{ secret: string }>({ kind: 'ci-continuations' }))).records;
  await here.ci('POST /pipeline/continue', { 'continuation-key': key!.body.secret, configuration: text });
  await here.wait(0);
  assert.equal(await here.statuses(id), { s: ['success', { s: 'success' }], all: ['success', { a: 'success' }] });
});

test('what is no expression is refused when it is added', async ({ here, restrictions }) => {
  const add = async (expression: string) => {
    const { status, body } = await here.ci(`POST ${restrictions}`, { restriction_type: 'expression', restriction_value: expression });
    return [status, body.message];
  };
  assert.equal(await add('pipeline.git.branch = "main"'), [
    400,
    'restriction_value: is not a valid expression: expected == at character 21',
  ]);
  assert.equal(await add('(true'), [400, 'restriction_value: is not a valid expression: expected ) at character 6; found the end']);
});

test.run();
