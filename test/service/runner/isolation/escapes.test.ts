/**
 * Twelve ways out of a piece of work. Each is tried in bubblewrap, where it must fail, and without, where it works: so that a try that
 * could not succeed at all is noticed. Nothing is sent outside of this machine.
 */
// watchdog: 120 s
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { killMarkedProcesses } from '../../../../src/service/runner/marked-processes.ts';
import { LinkPlanted, readOwnFile, writeOwnFile } from '../../../../src/service/runner/own-files.ts';
import { createPlaces, isolated, type Places, run, type User, users } from './sandboxed.ts';

/** What is there to be reached: a process with a secret, and sockets of a service. */
interface Targets {
  readonly places: Places;
  readonly victim: ChildProcess;
  readonly variables: { readonly [name: string]: string };
  close(): Promise<void>;
}

const listen = (place: string | undefined): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.end('CANARY of a socket')).on('error', () => undefined);
    if (place === undefined) server.listen(0, '127.0.0.1', () => resolve(server));
    else server.listen(place, () => resolve(server));
  });

const createTargets = async (user: User): Promise<Targets> => {
  const places = createPlaces(user);
  const socket = join(places.data, 'service.sock');
  const servers = [await listen(socket), await listen(undefined)];
  chmodSync(socket, 0o777);
  const identity = user === 'ordinary' ? { uid: 65_534, gid: 65_534 } : {};
  const victim = spawn('/bin/sleep', ['100'], { env: { SECRET: 'CANARY of a process' }, stdio: 'ignore', ...identity });
  const { port } = servers[1]!.address() as { port: number };
  return {
    places,
    victim,
    variables: { SOCKET: socket, PORT: `${port}`, VICTIM: `${victim.pid}` },
    close: async () => {
      victim.kill('SIGKILL');
      await killMarkedProcesses(places.mark);
      for (const server of servers) server.close();
    },
  };
};

const connectTo = (place: string): string =>
  `"$NODE" -e 'require("net").connect(${place}).on("data",(d)=>console.log(String(d))).on("error",(e)=>console.log(e.code))'`;

/** Each prints CANARY when it succeeds. `as`: the user who could do it at all; undefined: everybody. */
const ways: readonly { readonly name: string; readonly script: string; readonly as?: User }[] = [
  { name: "another run's folder", script: 'cat "$OTHER/secret"; echo x > "$OTHER/new" && echo CANARY' },
  { name: 'the data folder', script: 'cat "$DATA/slipway.key"; echo x > "$DATA/new" && echo CANARY' },
  {
    name: '/proc: the environment of another process',
    script: 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep SECRET=CANARY',
  },
  {
    name: '/proc: a setting of the machine',
    script: 'v=$(cat /proc/sys/vm/swappiness); echo "$v" > /proc/sys/vm/swappiness && echo CANARY',
    as: 'root',
  },
  {
    // Who reads the memory of a process has to have the right to trace it.
    name: 'ptrace: the memory of another process',
    script:
      'for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline | grep -q "^/bin/sleep 100" || continue; ' +
      'a=$(head -1 $p/maps | cut -d- -f1); dd if=$p/mem bs=1 count=4 skip=$((0x$a)) 2>/dev/null | grep -q ELF && echo CANARY; done',
  },
  { name: 'a signal to another process', script: 'kill -0 "$VICTIM" && echo CANARY' },
  { name: 'a socket of the service', script: connectTo('process.env.SOCKET') },
  { name: 'a setuid program', script: '"$OWN/identity" -u | grep -x 0 && echo CANARY', as: 'ordinary' },
  { name: 'a device that it makes', script: 'mknod "$OWN/device" c 1 3 && echo CANARY', as: 'root' },
  {
    name: 'a full disk of its own: memory that is shared',
    script: 'head -c 100000000 /dev/zero > /dev/shm/$$.fill && echo CANARY; rm -f /dev/shm/$$.fill',
  },
  { name: 'the loopback of the host, where the network is none', script: connectTo('Number(process.env.PORT), "127.0.0.1"') },
];

const test = suite('what runs cannot leave its sandbox');
const real = isolated(test);

