/** What a process in a container of Podman sees, and what it leaves to the runner: its end, its output, its signals, its limits. */
// watchdog: 120 s
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPublicAddress } from '../../../../src/delivery/public-address.ts';
import { removeMarkedContainers } from '../../../../src/runner/isolation/docker/remove-containers.ts';
import { openGateway } from '../../../../src/runner/isolation/gateway/open-gateway.ts';
import { describeIsolation, type Isolation } from '../../../../src/runner/isolation/isolation.ts';
import { killMarkedProcesses } from '../../../../src/runner/marked-processes.ts';
import { createPlaces, type Places, users } from '../sandboxed.ts';
import { contained, findContainers, runContained, startContained } from './contained.ts';

const test = suite('processes in containers of Podman');
const real = contained(test);
const { isolation } = await findContainers();
const someone = users[0];

/** Names of the containers of these places. */
const listContainers = ({ mark }: Places): readonly string[] =>
  execFileSync('podman', ['ps', '--all', '--format', '{{.Names}}'], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.includes(mark.replaceAll('/', '.')));

const waitFor = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(50);
};

for (const user of users) {
  real(`${user}: it writes to its folder and to a /tmp of its own, and not to the image`, async () => {
    const places = createPlaces(user);
    const { output, code } = await runContained(places, 'echo own > file; echo tmp > /tmp/file; touch /usr/file /etc/file /file; exit 7');
    assert.is(code, 7);
    assert.is(readFileSync(join(places.own, 'file'), 'utf8'), 'own\n');
    assert.is(readFileSync(join(places.temporary, 'file'), 'utf8'), 'tmp\n');
    for (const file of ['/usr/file', '/etc/file', '/file'])
      assert.match(output, new RegExp(`cannot touch '${file}': (Read-only|Permission)`));
    assert.equal(listContainers(places), []);
  });

  real(`${user}: it has no capability, gains no right, and no other process is there`, async () => {
    const script = 'grep -E "CapEff|CapBnd|NoNewPrivs|Seccomp:" /proc/self/status; ls -d /proc/[0-9]* | wc -l';
    const [effective, bounding, privileges, filter, processes] = (await runContained(createPlaces(user), script)).output.split('\n');
    assert.is(effective, 'CapEff:\t0000000000000000');
    assert.is(bounding, 'CapBnd:\t0000000000000000');
    assert.is(privileges, 'NoNewPrivs:\t1');
    assert.is(filter, 'Seccomp:\t2');
    assert.ok(Number(processes) <= 5, processes);
  });
}

real('its variables are those that it was given, and those of the image', async () => {
  const { output } = await runContained(createPlaces(someone), 'env; echo "$SECRET"', {
    SECRET: `hunter\n'2' "3" $HOME`,
    LD_LIBRARY_PATH: '/x',
  });
  assert.match(output, /^LD_LIBRARY_PATH=\/x$/m);
  assert.match(output, /\nhunter\n'2' "3" \$HOME\n$/);
  assert.not.match(output, /SLIPWAY_VALUE/);
  assert.match(output, /^SLIPWAY_JOB=test\//m);
});

real('an interruption reaches what runs inside, which ends in its own time', async () => {
  const places = createPlaces(someone);
  const { running, over } = startContained(places, `trap 'sleep 0.3; echo stored; exit 3' INT; : > ready; while :; do sleep 0.05; done`);
  await waitFor(() => existsSync(join(places.own, 'ready')));
  running.interrupt(20_000);
  assert.equal(await over, { code: 3, signal: null, output: 'stored\n' });
});

real('what does not listen is ended after its time, with its container', async () => {
  const places = createPlaces(someone);
  const { running, over } = startContained(places, `trap '' INT TERM; : > ready; (setsid sleep 100 &); while :; do sleep 0.05; done`);
  await waitFor(() => existsSync(join(places.own, 'ready')));
  running.stop(100);
  assert.is((await over).signal, 'SIGKILL');
  assert.equal(listContainers(places), []);
  assert.is(await killMarkedProcesses(places.mark), 0);
});

real('what a command leaves running ends with it', async () => {
  const places = createPlaces(someone);
  assert.is((await runContained(places, '(setsid sleep 100 >/dev/null 2>&1 &); sleep 0.2; echo over')).output, 'over\n');
  assert.is(await killMarkedProcesses(places.mark), 0);
  assert.equal(listContainers(places), []);
});

real('a container whose service is killed ends, and another service removes what is left of it', async () => {
  const places = createPlaces(someone);
  const service = join(import.meta.dirname, '../../../../src/runner/start-process.ts');
  const command = {
    argv: ['/bin/sh', '-c', ': > ready; sleep 30; : > over'],
    folder: places.own,
    environment: { PATH: '/usr/bin:/bin', SLIPWAY_JOB: places.mark },
    sandbox: { isolation, folders: [places.own], temporary: places.own },
  };
  const script = `import { startProcess } from ${JSON.stringify(service)}; startProcess(${JSON.stringify(command)}, async () => {});`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'ignore' });
  await waitFor(() => existsSync(join(places.own, 'ready')));
  assert.is(listContainers(places).length, 1);
  child.kill('SIGKILL');
  await waitFor(() => listContainers(places).length === 0);
  assert.is(existsSync(join(places.own, 'over')), false, 'it did not end by itself');
  assert.is(await killMarkedProcesses(places.mark), 0);
});

