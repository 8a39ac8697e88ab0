/** What a process in bubblewrap sees, and what it leaves to the runner: its end, its output, its signals. */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { killMarkedProcesses } from '../../../src/runner/marked-processes.ts';
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

  real(`${user}: it can write to its folders, and to three places in memory, of 64 MB each`, async () => {
    const places = createPlaces(user);
    const script =
      `cut -d' ' -f5 /proc/self/mountinfo | sort -u | sed "s:^$OWN\\$:OWN:;s:^\${OWN%own}tmp\\$:TMP:" | LC_ALL=C sort | ` +
      `while read -r at; do case $at in OWN) in=$OWN ;; TMP) in=\${OWN%own}tmp ;; *) in=$at ;; esac; ` +
      `[ -d "$in" ] && touch "$in/probe" 2>/dev/null && echo "$at"; done; ` +
      'df --output=size /run /var/tmp /dev/shm | tail -n 3; touch /etc/ssl/probe /dev/probe';
    const { output } = await run(places, script, 'bubblewrap');
    assert.equal(
      output.split('\n').map((line) => line.trim()),
      [
        '/dev/shm',
        '/run',
        '/tmp',
        '/var/tmp',
        'OWN',
        'TMP',
        '65536',
        '65536',
        '65536',
        "touch: cannot touch '/etc/ssl/probe': Read-only file system",
        "touch: cannot touch '/dev/probe': Read-only file system",
        '',
      ],
    );
  });

  real(`${user}: it reads of /etc what the system has there, and nothing else is there`, async () => {
    const { output } = await run(
      createPlaces(user),
      'ls -A /etc; echo; cat /etc/passwd /etc/resolv.conf; readlink /etc/localtime',
      'bubblewrap',
    );
    const names = output.slice(0, output.indexOf('\n\n'));
    const known =
      'alternatives crypto-policies gai.conf group host.conf hosts ld.so.cache localtime mime.types nsswitch.conf os-release passwd pki ' +
      'protocols resolv.conf services ssl timezone';
    assert.equal(
      names.split('\n').filter((name) => !known.split(' ').includes(name)),
      [],
    );
    assert.ok(names.includes('passwd'));
    const zone = existsSync('/etc/localtime') && lstatSync('/etc/localtime').isSymbolicLink() ? `${realpathSync('/etc/localtime')}\n` : '';
    assert.is(output.slice(names.length + 2), `${readFileSync('/etc/passwd', 'utf8')}${readFileSync('/etc/resolv.conf', 'utf8')}${zone}`);
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
