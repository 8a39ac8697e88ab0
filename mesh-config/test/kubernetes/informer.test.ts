// watchdog: 60 s
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import { type InformerOptions, startInformer } from '../../src/kubernetes-client/informer.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { openClient, writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

type Answer = (response: ServerResponse) => void;
const ends: (() => void | Promise<void>)[] = [];
const test = suite('mesh-config informer');
test.after.each(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** An informer of a server with these responses in order; pauses end when `on` is called. */
const begun = async (answers: readonly Answer[], more: Pick<InformerOptions, 'onMissing'> = {}) => {
  const asked: string[] = [],
    log = createRecordingScope(),
    pauses: number[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!.includes('watch') ? 'watch' : 'list');
    answers[Math.min(asked.length, answers.length) - 1]!(response);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  ends.push(
    () =>
      new Promise<void>((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  );
  const client = await openClient(writeKubeconfig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const moved = createManualClock();
  let pausing = 0;
  // The longest waits are those for a watch that is silent; every other is a pause.
  const clock = {
    ...moved,
    schedule: (milliseconds: number, call: () => void) => {
      if (milliseconds >= 100_000) return moved.schedule(milliseconds, call);
      pauses.push(milliseconds);
      pausing += 1;
      return moved.schedule(milliseconds, () => {
        pausing -= 1;
        call();
      });
    },
  };
  ends.push(
    startInformer(
      { client, clock, path: '/api/v1/pods', failures: createFailureLog(log), ...more },
      { onListStart: () => {}, onObject: () => {}, onListEnd: () => {}, onDelete: () => {} },
    ),
  );
  return {
    asked,
    log,
    pauses,
    move: moved.move,
    on: async (requests: number): Promise<void> => {
      await waitUntil(() => {
        // Only within a pause: an answer that is slow to come must take no time of this clock.
        if (asked.length < requests && pausing > 0) moved.move(1000);
        return asked.length >= requests;
      });
    },
  };
};
const list: Answer = (response) => {
  response.end('{"metadata":{"resourceVersion":"1"},"items":[]}');
};
const refused =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end('{}');
  };
const broken: Answer = (response) => {
  response.end('{"type"');
};
const silent: Answer = (response) => {
  response.writeHead(200).flushHeaders();
};
const over: Answer = (response) => {
  response.end();
};

test('after five failures in a row it is listed again: the server may know nothing of the version we were at', async () => {
  const one = await begun([list, refused(500), refused(500), refused(500), refused(500), refused(500), list, silent]);
  await one.on(8);
  assert.equal(one.asked, ['list', 'watch', 'watch', 'watch', 'watch', 'watch', 'list', 'watch']);
});
test('a server that wants to be left alone is left alone as long as it says, a minute at the most', async () => {
  const one = await begun([refused(429, { 'retry-after': '45' }), refused(503, { 'retry-after': '3600' }), list, silent]);
  await one.on(4);
  assert.equal(one.pauses, [45_000, 60_000]);
});
test('a trouble that comes again after a watch that ended well is reported again', async () => {
  const one = await begun([list, broken, broken, over, broken, silent]);
  await one.on(6);
  assert.equal(
    one.log.lines.map((line) => line.split(' ')[0]),
    ['error', 'debug', 'error'],
  );
});
test('a watch that has lasted is taken up at once', async () => {
  let end: (() => void) | undefined;
  const one = await begun([
    list,
    (response) => {
      silent(response);
      end = () => {
        response.end();
      };
    },
    silent,
  ]);
  await waitUntil(() => end !== undefined);
  one.move(5000);
  end!();
  await waitUntil(() => one.asked.length === 3);
  assert.equal(one.pauses, []);
});
test('a version that is too old is listed again at once, whatever failed before', async () => {
  const one = await begun([list, refused(500), refused(503), refused(410), list, silent]);
  await waitUntil(() => one.asked.length === 2 && one.pauses.length === 1);
  one.move(60_000);
  await waitUntil(() => one.asked.length === 3 && one.pauses.length === 2);
  one.move(2000);
  // The third request of the watch is answered with 410: no pause follows it.
  await waitUntil(() => one.asked.length === 6);
  assert.equal([one.asked, one.pauses.length], [['list', 'watch', 'watch', 'watch', 'list', 'watch'], 2]);
});
test('a server that calls each version too old is asked once a second', async () => {
  const one = await begun([list, refused(410), list, refused(410), list, silent]);
  await one.on(6);
  assert.equal(one.asked, ['list', 'watch', 'list', 'watch', 'list', 'watch']);
  assert.is(one.pauses.length, 2);
});
test('a watch that is silent for two intervals of bookmarks is probed: it is opened again, without a list', async () => {
  const one = await begun([list, silent]);
  await waitUntil(() => one.asked.length === 2);
  for (let wait = 0; wait < 50; wait += 1) await new Promise(setImmediate);
  one.move(119_000);
  await new Promise((done) => setTimeout(done, 20));
  assert.is(one.asked.length, 2);
  one.move(1000);
  await waitUntil(() => one.asked.length === 3);
  assert.equal([one.asked, one.log.lines, one.pauses], [['list', 'watch', 'watch'], [], []]);
});
test('a collection that the server does not have ends it where somebody asks for that', async () => {
  let missing = 0;
  const one = await begun([refused(404)], {
    onMissing: () => {
      missing += 1;
    },
  });
  await waitUntil(() => missing === 1);
  assert.equal([one.asked, one.log.lines], [['list'], []]);
});
test.run();