for (const user of users)
  for (const { name, script, as } of ways) {
    if (as !== undefined && as !== user && user !== 'own') continue;
    real(`${user}: ${name}`, async () => {
      const { places, variables, close } = await createTargets(user);
      try {
        if (as === 'ordinary' && user !== 'own') {
          copyFileSync(execFileSync('sh', ['-c', 'command -v id'], { encoding: 'utf8' }).trim(), join(places.own, 'identity'));
          chmodSync(join(places.own, 'identity'), 0o4755);
        }
        const inside = await run(places, script, 'bubblewrap', variables);
        assert.not.match(inside.output, /CANARY/, inside.output);
        if (user === 'own' && as !== undefined) return;
        const outside = await run(places, script, 'none', variables);
        assert.match(outside.output, /CANARY/, outside.output);
      } finally {
        await close();
      }
    });
  }

for (const user of users)
  real(`${user}: a process that stays, and one that left its session`, async () => {
    const places = createPlaces(user);
    const script = '(setsid sleep 100 >/dev/null 2>&1 &) ; sleep 0.2; echo over';
    assert.is((await run(places, script, 'bubblewrap')).output, 'over\n');
    await delay(100);
    assert.is(await killMarkedProcesses(places.mark), 0);
    assert.is((await run(places, script, 'none')).output, 'over\n');
    assert.is(await killMarkedProcesses(places.mark), 1);
  });

for (const user of users)
  real(`${user}: a fork bomb of 200 processes is gone with its first process`, async () => {
    const places = createPlaces(user);
    const script = 'i=0; while [ $i -lt 200 ]; do setsid sleep 100 >/dev/null 2>&1 & i=$((i+1)); done; sleep 0.3; echo over';
    assert.is((await run(places, script, 'bubblewrap')).output, 'over\n');
    await delay(100);
    assert.is(await killMarkedProcesses(places.mark), 0);
    assert.is((await run(places, script, 'none')).output, 'over\n');
    assert.is(await killMarkedProcesses(places.mark), 200);
  });

for (const user of users.filter((one) => one !== 'root'))
  real(`${user}: more processes than its sandbox may have, where no cgroup limits them`, async () => {
    const places = createPlaces(user);
    const script = 'i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo CANARY';
    const { output } = await run(places, script, 'bubblewrap', {}, { processes: 40 });
    assert.match(output, /fork/);
    assert.not.match(output, /CANARY/);
    assert.match((await run(places, script, 'bubblewrap', {}, { processes: 80 })).output, /CANARY/);
  });

real('a link planted for the next run is neither read nor written through by the runner', async () => {
  const places = createPlaces(users[0]);
  const key = join(places.data, 'slipway.key');
  await run(places, 'ln -s "$DATA/slipway.key" plan; ln -s "$DATA" folder; mkfifo pipe', 'bubblewrap');
  assert.equal(readdirSync(places.own).sort(), ['folder', 'pipe', 'plan']);
  assert.is(readFileSync(join(places.own, 'plan'), 'utf8'), 'CANARY of the service', 'a plain read follows it');
  assert.is(await readOwnFile(places.own, 'plan'), undefined);
  assert.is(await readOwnFile(places.own, 'folder/slipway.key'), undefined);
  assert.is(await readOwnFile(places.own, '../data/slipway.key'), undefined);
  assert.is(await readOwnFile(places.own, 'pipe'), undefined);
  await writeOwnFile(places.own, 'plan', 'of the runner');
  assert.is(await readOwnFile(places.own, 'plan').then(String), 'of the runner');
  await writeOwnFile(places.own, 'folder/slipway.key', 'of the runner').then(
    () => assert.unreachable('it was written'),
    (error: unknown) => assert.instance(error, LinkPlanted),
  );
  assert.is(readFileSync(key, 'utf8'), 'CANARY of the service');
});

real('a folder of the service is covered where what a run reads contains it', async () => {
  const places = createPlaces(users[0]);
  symlinkSync(places.data, join(places.other, 'link'));
  const above = join(places.data, '..');
  const { isolation } = await (await import('./sandboxed.ts')).findBubblewrap();
  const shows = { isolation: { ...isolation!, reads: [above] } };
  const hides = { isolation: { ...isolation!, reads: [above], hides: [places.data, join(places.other, 'secret')] } };
  assert.match((await run(places, 'cat "$DATA/slipway.key"', 'bubblewrap', {}, shows)).output, /CANARY of the service/);
  const script = 'cat "$DATA/slipway.key" "$OTHER/link/slipway.key" "$OTHER/secret"; ls "$OTHER"; touch "$DATA/file" || echo read-only';
  const { output } = await run(places, script, 'bubblewrap', {}, hides);
  assert.not.match(output, /CANARY/);
  assert.match(output, /^secret$/m);
  assert.match(output, /^read-only$/m);
});

test.run();