real('containers of a piece of work are found by its mark, and removed while they run', async () => {
  const places = createPlaces(someone);
  const { over } = startContained(places, ': > ready; exec sleep 100');
  await waitFor(() => existsSync(join(places.own, 'ready')));
  await removeMarkedContainers(isolation, `${places.mark.slice(0, -1)}`);
  assert.is(listContainers(places).length, 1, 'a mark that only begins as its own');
  await removeMarkedContainers(isolation, places.mark);
  assert.equal(listContainers(places), []);
  assert.is((await over).code, 137);
});

real('memory, processes and processors have limits', async () => {
  const limited: Isolation = { ...isolation!, container: { ...isolation!.container!, cpus: 0.5 } };
  const places = createPlaces(someone);
  const script = 'cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/cpu/cpu.cfs_quota_us';
  const unified = 'cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/pids.max; cut -d" " -f1 /sys/fs/cgroup/cpu.max';
  const { output } = await runContained(places, `${script} 2>/dev/null || (${unified})`, {}, { isolation: limited, memoryMegabytes: 64 });
  assert.equal(output.trim().split('\n').slice(-3), ['67108864', '4096', '50000']);
  const fill = `"$NODE" -e 'const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1))'; echo "code $?"`;
  assert.match((await runContained(places, fill, {}, { memoryMegabytes: 128 })).output, /code 137\n/);
});

real('a link in /tmp is not followed by the runner when it makes places below it', async () => {
  const places = createPlaces(someone);
  const read = mkdtempSync(join('/tmp', 'slipway-test-'));
  try {
    mkdirSync(join(read, 'file'));
    const reads = [join(read, 'file')];
    assert.is((await runContained(places, 'ls', {}, { reads })).code, 0);
    rmSync(join(places.temporary, basename(read)), { recursive: true });
    symlinkSync(places.data, join(places.temporary, basename(read)));
    assert.throws(() => startContained(places, 'id', {}, { reads }), /is no folder any more/);
    assert.equal(readdirSync(places.data), ['slipway.key']);
  } finally {
    rmSync(read, { recursive: true });
  }
});

real('where the network is a proxy, listed hosts and the service are reached, nothing else', async () => {
  const server = createServer((request, response) => response.end(`answer to ${request.headers.host} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const way = await openGateway({ hosts: [`listed.example:${port}`], isPublic: isPublicAddress }, `http://127.0.0.1:${port}`, async () => [
    '127.0.0.1',
  ]);
  const proxied = (await findContainers({ kind: 'proxy', hosts: [], isPublic: isPublicAddress })).isolation!;
  const ask = (at: string, text: string): string =>
    `"$NODE" -e 'const s=require("net").connect(${at},"127.0.0.1",()=>s.write(${JSON.stringify(text)}))` +
    `.on("data",(d)=>process.stdout.write(d)).on("error",(e)=>console.log(e.code))'`;
  const inside = async (script: string) =>
    (await runContained(createPlaces(someone), script, {}, { isolation: { ...proxied, gateway: way.gateway } })).output;
  const get = (host: string): string => `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  try {
    assert.match(await inside(ask(`${port}`, get('service'))), 'answer to service /');
    const tunnel = (host: string): string => `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n${get('tunnel')}`;
    assert.match(await inside(ask('3128', tunnel(`listed.example:${port}`))), /200 .*answer to tunnel \//s);
    assert.match(await inside(ask('3128', tunnel('unlisted.example:443'))), /403 Forbidden/);
    assert.is(await inside(ask('9', 'x')), 'ECONNREFUSED\n');
  } finally {
    way.close();
    server.close();
  }
});

real('it is told by its program and its image', () => {
  assert.is(describeIsolation(isolation), 'docker (podman, image slipway-test:1), network none');
});

test.run();
