/** The response to HEAD is that to GET without its body: the same status, type and length (RFC 9110, 9.3.2). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RunningService, openService } from '../../src/start.ts';

const test = suite<{ service: RunningService }>('HEAD over a socket');
test.before(async (context) => {
  context.service = await openService({ store: 'memory', token: 'first', test: true });
});
test.after(({ service }) => service.close());

const paths = [
  '/api/v2/organizations/slipway',
  '/api/v2/organizations/slipway/projects',
  '/api/v2/organizations/elsewhere',
  '/api/v2/no-such-path',
  '/.well-known/terraform.json',
  '/api/v2/me',
  '/api/v2/context?owner-id=nobody',
  '/_local/health',
  '/_local/openapi/ci',
  '/_local/no-such-path',
];
const describe = async ({ address }: RunningService, method: string, path: string) => {
  const response = await fetch(`${address}${path}`, { method, headers: { authorization: 'Bearer first' } });
  const text = await response.text();
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), length: Number(headers.get('content-length')), bytes: Buffer.byteLength(text) };
};

for (const path of paths)
  test(path, async ({ service }) => {
    const [get, head] = [await describe(service, 'GET', path), await describe(service, 'HEAD', path)];
    assert.ok(get.bytes > 0);
    assert.is(get.length, get.bytes);
    assert.equal(head, { ...get, bytes: 0 });
  });

test.run();
