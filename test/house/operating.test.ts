import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveService } from '../../service/test/control/served.ts';
import { root } from '../support/repository-files.ts';

const test = suite('operating: metrics, their page and their dashboard');

/** Names of samples, as a query names them. */
const readSampleNames = async (): Promise<ReadonlySet<string>> => {
  const { request: ask, close } = await serveService({ test: false });
  try {
    await ask('GET /api/v2/ping');
    const { text } = await ask('GET /metrics');
    return new Set([...text.matchAll(/^([a-z]\w*)/gm)].map(([name]) => name));
  } finally {
    await close();
  }
};
const readText = (file: string): string => readFileSync(join(root, file), 'utf8');
const metricName = /\b(?:slipway|process|nodejs)_[a-z_]+\b/g;
const aggregates = /_(bucket|count|sum)$/;

test('the page names every metric, and only metrics there are', async () => {
  const samples = await readSampleNames();
  const told = [...readText('docs/operating.md').matchAll(/^\| (`[^|]*`) \|[^|]*\|[^|]*\|$/gm)].flatMap(
    ([, cell]) => cell!.match(metricName) ?? [],
  );
  assert.equal([...new Set(told)].toSorted(), [...new Set([...samples].map((name) => name.replace(aggregates, '')))].toSorted());
});

test('each query of the dashboard asks for metrics there are', async () => {
  const samples = await readSampleNames();
  const { panels } = JSON.parse(readText('docs/operating/grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  assert.is(queries.length, 18);
  assert.equal(
    queries.flatMap((query) => query.match(metricName) ?? []).filter((name) => !samples.has(name)),
    [],
  );
});

test.run();
