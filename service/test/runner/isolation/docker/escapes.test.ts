/**
 * The ways out of `ways-out.ts`, tried in a container of Podman, where each must fail. That each works without a sandbox is shown beside
 * bubblewrap.
 */
// watchdog: 180 s
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { killMarkedProcesses } from '../../../../src/runner/marked-processes.ts';
import { readOwnFile } from '../../../../src/runner/own-files.ts';
import { createPlaces, users } from '../sandboxed.ts';
import { createTargets, placeSetuidProgram, ways } from '../ways-out.ts';
import { contained, findContainers, runContained } from './contained.ts';

const test = suite('what runs cannot leave its container');
const real = contained(test);
const { isolation } = await findContainers();

for (const user of users) {
  for (const { name, script, as } of ways)
    real(`${user}: ${name}`, async () => {
      const { places, variables, close } = await createTargets(user);
      try {
        if (as === 'ordinary' && user === 'ordinary') placeSetuidProgram(places);
        const { output, code } = await runContained(places, `echo begun; ${script}; echo over`, variables);
        assert.is(code, 0, output);
        assert.match(output, /^begun\n[^]*over\n$/);
        assert.not.match(output, /CANARY/);
      } finally {
        await close();
      }
    });

  real(`${user}: a fork bomb of 200 processes is gone with its first process`, async () => {
    const places = createPlaces(user);
    const script = 'i=0; while [ $i -lt 200 ]; do setsid sleep 100 >/dev/null 2>&1 & i=$((i+1)); done; sleep 0.3; echo over';
    assert.is((await runContained(places, script)).output, 'over\n');
    assert.is(await killMarkedProcesses(places.mark), 0);
  });

  real(`${user}: a variable that the loader of programs reads, in the client`, async () => {
    const places = createPlaces(user);
    const variables = { LD_DEBUG: 'libs', LD_DEBUG_OUTPUT: join(places.data, 'trace') };
    assert.match((await runContained(places, 'echo "$LD_DEBUG"', variables)).output, /^libs$/m);
    assert.equal(readdirSync(places.data), ['slipway.key']);
  });
}

real('a link planted for the next run is not read through by the runner', async () => {
  const places = createPlaces(users[0]);
  await runContained(places, 'ln -s "$DATA/slipway.key" plan; ln -s "$DATA" folder');
  assert.is(readFileSync(join(places.own, 'plan'), 'utf8'), 'CANARY of the service', 'a plain read follows it');
  assert.is(await readOwnFile(places.own, 'plan'), undefined);
  assert.is(await readOwnFile(places.own, 'folder/slipway.key'), undefined);
});

real('a folder of the service is covered where what a run reads contains it', async () => {
  const places = createPlaces(users[0]);
  symlinkSync(places.data, join(places.other, 'link'));
  const above = join(places.data, '..');
  const shows = { isolation: { ...isolation!, reads: [above] } };
  const hides = { isolation: { ...isolation!, reads: [above], hides: [places.data, join(places.other, 'secret')] } };
  assert.match((await runContained(places, 'cat "$DATA/slipway.key"', {}, shows)).output, /CANARY of the service/);
  const script = 'cat "$DATA/slipway.key" "$OTHER/link/slipway.key" "$OTHER/secret"; ls "$OTHER"';
  const { output } = await runContained(places, script, {}, hides);
  assert.not.match(output, /CANARY/);
  assert.match(output, /^secret$/m);
});

test.run();
