/**
 * Twelve ways out of a piece of work. Each is tried in bubblewrap, where it must fail, and without, where it works: so that a try that
 * could not succeed at all is noticed. Nothing is sent outside of this machine.
 */
// watchdog: 120 s
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { killMarkedProcesses } from '../../../src/runner/marked-processes.ts';
import { LinkPlanted, readOwnFile, writeOwnFile } from '../../../src/runner/own-files.ts';
import { createPlaces, isolated, run, users } from './sandboxed.ts';
import { createTargets, placeSetuidProgram, ways } from './ways-out.ts';

const test = suite('what runs cannot leave its sandbox');
const real = isolated(test);

for (const user of users)
  for (const { name, script, as } of ways) {
    if (as !== undefined && as !== user && user !== 'own') continue;
    real(`${user}: ${name}`, async () => {
      const { places, variables, close } = await createTargets(user);
      try {
        if (as === 'ordinary' && user !== 'own') placeSetuidProgram(places);
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
for (const user of users)
  real(`${user}: a variable that the loader of programs reads, in the program that makes the sandbox`, async () => {
    const places = createPlaces(user);
    const variables = { LD_DEBUG: 'libs', LD_DEBUG_OUTPUT: join(places.data, 'trace') };
    const traces = (): readonly string[] => readdirSync(places.data).filter((name) => name.startsWith('trace.'));
    assert.match((await run(places, 'echo "$LD_DEBUG"', 'bubblewrap', variables)).output, /^libs$/m);
    assert.equal(traces(), []);
    await run(places, 'true', 'none', variables);
    assert.ok(traces().length > 0);
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
