// watchdog: 120 s
import { existsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startComponents, stopComponents } from '../../src/lifecycle/start-components.ts';
import { connectSink } from '../mcp/sink.ts';
import { remainingFiles, createProgramFolder, waitUntilServing, startProgram, waitUntil } from './start-program.ts';

const test = suite('mesh-config server');

const part = (name: string, said: string[], fails?: 'start' | 'stop') => ({
  name,
  start: async () => {
    if (fails === 'start') throw new Error(`${name} cannot`);
    said.push(`start ${name}`);
  },
  stop: async () => {
    if (fails === 'stop') throw new Error(`${name} stays`);
    said.push(`stop ${name}`);
  },
});
test('parts start in order and stop in reverse; when one cannot start, those before it are stopped', async () => {
  const said: string[] = [];
  const failed = ({ name }: { name: string }, error: unknown): void => {
    said.push(`${name}: ${(error as Error).message}`);
  };
  await stopComponents([part('a', said), part('b', said, 'stop'), part('c', said)], failed);
  assert.equal(said.splice(0), ['stop c', 'b: b stays', 'stop a']);
  const error = await startComponents([part('a', said), part('b', said), part('c', said, 'start'), part('d', said)], failed).then(
    () => '',
    (one: Error) => one.message,
  );
  assert.equal([error, said], ['c cannot', ['start a', 'start b', 'stop b', 'stop a']]);
});
test('at SIGTERM streams are drained, files and the socket are gone, and the exit code is 0', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  // What was not asked for is not there: no validation, no profiling.
  assert.is(
    /\tserving: (.*)$/m.exec(running.output())?.[1],
    'liveness probe, readiness probe, snapshots, mesh file, processing, file source, reload signal, monitoring, introspection',
  );
  assert.equal(remainingFiles(here), [here.socket, here.liveness, here.readiness]);
  const one = connectSink(`unix:${here.socket}`);
  await one.header;
  running.process.kill('SIGTERM');
  assert.equal(await one.ended, { code: 0, details: 'OK' });
  assert.equal([await running.ended, remainingFiles(here)], [0, []]);
  one.close();
});
test('SIGINT and an exit that introspection asks for end it the same way', async () => {
  for (const how of ['SIGINT', 'exit'] as const) {
    const here = await createProgramFolder();
    const running = await waitUntilServing(startProgram(here));
    if (how === 'exit') assert.is((await fetch(`http://localhost:${here.ports.introspection}/homej/exit`, { method: 'PUT' })).status, 202);
    else running.process.kill(how);
    assert.equal([await running.ended, remainingFiles(here)], [0, []]);
  }
});
/** Clients of monitoring and introspection that begin to ask and never end; each holds its part's stop for a second. */
const dead = (ports: readonly number[]): Promise<readonly Socket[]> =>
  Promise.all(
    ports.map(
      (port) =>
        new Promise<Socket>((done) => {
          const one = connect(port, 'localhost', () => {
            one.write('GET / HT', () => {
              done(one);
            });
          }).on('error', () => {});
        }),
    ),
  );
test('clients that are dead keep nothing of a clean end', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  const clients = await dead(Object.values(here.ports));
  running.process.kill('SIGTERM');
  assert.equal([await running.ended, remainingFiles(here)], [0, []]);
  for (const one of clients) one.destroy();
});
test('a second signal ends the program where it stands, with exit code 1', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  const clients = await dead(Object.values(here.ports));
  running.process.kill('SIGTERM');
  await waitUntil(() => running.output().includes('\tSIGTERM: stopping\n'));
  running.process.kill('SIGTERM');
  assert.equal([await running.ended, running.output().includes('\tstopped\n')], [1, false]);
  for (const one of clients) one.destroy();
});
test('SIGUSR1 has the files read again, and opens no debugger', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  const one = connectSink(`unix:${here.socket}`);
  one.sendRequest({ collection: 'istio/networking/v1alpha3/gateways' });
  assert.equal((await one.next()).resources, []);
  one.sendRequest({ collection: 'istio/networking/v1alpha3/gateways', response_nonce: '1' });
  writeFileSync(
    `${here.config}/a.yaml`,
    'apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\n' +
      'spec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n',
  );
  running.process.kill('SIGUSR1');
  assert.equal(
    (await one.next()).resources.map(({ metadata }) => metadata.name),
    ['default/front'],
  );
  assert.not.match(running.output(), 'Debugger');
  running.process.kill('SIGTERM');
  await running.ended;
  one.close();
});
test('a part that cannot start is reported in one line, exit code 1, and leaves nothing', async () => {
  const [here, other] = [await createProgramFolder(), await createProgramFolder()];
  const running = await waitUntilServing(startProgram(here));
  const second = startProgram({ ...other, ports: { ...other.ports, monitoring: here.ports.monitoring } });
  assert.equal([await second.ended, remainingFiles(other)], [1, []]);
  assert.match(
    second.output(),
    new RegExp(
      `^\\S+\\tfatal\\tserver\\tError creating server: unable to listen on monitoring port ${here.ports.monitoring}: ` +
        `listen tcp :${here.ports.monitoring}: bind: address already in use$`,
      'm',
    ),
  );
  const third = startProgram({ ...other, socket: here.socket });
  assert.is(await third.ended, 1);
  assert.ok(third.output().includes(`Error creating server: unable to listen: listen unix ${here.socket}: bind: address already in use`));
  assert.ok(existsSync(here.socket));
  running.process.kill('SIGTERM');
  await running.ended;
});
test('remains of a killed server do not prevent a start', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  running.process.kill('SIGKILL');
  assert.is(await running.ended, 'SIGKILL');
  assert.is(existsSync(here.socket), true);
  const again = await waitUntilServing(startProgram(here));
  const one = connectSink(`unix:${here.socket}`);
  await one.header;
  again.process.kill('SIGTERM');
  assert.equal([await again.ended, remainingFiles(here)], [0, []]);
  one.close();
});
test('metrics are reported while it serves', async () => {
  const here = await createProgramFolder();
  const running = await waitUntilServing(startProgram(here));
  await waitUntil(async () =>
    /^cfgmgr_runtime_processor_snapshots_published_total [1-9]/m.test(
      await (await fetch(`http://127.0.0.1:${here.ports.monitoring}/metrics`)).text(),
    ),
  );
  running.process.kill('SIGTERM');
  await running.ended;
});
test.run();
