import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startCollector } from './collector.ts';

const test = suite('traces: what `slipway serve` loads');

/** The scripts of the build that a start and an end load, as V8 lists them. */
const listScripts = async (environment: { readonly [name: string]: string }): Promise<readonly string[]> => {
  const coverage = temporaryFolder({});
  const running = startSlipway(['serve', '--in-memory', '--port', '0', '--json'], {
    environment: { ...environment, NODE_V8_COVERAGE: coverage },
  });
  await running.printed(/"address"/);
  assert.is(await running.stop('SIGTERM'), 0);
  return readdirSync(coverage)
    .flatMap((name) => JSON.parse(readFileSync(join(coverage, name), 'utf8')).result as { url: string }[])
    .flatMap(({ url }) => /\/dist\/(?:chunks\/)?(.*?)(?:-[A-Z0-9]{8})?\.c?js$/.exec(url)?.[1] ?? []);
};

test('nothing that traces is loaded where no collector is named', async () => {
  const without = await listScripts({});
  assert.ok(without.includes('slipway') && !without.includes('start-tracing'), without.join());
  const collector = await startCollector();
  const named = await listScripts({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
  await collector.close();
  assert.ok(named.includes('start-tracing'), named.join());
});

test.run();
