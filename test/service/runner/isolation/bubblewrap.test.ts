/** What a process in bubblewrap sees, and what it leaves to the runner: its end, its output, its signals. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { killMarkedProcesses } from '../../../../src/service/runner/marked-processes.ts';
import { createPlaces, isolated, run, start, users } from './sandboxed.ts';

const test = suite('processes in bubblewrap');
const real = isolated(test);

for (const user of users) {
  real(`${user}: it writes to its folder and to a /tmp of its own, and not to the system`, async () => {
    const places = createPlaces(user);
    const { output, code } = await run(
      places,
      'echo own > file; echo tmp > /tmp/file; touch /usr/file /etc/file /file; exit 7',
      'bubblewrap',
    );
    assert.is(code, 7);
    assert.is(readFileSync(`${places.own}/file`, 'utf8'), 'own\n');
    assert.is(readFileSync(`${places.temporary}/file`, 'utf8'), 'tmp\n');
    for (const file of ['/usr/file', '/etc/file', '/file']) {
      assert.match(output, `cannot touch '${file}': Read-only file system`);
      assert.is(existsSync(file), false);
    }
  });

  real(`${user}: it has no capability, and no other process is there`, async () => {
    const places = createPlaces(user);
    const { output } = await run(
      places,
      'grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status; ls -d /proc/[0-9]* | wc -l',
      'bubblewrap',
    );
    const [capabilities, privileges, processes] = output.split('\n');
    assert.is(capabilities, 'CapEff:\t0000000000000000');
    assert.is(privileges, 'NoNewPrivs:\t1');
    assert.ok(Number(processes) <= 5, output);
  });

  real(`${user}: its environment is the one that it was given, and stands in no command line`, async () => {
    const places = createPlaces(user);
    const { running, over } = start(places, 'env; sleep 0.4', 'bubblewrap', { SECRET: 'hunter-7394615' });
    await delay(200);
    const lines = (await import('node:fs'))
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        } catch {
          return '';
        }
      });
    assert.is(
      lines.some((line) => line.includes(places.own)),
      true,
      'the command line of bwrap was seen',
    );
    assert.is(
      lines.some((line) => line.includes('hunter-7394615')),
      false,
    );
    const { output } = await over;
    running.stop(0);
    assert.match(output, /^SECRET=hunter-7394615$/m);
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]!);
    assert.equal(names.sort(), ['DATA', 'NODE', 'OLDPWD', 'OTHER', 'OWN', 'PATH', 'PWD', 'SECRET', 'SLIPWAY_JOB']);
  });
}

real('an interruption reaches what runs inside, which ends in its own time', async () => {
  const places = createPlaces(users[0]);
  const { running, over } = start(
    places,
    `trap 'sleep 0.3; echo stored; exit 3' INT; echo ready; while :; do sleep 0.05; done`,
    'bubblewrap',
  );
  await delay(400);
  running.interrupt(5000);
  assert.equal(await over, { code: 3, signal: null, output: 'ready\nstored\n' });
});

real('what does not listen is ended after its time', async () => {
  const places = createPlaces(users[0]);
  const { running, over } = start(places, `trap '' INT TERM; echo ready; while :; do sleep 0.05; done`, 'bubblewrap');
  await delay(300);
  running.stop(300);
  const { output, signal } = await over;
  assert.is(output, 'ready\n');
  assert.is(signal, 'SIGKILL');
  assert.is(await killMarkedProcesses(places.mark), 0);
});

real('its processes are found by their mark from outside', async () => {
  const places = createPlaces(users[0]);
  const { over } = start(places, 'setsid sleep 100 & sleep 100', 'bubblewrap');
  await delay(400);
  assert.ok((await killMarkedProcesses(places.mark)) >= 3);
  assert.is.not((await over).code, 0);
});

test.run();
