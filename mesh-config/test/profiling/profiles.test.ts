import { Profile } from 'pprof-format';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProfilingServer } from '../../src/profiling/profiling-server.ts';

const test = suite<{ at: string; stop(): Promise<void> }>('mesh-config profiles');
test.before.each(async (context) => {
  const server = createProfilingServer(0);
  await server.start();
  context.at = `http://localhost:${server.port()}`;
  context.stop = server.stop;
});
test.after.each(async ({ stop }) => {
  await stop();
});

// Profilers show functions by their declared names.
function spinInTheTest(until: () => boolean): number {
  let sum = 0;
  while (!until()) for (let at = 0; at < 1e5; at += 1) sum += Math.sqrt(at);
  return sum;
}
const read = async (answer: Response) => {
  const profile = Profile.decode(gunzipSync(Buffer.from(await answer.arrayBuffer())));
  const text = (at: number | bigint): string => profile.stringTable.strings[Number(at)]!;
  return {
    names: profile.function.map(({ name }) => text(name)),
    kinds: profile.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    samples: profile.sample,
    period: [text(profile.periodType!.type), Number(profile.period)],
  };
};

test('a profile of the processor names what was run', async ({ at }) => {
  let isTaken = false;
  const taking = fetch(`${at}/debug/pprof/profile?seconds=0.6`).finally(() => {
    isTaken = true;
  });
  // For as long as the profile is taken: on a busy machine it begins late.
  while (!isTaken) {
    const soon = performance.now() + 20;
    spinInTheTest(() => performance.now() > soon);
    await new Promise((done) => {
      setImmediate(done);
    });
  }
  const { names, kinds, samples, period } = await read(await taking);
  assert.ok(names.includes('spinInTheTest'));
  assert.equal(
    [kinds, period],
    [
      ['samples/count', 'cpu/nanoseconds'],
      ['cpu', 1_000_000],
    ],
  );
  assert.ok(samples.every(({ locationId, value }) => locationId.length > 0 && value.length === 2));
});
test('a profile of the heap names who holds memory', async ({ at }) => {
  function holdsInTheTest(): unknown {
    const all = [];
    for (let index = 0; index < 200_000; index += 1) all.push({ index, text: `held ${index}` });
    return all;
  }
  const held = holdsInTheTest();
  const { names, kinds } = await read(await fetch(`${at}/debug/pprof/heap`));
  assert.ok(held && names.includes('holdsInTheTest'));
  assert.equal(kinds, ['inuse_objects/count', 'inuse_space/bytes']);
});
test('the root redirects to the index; other paths are those that pprof requests', async ({ at }) => {
  const root = await fetch(`${at}/`, { redirect: 'manual' });
  assert.equal([root.status, root.headers.get('location')], [303, '/debug/pprof/']);
  assert.is((await fetch(`${at}/debug/pprof/`)).status, 200);
  assert.is(await (await fetch(`${at}/debug/pprof/symbol`)).text(), 'num_symbols: 1\n');
  assert.is(await (await fetch(`${at}/debug/pprof/cmdline`)).text(), process.argv.slice(1).join('\0'));
  assert.equal(
    [
      (await fetch(`${at}/debug/pprof/goroutine`)).status,
      (await fetch(`${at}/debug/pprof/nothing`)).status,
      (await fetch(`${at}/else`)).status,
    ],
    [501, 404, 404],
  );
});
test('no two profiles are taken at once, and none without an end', async ({ at }) => {
  const first = fetch(`${at}/debug/pprof/profile?seconds=0.5`);
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  assert.is((await fetch(`${at}/debug/pprof/profile?seconds=1`)).status, 409);
  assert.is((await first).status, 200);
  for (const seconds of ['0', '-1', '1e9', 'x']) assert.is((await fetch(`${at}/debug/pprof/profile?seconds=${seconds}`)).status, 400);
});
test('a client that disconnects ends its profile', async ({ at }) => {
  const gone = new AbortController();
  const first = fetch(`${at}/debug/pprof/profile?seconds=500`, { signal: gone.signal }).catch(() => {});
  await new Promise((done) => {
    setTimeout(done, 100);
  });
  gone.abort();
  await first;
  let status = 409;
  while (status === 409) status = (await fetch(`${at}/debug/pprof/profile?seconds=0.05`)).status;
  assert.is(status, 200);
});
test('a path that is not an address is not there, and ends nothing', async ({ at }) => {
  for (const path of ['//', '//[', '/\\', '*', 'http://[/']) {
    const status = await new Promise((done, fail) => {
      request({ port: new URL(at).port, host: 'localhost', path }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .on('error', fail)
        .end();
    });
    assert.equal([path, status], [path, 404]);
  }
});
test('a request that names another host is refused on every path: a page of another site may have sent it', async ({ at }) => {
  const statusFor = (path: string, host: string): Promise<number | undefined> =>
    new Promise((done, fail) => {
      request(`${at}${path}`, { headers: { host } }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      })
        .once('error', fail)
        .end();
    });
  for (const path of ['/', '/debug/pprof/', '/debug/pprof/cmdline', '/debug/pprof/heap', '/debug/pprof/profile?seconds=1', '/other'])
    for (const host of ['evil.example', 'evil.example:9094', 'localhost.evil.example', '127.0.0.1.evil.example'])
      assert.is(await statusFor(path, host), 403, `${path} ${host}`);
  for (const host of ['localhost', 'localhost:9094', '127.0.0.1:1', '[::1]:9094'])
    assert.is(await statusFor('/debug/pprof/cmdline', host), 200, host);
});
test.run();
