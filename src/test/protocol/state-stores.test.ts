import { createHash } from 'node:crypto';
import * as assert from 'uvu/assert';
import { value } from './client.ts';
import { servedSuite } from './support/served.ts';

const { test, client, fresh } = await servedSuite('protocol calls of state stores');
const store = { type_name: 'fixture_shelf' };

/** Bytes that differ from place to place, no text among them. */
const bytesOf = (length: number): Buffer => Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 256));
const chunk = (bytes: Buffer, start: number, total: number, more: object = {}) => ({
  bytes,
  total_length: total,
  range: { start, end: start + bytes.length - 1 },
  ...more,
});
/** The messages in which an engine sends a state. */
const chunksOf = (state: Buffer, size: number, state_id: string) => {
  const chunks: object[] = [];
  for (let start = 0; start < state.length; start += size)
    chunks.push(chunk(state.subarray(start, start + size), start, state.length, start === 0 ? { meta: { ...store, state_id } } : {}));
  return chunks;
};
const configure = async (suggested?: number) => {
  const answer = await client.call('ConfigureStateStore', {
    ...store,
    config: value({ label: null }),
    ...(suggested === undefined ? {} : { capabilities: { chunk_size: suggested } }),
  });
  assert.equal(answer.diagnostics, []);
  return answer.capabilities.chunk_size;
};
const summaries = ({ diagnostics }: { diagnostics: { summary: string }[] }) => diagnostics.map(({ summary }) => summary);
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

test('a schema and the metadata name the state stores', async () => {
  const { state_store_schemas } = await client.call('GetProviderSchema');
  assert.equal(Object.keys(state_store_schemas), ['fixture_shelf']);
  assert.is(state_store_schemas.fixture_shelf.block.attributes[0].name, 'label');
});

test('a configuration is validated, with the path of what is wrong', async () => {
  const { diagnostics } = await client.call('ValidateStateStoreConfig', { ...store, config: value({ label: '' }) });
  assert.equal(
    diagnostics.map(({ summary, attribute }: any) => [summary, attribute.steps[0].attribute_name]),
    [['Empty label', 'label']],
  );
});

test('the suggested size of chunks is taken up to 8 MiB, which it is without a suggestion', async () => {
  assert.is(await configure(1000), 1000);
  assert.is(await configure(8_388_608), 8_388_608);
  assert.is(await configure(134_217_728), 8_388_608);
  assert.is(await configure(0), 8_388_608);
  assert.is(await configure(-1), 8_388_608);
  assert.is(await configure(), 8_388_608);
});

test('a state comes back byte for byte, in chunks of the agreed size and a last shorter one', async () => {
  const state = bytesOf(2500);
  await configure(1000);
  assert.equal(await client.collect('WriteStateBytes', chunksOf(state, 1000, 'plain')), { diagnostics: [] });
  const read = await client.all('ReadStateBytes', { ...store, state_id: 'plain' });
  assert.equal(
    read.map(({ bytes, total_length, range, diagnostics }) => [bytes.length, total_length, range, diagnostics]),
    [
      [1000, 2500, { start: 0, end: 999 }, []],
      [1000, 2500, { start: 1000, end: 1999 }, []],
      [500, 2500, { start: 2000, end: 2499 }, []],
    ],
  );
  assert.ok(state.equals(Buffer.concat(read.map(({ bytes }) => bytes))));
});

test('a state of one byte, of exactly one chunk and of many megabytes comes back byte for byte', async () => {
  const size = await configure();
  for (const length of [1, size, size + 1, 9_500_000]) {
    const state = bytesOf(length);
    assert.equal(await client.collect('WriteStateBytes', chunksOf(state, size, `of-${length}`)), { diagnostics: [] });
    const read = await client.all('ReadStateBytes', { ...store, state_id: `of-${length}` });
    assert.is(read.length, Math.ceil(length / 8_388_608));
    assert.is(md5(Buffer.concat(read.map(({ bytes }) => bytes))), md5(state));
  }
});

test('there is no message for a state that is not there; a warning and an error come with a range', async () => {
  assert.equal(await client.all('ReadStateBytes', { ...store, state_id: 'nothing' }), []);
  const [odd, ...more] = await client.all('ReadStateBytes', { ...store, state_id: 'odd' });
  assert.equal([summaries(odd), odd.range, odd.total_length, more], [['Odd'], { start: 0, end: 0 }, 0, []]);
  const [broken] = await client.all('ReadStateBytes', { ...store, state_id: 'broken' });
  assert.equal([summaries(broken), broken.range], [['The provider failed in ReadStateBytes of fixture_shelf'], { start: 0, end: 0 }]);
});

