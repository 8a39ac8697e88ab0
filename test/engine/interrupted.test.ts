import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';
// watchdog: 120 s

const Interrupted = suite('an apply that is interrupted');
const real = engine.found ? Interrupted : skipWithReason(Interrupted, engine.reason);
let fixture: EngineFixture;

Interrupted.before(async () => {
  if (engine.found) fixture = await startFixture();
});
Interrupted.after(() => fixture?.close());

const count = 15;
/** Each is created by two requests: the workspace, then its flat tags. */
const configuration = `
resource "slipway_workspace" "w" {
  count     = ${count}
  name      = "w-\${count.index}"
  tag_names = ["web"]
}`;
const names = async () =>
  ((await fixture.api('GET', '/organizations/acme/workspaces?page%5Bsize%5D=100')).body.data as any[])
    .map((one) => one.attributes.name as string)
    .sort();
const instances = (): readonly any[] => (JSON.parse(fixture.stateText()).resources as readonly any[]).flatMap((one) => one.instances);

real('Ctrl-C: a create in flight is finished, nothing is tainted, and the state knows what exists', async () => {
  await fixture.control('POST', '/faults', { fault: 'slow', path: '/api/v2/*', times: 'always', milliseconds: 400 });
  fixture.write(configuration);
  const stop = new AbortController();
  let isStopping = false;
  const onOutput = (text: string): void => {
    if (isStopping || !text.includes('Creating...')) return;
    isStopping = true;
    void sleep(200).then(() => stop.abort());
  };
  await fixture.run(['apply', '-auto-approve', '-no-color', '-parallelism=10'], 1, {}, { signal: stop.signal, onOutput });
  await fixture.control('DELETE', '/faults');
  const created = instances()
    .map(({ attributes }) => attributes.name as string)
    .sort();
  assert.ok(created.length > 0 && created.length < count, `${created.length} of ${count} were created`);
  assert.equal(
    instances().filter(({ status }) => status === 'tainted'),
    [],
  );
  assert.equal(await names(), created);
  assert.equal(
    instances().map(({ attributes }) => attributes.tag_names),
    created.map(() => ['web']),
  );
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(instances().length, count);
});
Interrupted.run();
