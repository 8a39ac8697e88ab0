import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ServedService, serveService } from '../../control/served.ts';

const test = suite<{ service: ServedService }>('IP ranges');
test.before(async (context) => {
  context.service = await serveService();
});
test.after(async ({ service }) => {
  await service.close();
});

const read = async ({ request }: ServedService, since?: string) =>
  request('GET /api/meta/ip-ranges', since === undefined ? {} : { headers: { 'if-modified-since': since } });

test('are this machine, and tell since when', async ({ service }) => {
  const { status, headers, body } = await read(service);
  assert.equal([status, headers['last-modified']], [200, 'Sun, 22 Nov 2026 00:00:00 GMT']);
  const ranges = ['127.0.0.1/32', '::1/128'];
  assert.equal(body, { api: ranges, notifications: ranges, sentinel: ranges, vcs: ranges });
});

test('who knows them as they are gets 304 without a body, on a connection that stays usable', async ({ service }) => {
  for (const since of ['Sun, 22 Nov 2026 00:00:00 GMT', 'Mon, 23 Nov 2026 10:00:00 GMT']) {
    const { status, text, headers } = await read(service, since);
    assert.equal(
      [status, text, headers['content-length'], headers['last-modified']],
      [304, '', undefined, 'Sun, 22 Nov 2026 00:00:00 GMT'],
    );
    assert.is((await read(service)).status, 200);
  }
});

test('who knows older ones, or sends no date, gets them', async ({ service }) => {
  for (const since of ['Sat, 21 Nov 2026 23:59:59 GMT', 'soon', '']) assert.is((await read(service, since)).status, 200, since);
});

test.run();
