import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askAsClassic, createOrbAs, orbQueries, publishAs, sayingOrb } from '../graphql/classic.ts';
import { startPipelineTest, type PipelineTest } from './support.ts';

const test = suite<{ here: PipelineTest }>('pipelines with orbs that were published here');
test.before.each(async (context) => {
  context.here = await startPipelineTest();
});
test.after.each(({ here }) => here.close());

const using = (reference: string) =>
  `version: 2.1\norbs: { t: ${reference} }\njobs: { build: { docker: [{ image: a }], steps: [t/say] } }\n`;
const compiledSteps = async ({ ci, trigger, wait }: PipelineTest): Promise<readonly [string, string]> => {
  const id = await trigger();
  await wait(100);
  const { state, errors } = (await ci(`GET /pipeline/${id}`)).body;
  const { compiled } = (await ci(`GET /pipeline/${id}/config`)).body;
  return [state, errors[0]?.message ?? /command: (.*)/.exec(compiled)?.[1]];
};
const compile = async ({ ci }: PipelineTest, config_yaml: string, options: object, token?: string): Promise<string> => {
  const { body } = await ci('POST /compile-config-with-defaults', { config_yaml, options }, token === undefined ? {} : { token });
  return body.valid ? /command: (.*)/.exec(body['output-yaml'])![1]! : (body.errors?.[0].message ?? body.message);
};
const notHere = (reference: string) =>
  `line 2, column 9 (/orbs/t): the orb "${reference}" is not here, and the service fetches nothing: give its text as ${reference}.yml ` +
  'in a folder of orbs (`--orbs`), or write its commands, executors and jobs here';

test('a pipeline that stopped at an absent orb runs once the orb is published, with the newest version that fits', async ({ here }) => {
  await here.configureProject(using('acme/tool@1'));
  assert.equal(await compiledSteps(here), ['errored', notHere('acme/tool@1')]);
  await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', '1.0.0', sayingOrb('one'));
  assert.equal(await compiledSteps(here), ['created', 'echo one']);
  await publishAs(here, 'tool', '1.4.0', sayingOrb('four'));
  await publishAs(here, 'tool', '2.0.0', sayingOrb('two'));
  assert.equal(await compiledSteps(here), ['created', 'echo four']);
});

test('a published orb uses others, at publication and in pipelines', async ({ here }) => {
  for (const name of ['outer', 'middle', 'inner']) await createOrbAs(here, name, true);
  const use = (name: string) => `version: 2.1\norbs: { i: acme/${name}@dev:x }\ncommands: { say: { steps: [i/say] } }\n`;
  const early = await publishAs(here, 'middle', 'dev:x', use('inner'));
  assert.match(early.errors[0].message, /the orb "acme\/inner@dev:x" is not here/);
  assert.equal((await publishAs(here, 'inner', 'dev:x', sayingOrb('deep'))).errors, []);
  assert.equal((await publishAs(here, 'middle', 'dev:x', use('inner'))).errors, []);
  assert.equal((await publishAs(here, 'outer', 'dev:x', use('middle'))).errors, []);
  await here.configureProject(using('acme/outer@dev:x'));
  assert.equal(await compiledSteps(here), ['created', 'echo deep']);
});

test('a private orb is for its organization; a public one is for all', async ({ here }) => {
  await createOrbAs(here, 'inner', true);
  await createOrbAs(here, 'tool');
  for (const name of ['inner', 'tool']) await publishAs(here, name, '1.0.0', sayingOrb(name));
  const owner_id = here.org;
  assert.is(await compile(here, using('acme/inner@1.0.0'), { owner_id }), 'echo inner');
  assert.is(await compile(here, using('acme/inner@1.0.0'), {}), notHere('acme/inner@1.0.0'));
  assert.is(await compile(here, using('acme/tool@1.0.0'), {}, 'stranger-token'), 'echo tool');
  const strangers = (await here.ci('GET /me/collaborations', undefined, { token: 'stranger-token' })).body[0].id;
  assert.is(await compile(here, using('acme/inner@1.0.0'), { owner_id: strangers }, 'stranger-token'), notHere('acme/inner@1.0.0'));
  const validate = async (owner: string | undefined, token: string) =>
    (await askAsClassic(here, orbQueries.validate, { config: use('acme/inner@1.0.0'), ...(owner && { owner }) }, token)).orbConfig.valid;
  const use = (reference: string) => `version: 2.1\norbs: { i: ${reference} }\ncommands: { say: { steps: [i/say] } }\n`;
  assert.equal([await validate(owner_id, 'owner-token'), await validate(undefined, 'owner-token')], [true, false]);
  assert.equal([await validate(strangers, 'stranger-token'), await validate(owner_id, 'stranger-token')], [false, false]);
});

test('a development version that ended is no longer used', async ({ here }) => {
  await createOrbAs(here, 'tool');
  await publishAs(here, 'tool', 'dev:x', sayingOrb('dev'));
  await here.configureProject(using('acme/tool@dev:x'));
  assert.equal(await compiledSteps(here), ['created', 'echo dev']);
  await here.wait(90 * 86_400_000);
  assert.equal((await compiledSteps(here))[0], 'errored');
});

test.run();