test('chunks that are no whole state are refused, and nothing is stored', async () => {
  const meta = { ...store, state_id: 'refused' };
  const whole = Buffer.from('0123456789');
  const cases: readonly [object[], string][] = [
    [[chunk(whole, 0, 12, { meta })], '10 of 12 bytes came'],
    [[chunk(whole, 0, 8, { meta })], 'a chunk ends at byte 9 of a state of 8 bytes'],
    [[chunk(whole, 2, 12, { meta })], 'a chunk begins at byte 2 where byte 0 was next'],
    [[chunk(whole, 0, 20, { meta }), chunk(whole, 0, 20)], 'a chunk begins at byte 0 where byte 10 was next'],
    [[chunk(whole, 0, 20, { meta }), chunk(whole, 10, 21)], 'the length changed from 20 to 21 bytes'],
    [[chunk(whole, 0, 10, { meta, range: { start: 0, end: 8 } })], 'a chunk of 10 bytes claims bytes 0 to 8'],
    [[], 'there was no chunk'],
  ];
  for (const [chunks, why] of cases) {
    const { diagnostics } = await client.collect('WriteStateBytes', chunks);
    assert.is(diagnostics[0].summary, 'The engine sent a state that is not whole', why);
    assert.match(diagnostics[0].detail, `Nothing was stored: ${why}.`);
  }
  assert.equal(await client.all('ReadStateBytes', meta), []);
});

test('a state that is too large is refused by its announced length, when the engine has sent all of it', async () => {
  const bytes = Buffer.alloc(1_000_000);
  const chunks = Array.from({ length: 30 }, (_, at) => chunk(bytes, at * bytes.length, 30_000_000));
  const { diagnostics } = await client.collect('WriteStateBytes', [
    { ...chunks[0], meta: { ...store, state_id: 'large' } },
    ...chunks.slice(1),
  ]);
  assert.equal(
    diagnostics.map(({ summary, detail }: any) => [summary, detail]),
    [
      [
        'The state is too large',
        'It has 30000000 bytes; the state store takes at most 20000000. Nothing was stored. Split the configuration.',
      ],
    ],
  );
});

test('a message beyond the agreed size is refused by gRPC', async () => {
  const bytes = Buffer.alloc(8_500_000);
  const error = await client.collect('WriteStateBytes', [chunk(bytes, 0, bytes.length, { meta: { ...store, state_id: 'x' } })]).then(
    () => null,
    (one) => [one.code, one.details],
  );
  assert.equal(error, [8, 'a message of the request is larger than 8454144 bytes']);
});

test('an unknown store is refused by each call, in words', async () => {
  const unknownStore = { type_name: 'fixture_cellar', state_id: 'a' };
  const detail = async (answer: Promise<any>) => (await answer).diagnostics[0].detail.split('\n')[0];
  const words = 'this provider has no state store "fixture_cellar"';
  for (const name of ['ValidateStateStoreConfig', 'ConfigureStateStore', 'LockState', 'UnlockState', 'GetStates', 'DeleteState'])
    assert.match(await detail(client.call(name, unknownStore)), words, name);
  assert.match(await detail(client.all('ReadStateBytes', unknownStore).then(([one]) => one)), words);
  assert.match(await detail(client.collect('WriteStateBytes', [chunk(Buffer.from('a'), 0, 1, { meta: unknownStore })])), words);
});

test('a lock has an ID; a second lock and another ID are refused', async () => {
  const lock = () => client.call('LockState', { ...store, state_id: 'a', operation: 'OperationTypeApply' });
  assert.equal(await lock(), { lock_id: 'lock of a', diagnostics: [] });
  const second = await lock();
  assert.equal([second.lock_id, second.diagnostics[0].detail], ['', 'Held for OperationTypeApply.']);
  assert.equal(summaries(await client.call('UnlockState', { ...store, state_id: 'a', lock_id: 'no' })), ['Another lock']);
  assert.equal(await client.call('UnlockState', { ...store, state_id: 'a', lock_id: 'lock of a' }), { diagnostics: [] });
});

test('states are listed and deleted', async () => {
  const one = fresh({});
  assert.equal(await one.call('GetStates', store), { state_id: [], diagnostics: [] });
  for (const id of ['b', 'a']) await one.collect('WriteStateBytes', chunksOf(Buffer.from('{}'), 2, id));
  assert.equal((await one.call('GetStates', store)).state_id, ['b', 'a']);
  assert.equal(await one.call('DeleteState', { ...store, state_id: 'b' }), { diagnostics: [] });
  assert.equal((await one.call('GetStates', store)).state_id, ['a']);
  one.close();
});

test('a provider that was stopped still writes the last state and unlocks', async () => {
  const one = fresh({});
  await one.call('LockState', { ...store, state_id: 'last' });
  await one.call('StopProvider');
  assert.equal(await one.collect('WriteStateBytes', chunksOf(Buffer.from('{"serial":1}'), 100, 'last')), { diagnostics: [] });
  assert.equal(await one.call('UnlockState', { ...store, state_id: 'last', lock_id: 'lock of last' }), { diagnostics: [] });
  one.close();
});

test.run();
