import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KubernetesError } from '../../src/kubernetes-client/kubernetes-error.ts';
import { type WatchEvent, readWatchEvents } from '../../src/kubernetes-client/watch-events.ts';

const test = suite('mesh-config events of a watch');
async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let begin = 0;
  for (const cut of [...cuts].sort((a, b) => a - b))
    if (cut > begin && cut < bytes.length) {
      yield bytes.subarray(begin, cut);
      begin = cut;
    }
  yield bytes.subarray(begin);
}
const read = async (stream: AsyncIterable<Buffer>): Promise<{ events: WatchEvent[]; failure: unknown }> => {
  const events: WatchEvent[] = [];
  try {
    for await (const event of readWatchEvents(stream, 'GET http://a/b')) events.push(event);
  } catch (failure) {
    return { events, failure };
  }
  return { events, failure: undefined };
};

test('events are the same wherever the stream is cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'),
          object: fc.record({ metadata: fc.record({ name: fc.string({ unit: anyCharacter }), resourceVersion: fc.nat().map(String) }) }),
        }),
      ),
      fc.array(fc.nat({ max: 2000 })),
      async (events, cuts) => {
        const bytes = Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
        assert.equal(await read(pieces(bytes, cuts)), { events: JSON.parse(JSON.stringify(events)) as unknown, failure: undefined });
      },
    ),
  ));
test('whatever bytes come, there is an event, an end, or a failure that says what was wrong', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(`${text}\n`)),
          fc
            .constantFrom('{"type":"ERROR"}\n', '{"type":"ADDED","object":null}\n', '{"type":"ERROR","object":7}\n', 'null\n', '\n')
            .map(Buffer.from),
        ),
      ),
      async (parts) => {
        const { failure } = await read(
          (async function* () {
            for (const part of parts) yield Buffer.from(part);
          })(),
        );
        assert.ok(failure === undefined || failure instanceof KubernetesError, String(failure));
      },
    ),
  ));
test('an error that the server tells is reported with its code', async () => {
  const told = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version: 1 (5)' } };
  const { failure } = await read(pieces(Buffer.from(`${JSON.stringify(told)}\n`), []));
  const { status, reason, message } = failure as KubernetesError;
  assert.equal(
    [status, reason, message],
    [410, 'Expired', 'GET http://a/b: the watch ends with 410 Expired: too old resource version: 1 (5)'],
  );
});
test('an event without an end is given up before it fills the memory', async () => {
  let given = 0;
  const { failure } = await read(
    (async function* () {
      for (;;) {
        given += 1;
        yield Buffer.alloc(1024 * 1024, 'x');
      }
    })(),
  );
  assert.equal([(failure as KubernetesError).reason, given], ['TooLarge', 17]);
});
test.run();
