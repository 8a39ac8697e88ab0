import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusAndMessage } from '../support.ts';
import { startPipelineTest, type PipelineTest } from './support.ts';

/** A job says in its environment which values the parameters have. */
const saying = (usual: string) =>
  `parameters: { word: { type: string, default: ${usual} }, deep: { type: boolean, default: false } }\n` +
  'jobs: { a: { docker: [{ image: x }], environment: { SAID: "<< pipeline.parameters.word >>, << pipeline.parameters.deep >>" }, ' +
  'steps: [checkout] } }\n';
const setup = `version: 2.1\nsetup: true\n${saying('first')}workflows: { setup: { jobs: [a] } }\n`;
const rest = `version: 2.1\n${saying('second')}workflows: { main: { jobs: [a] } }\n`;

const test = suite<{ here: PipelineTest }>('what continues a CI pipeline, as the vendor documents it');
test.before.each(async (context) => {
  context.here = await startPipelineTest();
  await context.here.configureProject(setup);
  await context.here.ci('PATCH /project/gh/acme/web/settings', { advanced: { setup_workflows: true } });
});
test.after.each(({ here }) => here.close());

const gone = 'this continuation-key continues nothing: it is none, was used, or its pipeline was canceled';

/** Starts a pipeline with these parameters; its ID and its continuation key. */
const begin = async (here: PipelineTest, parameters: object = {}): Promise<readonly [id: string, key: string]> => {
  const id = await here.trigger({ parameters });
  for (let turn = 0; turn < 5; turn++) await here.wait(100);
  const keys = await here.store.read((view) => view.list<{ pipeline: string; secret: string }>({ kind: 'ci-continuations' }));
  return [id, keys.records.find(({ body }) => body.pipeline === id)!.body.secret];
};
const send = async ({ ci }: PipelineTest, key: string, more: object) =>
  statusAndMessage(await ci('POST /pipeline/continue', { 'continuation-key': key, configuration: rest, ...more }, { token: null }));
const readEnd = async (here: PipelineTest, id: string) => {
  for (let turn = 0; turn < 5; turn++) await here.wait(100);
  const { state, errors } = (await here.ci(`GET /pipeline/${id}`)).body;
  const config = (await here.ci(`GET /pipeline/${id}/config`)).body;
  const said = (text: string) => /SAID: (.*)/.exec(text)?.[1];
  return [state, said(config['compiled-setup-config']), said(config.compiled), errors.map(({ message }: any) => message)];
};

test('defaults are those of each configuration', async ({ here }) => {
  const [id, key] = await begin(here);
  assert.equal(await send(here, key, {}), [200, 'Accepted.']);
  assert.equal(await readEnd(here, id), ['created', 'first, false', 'second, false', []]);
});

test('a continuation chooses values other than the defaults', async ({ here }) => {
  const [id, key] = await begin(here);
  assert.equal(await send(here, key, { parameters: { word: 'chosen', deep: true } }), [200, 'Accepted.']);
  assert.equal(await readEnd(here, id), ['created', 'first, false', 'chosen, true', []]);
});

test('what whoever started it chose holds in both, and another value conflicts; the key stays valid', async ({ here }) => {
  const [id, key] = await begin(here, { word: 'mine' });
  const conflict = [400, 'Conflicting pipeline parameters: word. The pipeline was started with other values than the defaults'];
  assert.equal(await send(here, key, { parameters: { word: 'other', deep: true } }), conflict);
  assert.equal(await send(here, key, { parameters: { word: 'mine' } }), conflict, 'the same value, too');
  assert.equal(await send(here, key, { parameters: { deep: true } }), [200, 'Accepted.']);
  assert.equal(await readEnd(here, id), ['created', 'mine, false', 'mine, true', []]);
});

test('a value that is the default of the setup conflicts with nothing', async ({ here }) => {
  const [id, key] = await begin(here, { word: 'first', deep: false });
  assert.equal(await send(here, key, { parameters: { word: 'other' } }), [200, 'Accepted.']);
  assert.equal(await readEnd(here, id), ['created', 'first, false', 'other, false', []]);
});

test('what a continuation is given, it declares', async ({ here }) => {
  const [id, key] = await begin(here);
  assert.equal(await send(here, key, { parameters: { strange: 1 } }), [200, 'Accepted.']);
  const message = 'line 1, column 1: the parameter strange was given and is not declared; declared: word, deep';
  assert.equal(await readEnd(here, id), ['errored', 'first, false', undefined, [message]]);
  assert.equal(await send(here, key, {}), [404, gone], 'one with errors is one');
});

test('a wrong key, unknown members, and parameters beyond the limits are refused; the key stays valid', async ({ here }) => {
  const [id, key] = await begin(here);
  assert.equal(await send(here, 'a'.repeat(43), {}), [404, gone]);
  assert.equal(await send(here, `${key} `, {}), [404, gone]);
  assert.equal(await send(here, key, { config: rest }), [
    400,
    'config: is not a known member; expected continuation-key, configuration, parameters',
  ]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, 1]));
  for (const [wrong, message] of [
    [many, 'parameters: expected at most 100 parameters; found 101'],
    [{ ['n'.repeat(129)]: 1 }, `parameters: expected names of at most 128 characters; one has 129: ${'n'.repeat(20)}…`],
    [{ word: 'v'.repeat(513) }, 'parameters: parameter word: expected at most 512 characters; found 513'],
    [{ word: [1] }, 'parameters: expected strings, whole numbers and booleans; "word" is another thing'],
  ] as const)
    assert.equal(await send(here, key, { parameters: wrong }), [400, message]);
  assert.equal(await send(here, key, {}), [200, 'Accepted.']);
  assert.is((await readEnd(here, id))[0], 'created');
});

test('a setup that is run again continues nothing a second time', async ({ here }) => {
  const [id, key] = await begin(here);
  await send(here, key, {});
  await readEnd(here, id);
  const workflows = (await here.ci(`GET /pipeline/${id}/workflow`)).body.items;
  const again = await here.ci(`POST /workflow/${workflows.find(({ name }: any) => name === 'setup').id}/rerun`);
  assert.is(again.status, 202);
  for (let turn = 0; turn < 5; turn++) await here.wait(100);
  assert.is(await here.store.read((view) => view.count({ kind: 'ci-continuations' })), 0, 'it has no key');
  assert.equal(await send(here, key, {}), [404, gone]);
});

test.run();
