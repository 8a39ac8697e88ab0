import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { serveReattach } from '../../protocol/reattach.ts';
import { protocolClient, unknown, value, valueOf } from './client.ts';
import { makeProvider } from './fixtures/provider.ts';
import { note, servedSuite } from './support/served.ts';

const { test, address, client, seen, hanging, fresh } = await servedSuite('protocol calls that go wrong');

test('StopProvider stops what is running, and only for the engine that asked', async () => {
  const [one, other] = [protocolClient(address), fresh({ read: hanging })];
  const ringing = one.all('InvokeAction', { action_type: 'fixture_ring', config: value({ times: 0 }) });
  const reading = other.call('ReadResource', {
    type_name: 'fixture_note',
    current_state: value(note({ id: 'x' })),
    private: Buffer.from('kept'),
  });
  while (seen.length === 0) await sleep(5);
  assert.equal(await one.call('StopProvider'), { Error: '' });
  const [event] = await ringing;
  assert.equal(
    event.completed.diagnostics.map(({ summary, detail }: any) => [summary, detail]),
    [['Stopped before it was finished', 'InvokeAction of fixture_ring was stopped: the engine stopped the provider.']],
  );
  assert.is(seen[0]!.signal.aborted, false);
  await other.call('StopProvider');
  assert.equal([seen[0]!.signal.aborted, seen[0]!.abandoned!.aborted], [true, false]);
  const { diagnostics, new_state, private: kept } = await reading;
  assert.is(diagnostics[0].detail, 'ReadResource of fixture_note was stopped: the engine stopped the provider.');
  assert.equal([valueOf(new_state).id, kept.toString()], ['x', 'kept']);
  one.close();
  other.close();
});

test('a deadline that passes, and an engine that hangs up, fire the signal', async () => {
  const one = fresh({ read: hanging });
  const request = { type_name: 'fixture_note', current_state: value(note({ id: 'x' })) };
  const late = await one.call('ReadResource', request, { deadline: 200 }).then(
    () => undefined,
    (error) => error,
  );
  assert.is(late.code, 4);
  while (!seen[0]!.signal.aborted) await sleep(5);
  one.call('ReadResource', request).catch(() => {});
  while (seen.length < 2) await sleep(5);
  assert.is(seen[1]!.signal.aborted, false);
  one.close();
  const listing = client.open('InvokeAction', { action_type: 'fixture_ring', config: value({ times: 0 }) });
  listing.on('error', () => {});
  await sleep(50);
  listing.cancel();
  assert.ok(await client.call('GetMetadata'));
});

test('an error that is thrown is reported as a bug, and the prior state stays', async () => {
  const one = fresh({
    read: async () => {
      throw new Error('the moon is full');
    },
    apply: async () => {
      throw new Error('no luck');
    },
  });
  const read = await one.call('ReadResource', {
    type_name: 'fixture_note',
    current_state: value(note({ id: 'x' })),
    private: Buffer.from('p'),
  });
  assert.equal(read.diagnostics, [
    {
      severity: 1,
      summary: 'The provider failed in ReadResource of fixture_note',
      detail: 'the moon is full\n\nThis is a bug in Slipway; please report it.',
      attribute: null,
    },
  ]);
  assert.equal([valueOf(read.new_state).id, read.private.toString()], ['x', 'p']);
  const applied = await one.call('ApplyResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(note({ id: 'x' })),
    planned_state: value(null),
    planned_private: Buffer.from('p'),
  });
  assert.equal([valueOf(applied.new_state).id, applied.private.toString(), applied.diagnostics.length], ['x', 'p', 1]);
  one.close();
});

