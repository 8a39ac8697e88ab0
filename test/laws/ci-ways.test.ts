// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reachable, wayCallers } from './ci-rights/reachable.ts';
import { startWaysWorld, ways } from './ci-rights/ways.ts';

const Ways = suite('roles and ways in the CI service');

Ways('a right bounds what happens: by no way does somebody get further than their role', async () => {
  const here = await startWaysWorld();
  const wrong: string[] = [];
  for (const [way, row] of Object.entries(reachable))
    for (const [caller, expected] of Object.entries(row)) {
      const effect = await ways[way]!(here, wayCallers[caller as keyof typeof wayCallers]);
      if (effect !== expected) wrong.push(`${caller} ${way}: ${effect}, not ${expected}`);
    }
  assert.equal(wrong, []);
  await here.close();
});

Ways.run();
