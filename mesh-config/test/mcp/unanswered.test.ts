import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectSink } from './sink.ts';
import { startMcpSource } from './start-mcp-source.ts';

const test = suite('mesh-config requests that are not answered');

test('a refused trigger is no request; any other answer to it asks for a collection that is not served', async () => {
  const there = await startMcpSource();
  const one = connectSink(there.address);
  there.publish(1, 'default/front');
  one.sendRequest({ collection: '$triggerCollection', error_detail: { code: 12, message: 'unsupported' } });
  one.sendRequest({ collection: 'test/gateways' });
  assert.is((await one.next()).collection, 'test/gateways');
  assert.equal(
    there.metrics.lines('sizes').filter((line) => line.includes('$triggerCollection')),
    [],
  );
  one.sendRequest({ collection: '$triggerCollection' });
  assert.equal(await one.ended, { code: 3, details: 'unsupported collection "$triggerCollection"' });
  one.close();
  await there.stop();
});
test('collections that sinks of the reference request, and that nobody serves, are never answered', async () => {
  const there = await startMcpSource();
  const one = connectSink(there.address);
  for (const collection of [
    'k8s/apiextensions.k8s.io/v1beta1/customresourcedefinitions',
    'k8s/apps/v1/deployments',
    'k8s/core/v1/configmaps',
    'k8s/core/v1/pods',
    'k8s/core/v1/secrets',
    'test/gateways',
  ])
    one.sendRequest({ collection });
  there.publish(1, 'default/front');
  assert.equal([(await one.next()).collection, one.waiting()], ['test/gateways', 0]);
  one.close();
  await there.stop();
});
test.run();
