import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { ownerHeaders, serveService } from '../control/served.ts';
import { renderTree, startCollector } from './collector.ts';

const test = suite('traces over PostgreSQL');
const server = await startPostgres();
const real = typeof server === 'string' ? skipWithReason(test, server) : test;

real('writes that share a commit have their own statements', async () => {
  if (typeof server === 'string') return;
  const collector = await startCollector();
  const { url } = await server.database('traces');
  const { request, close } = await serveService({
    store: url,
    masterKey: { value: 'k'.repeat(43) },
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_BSP_SCHEDULE_DELAY: '20' },
  });
  try {
    const names = ['one', 'two', 'three'];
    await Promise.all(
      names.map((name) =>
        request('POST /api/v2/organizations/acme/projects', {
          body: { data: { type: 'projects', attributes: { name } } },
          headers: ownerHeaders,
        }),
      ),
    );
    const requests = await collector.waitForRequests(3);
    const trees = requests.map(({ traceId }) => renderTree(collector.spans.filter((span) => span.traceId === traceId)));
    for (const tree of trees) {
      assert.is(tree[0], 'POST /organizations/{organization_name}/projects');
      assert.is(tree.filter((line) => line === '  store.write').length, 1, tree.join('\n'));
      assert.ok(tree.includes('    insert records'), tree.join('\n'));
    }
    // One project and one entry of the audit trail for each, wherever in a group it stood.
    assert.equal(new Set(trees.map((tree) => tree.filter((line) => line.includes('insert')).join())).size, 1, trees.flat().join('\n'));
    assert.is(collector.spans.find(({ name }) => name === 'insert records')!.attributes['db.system.name'], 'stringValue postgresql');
  } finally {
    await close();
    await collector.close();
    await server.stop();
  }
});

test.run();