test('a state that does not fit its schema is kept as far as it fits, and reported', async () => {
  const one = fresh({
    apply: async () => ({ state: { id: 'note-odd', title: 7, lines: [{ text: 1 }], extra: 1 }, private: undefined, diagnostics: [] }),
  });
  const applied = await one.call('ApplyResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(null),
    planned_state: value(note({ title: 'x' })),
    config: value(note({ title: 'x' })),
  });
  assert.equal(valueOf(applied.new_state), note({ id: 'note-odd', lines: [{ text: null, number: null }] }));
  assert.equal(
    applied.diagnostics.map(({ summary, attribute }: any) => [summary, attribute.steps]),
    [
      ['fixture_note has a value that its schema does not allow at extra', [{ attribute_name: 'extra' }]],
      ['fixture_note has a value that its schema does not allow at title', [{ attribute_name: 'title' }]],
      ['fixture_note has a value that its schema does not allow at lines[0].text', [{ attribute_name: 'lines' }, { element_key_int: 0 }]],
    ],
  );
  one.close();
});

test('a path is cut to what an engine can point at, and stands whole in the summary', async () => {
  const { diagnostics } = await client.call('ValidateResourceConfig', {
    type_name: 'fixture_note',
    config: value(
      note({
        title: '',
        lines: [
          { text: 'a', number: null },
          { text: '', number: null },
        ],
      }),
    ),
  });
  assert.equal(diagnostics, [
    {
      severity: 1,
      summary: 'A note needs a title',
      detail: 'Write a title that is not empty.',
      attribute: { steps: [{ attribute_name: 'title' }] },
    },
    {
      severity: 1,
      summary: 'A line is empty (lines[1].text)',
      detail: 'Write something.',
      attribute: { steps: [{ attribute_name: 'lines' }, { element_key_int: 1 }] },
    },
  ]);
});

test('a secret of the configuration is in no message, whoever quotes it', async () => {
  const { diagnostics } = await client.call('ConfigureProvider', {
    terraform_version: '1.14.0',
    config: value({ greeting: null, token: 'wrong-token-1234' }),
  });
  assert.is(diagnostics[0].detail, '(sensitive value) is not it.');
  const half = await client.call('ApplyResourceChange', {
    type_name: 'fixture_note',
    prior_state: value(null),
    planned_state: value(note({ title: 'Half', id: unknown })),
    config: value(note({ title: 'Half', key_wo: 'canary-wo-1' })),
  });
  assert.is(half.diagnostics[0].detail, 'The rest was refused: (sensitive value)');
  assert.equal([valueOf(half.new_state).id, valueOf(half.new_state).key_wo], ['note-half', null]);
});

test('messages far beyond 4 MB come and go whole', async () => {
  const long = 'ä'.repeat(10_000_000);
  const { result } = await client.call('CallFunction', { name: 'join', arguments: [value('+'), value(long), value('b')] });
  assert.is(valueOf(result), `${long}+b`);
});

test('an unknown method is UNIMPLEMENTED, an unhealthy service NOT_FOUND, nonsense INTERNAL', async () => {
  const code = (path: string, hex: string) =>
    client.raw(path, Buffer.from(hex, 'hex')).then(
      () => 0,
      (error) => error.code,
    );
  assert.is(await code('/tfplugin6.Provider/MigrateState', ''), 12);
  assert.is(await code('/grpc.health.v1.Health/Check', '0a016f'), 5);
  assert.is(await code('/tfplugin6.Provider/GetMetadata', 'ff'), 0);
  assert.is(await code('/grpc.health.v1.Health/Check', '0aff'), 13);
});

test('a provider that cannot be made is reported by the call that needs it, and made by the next', async () => {
  let times = 0;
  const other = await serveReattach(
    () => {
      if (++times === 1) throw new Error('no room');
      return makeProvider();
    },
    { source: 'terraform.local/test/fixture', network: 'tcp' },
  );
  const one = protocolClient(other.address.at);
  assert.match((await one.call('GetProviderSchema')).diagnostics[0].detail, 'no room');
  assert.equal((await one.call('GetProviderSchema')).diagnostics, []);
  one.close();
  await other.close();
});

test('a hundred calls at once are answered each with its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      client.call('CallFunction', { name: 'join', arguments: [value('-'), value(String(i)), value('x')] }),
    ),
  );
  assert.equal(
    answers.map(({ result }) => valueOf(result)),
    Array.from({ length: 100 }, (_, i) => `${i}-x`),
  );
});

test.run();
