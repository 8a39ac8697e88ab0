import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteInitialized } from '../src/app/initialized-stack.ts';
import { holdOutput, workWithPresumedEngine } from '../src/app/presumed-engine.ts';
import type { Engine } from 'slipway/engine/find-engine';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('a plan that begins before the engine has said its version');

const environment = { TF_REATTACH_PROVIDERS: '{}' };
const before = { name: 'terraform', path: '/usr/bin/terraform', version: '1.11.4' } as const;
const createFolder = (): string => {
  const folder = temporaryFolder({ 'cdk.tf.json': '{"terraform":{}}' });
  noteInitialized({ folder, engine: before, environment });
  return folder;
};
const searchOf = (engine: Promise<Engine>, found?: Engine) => ({ path: '/usr/bin/terraform', engine, found: () => found });

test('is one with the engine of the last time; its output is held back until the version is there', async () => {
  let answer!: (engine: Engine) => void;
  const engine = new Promise<Engine>((resolve) => (answer = resolve));
  const printed: string[] = [];
  const done = await workWithPresumedEngine(searchOf(engine), { folder: createFolder(), environment }, async (presumed) => {
    assert.equal(presumed.engine, { name: 'terraform', path: '/usr/bin/terraform', version: '1.11.4' });
    const onOutput = holdOutput(presumed.confirmed, (text, stream) => printed.push(`${stream}: ${text}`));
    onOutput('early', 'stdout');
    await Promise.resolve();
    assert.equal(printed, []);
    answer(before);
    await presumed.confirmed;
    onOutput('late', 'stderr');
  });
  assert.is(done, true);
  assert.equal(printed, ['stdout: early', 'stderr: late']);
});

test('is stopped and counts for nothing when the engine has another version or is another product', async () => {
  for (const other of [
    { ...before, version: '1.15.9' },
    { ...before, name: 'tofu' as const },
  ]) {
    const printed: string[] = [];
    let stopped = false;
    const done = await workWithPresumedEngine(
      searchOf(Promise.resolve(other)),
      { folder: createFolder(), environment },
      async (presumed) => {
        const onOutput = holdOutput(presumed.confirmed, (text) => printed.push(text));
        onOutput('of the other engine', 'stdout');
        presumed.signal.addEventListener('abort', () => (stopped = true));
        await presumed.confirmed;
        assert.unreachable();
      },
    );
    assert.equal([done, stopped, printed], [false, true, []]);
  }
});

test('is none where the version is there, or the folder was initialized with other settings, by another program, or never', async () => {
  const never = async () => assert.unreachable();
  const [known, waiting] = [searchOf(Promise.resolve(before), before), searchOf(Promise.resolve(before))];
  assert.is(await workWithPresumedEngine(known, { folder: createFolder(), environment }, never), false);
  assert.is(
    await workWithPresumedEngine(waiting, { folder: createFolder(), environment: { ...environment, TF_DATA_DIR: 'x' } }, never),
    false,
  );
  assert.is(await workWithPresumedEngine({ ...waiting, path: '/opt/terraform' }, { folder: createFolder(), environment }, never), false);
  assert.is(await workWithPresumedEngine(waiting, { folder: temporaryFolder(), environment }, never), false);
});

test('a failure of the plan is reported as it is, but that of the engine where it cannot be used', async () => {
  const failing = workWithPresumedEngine(searchOf(Promise.resolve(before)), { folder: createFolder(), environment }, async () => {
    throw new Error('could not plan');
  });
  const tooOld = workWithPresumedEngine(
    searchOf(Promise.reject(new Error('too old'))),
    { folder: createFolder(), environment },
    (presumed) => presumed.confirmed,
  );
  const missing = workWithPresumedEngine(
    searchOf(Promise.reject(new Error('does not start'))),
    { folder: createFolder(), environment },
    async () => {
      throw new Error('spawn ENOENT');
    },
  );
  assert.equal(
    (await Promise.allSettled([failing, tooOld, missing])).map((one) =>
      one.status === 'rejected' ? (one.reason as Error).message : 'done',
    ),
    ['could not plan', 'too old', 'does not start'],
  );
});

test.run();
