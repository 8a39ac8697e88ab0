// watchdog: 180 s
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runMainJob } from '../src/main-job/run-main-job.ts';
import { findEngine } from 'slipway/engine/find-engine';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('main job');
const missing = (() => {
  try {
    findEngine();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();
const real = missing === undefined ? test : skipWithReason(test, missing);
const fixture = (name: string) => resolve(import.meta.dirname, 'fixtures', name);

real('it serves, synthesizes, applies, plans again and shows what exists', async () => {
  let values = '';
  await runMainJob({
    app: fixture('app'),
    folder: temporaryFolder(),
    print: (text) => {
      values += text;
    },
  });
  const reported = values
    .replace(/\d+\.\d s/g, 'N s')
    .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT')
    .replace(/(varset|prj)-\w{16}/g, '$1-ID')
    .replace(/\d+\.\d+\.\d+$/gm, 'VERSION')
    .replace(/complete after \d+s/g, 'complete after Ns')
    .replaceAll('with tofu', 'with terraform');
  assert.is(
    reported,
    `
1. Start the embedded service
   http://127.0.0.1:PORT, organization slipway
   N s

2. Synthesize the app
   N s

3. Initialize base with terraform VERSION
   N s

4. Plan base
   1 to create, 0 to update, 0 to replace, 0 to destroy
   N s

5. Apply base
   slipway_variable_set.shared: Creating...
   slipway_variable_set.shared: Creation complete after Ns [id=varset-ID]

   Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
   N s

6. Plan base again
   No changes.
   N s

What exists now in base:
  slipway_variable_set  shared  varset-ID

7. Initialize later with terraform VERSION
   N s

8. Plan later
   1 to create, 0 to update, 0 to replace, 0 to destroy
   N s

9. Apply later
   slipway_project.net: Creating...
   slipway_project.net: Creation complete after Ns [id=prj-ID]

   Apply complete! Resources: 1 added, 0 changed, 0 destroyed.
   N s

10. Plan later again
   No changes.
   N s

What exists now in later:
  slipway_project  net  prj-ID

Warnings:
  at synth, base/shared: shared is old-fashioned
`,
  );
});
real('an app that throws ends it with the message', async () => {
  const error = await runMainJob({ app: fixture('app-throws'), folder: temporaryFolder(), print: () => {} }).catch(
    (thrown: Error) => thrown,
  );
  assert.is((error as Error).message, 'The app stopped with an error:\n\n  TypeError: no names were given\n\n  at main.ts:8:34');
});
test.run();
