import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceUuids, statusAndMessage } from '../support.ts';
import { april, type ExportTestService, startExportService, createJobRun, createWorkflowRun } from './export-service.ts';
import { createOrganization } from '../../creators.ts';

const usage = suite<{ bench: ExportTestService }>('CI usage exports');
usage.before.each(async (context) => {
  context.bench = await startExportService();
});
usage.after.each(async (context) => {
  await context.bench.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const nowhere = 'aaaaaaaa-0000-4000-8000-000000000000';

/** One job that ran. */
const ran = async (bench: ExportTestService): Promise<void> => {
  const { id } = await bench.project('web', bench.org);
  await bench.store.write((tx) => tx.ledger.addRun(createWorkflowRun(bench.org, id, 1), [createJobRun(bench.org, id, 1)]));
};

usage('an export is created, processing and completed, and has an address then', async ({ bench }) => {
  await ran(bench);
  const created = await bench.start();
  assert.equal(
    [created.status, JSON.stringify(replaceUuids(created.body))],
    [
      201,
      '{"usage_export_job_id":"#1","state":"created","start":"2026-04-01T00:00:00.000Z",' +
        '"end":"2026-05-01T00:00:00.000Z","download_urls":null}',
    ],
  );
  const id = created.body.usage_export_job_id;
  await bench.wait(99);
  assert.is((await bench.read(id)).state, 'created');
  await bench.wait(1);
  assert.equal([(await bench.read(id)).state, (await bench.read(id)).download_urls], ['processing', null]);
  await bench.wait(100);
  const { state, download_urls: urls, ...rest } = await bench.read(id);
  assert.equal(
    [state, rest],
    ['completed', { usage_export_job_id: id, start: '2026-04-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' }],
  );
  assert.is(urls.length, 1);
  // 36 hours after 2026-05-01T12:00:00.200Z.
  assert.match(
    urls[0],
    new RegExp(`^http://[^/]+/api/v2/usage-export/${id}/part-1\\.csv\\.gz\\?expires=1777766400&signature=[A-Za-z0-9_-]{43}$`),
  );
  assert.equal((await bench.read(id)).download_urls, urls, 'the address stays what it is');
  const { status, type, bytes } = await bench.get(urls[0]);
  assert.equal([status, type, bytes.subarray(0, 2).toString('hex')], [200, 'application/gzip', '1f8b']);
});

usage('one in which nothing ran is completed without an address', async ({ bench }) => {
  const { body } = await bench.start();
  await bench.wait(200);
  const { state, download_urls: urls } = await bench.read(body.usage_export_job_id);
  assert.equal([state, urls], ['completed', null]);
});

usage('an address that was not given out, or is over, is 403; after its end everything is gone', async ({ bench }) => {
  await ran(bench);
  const { body } = await bench.start();
  await bench.wait(200);
  const [url] = (await bench.read(body.usage_export_job_id)).download_urls;
  const get = async (address: string) => {
    const { status, bytes } = await bench.get(address);
    return [status, JSON.parse(bytes.toString()).message];
  };
  const never = [403, 'this URL has no valid signature; read the usage export again for its download URLs'];
  for (const other of [
    url.replace(/signature=./, (text: string) => (text.endsWith('A') ? 'signature=B' : 'signature=A')),
    url.replace('part-1', 'part-2'),
    url.replace(/expires=\d+/, 'expires=9999999999'),
    url.replace(body.usage_export_job_id, nowhere),
    url.replace(/&signature=.*/, ''),
    url.replace(/\?.*/, ''),
    `${url}AA`,
  ])
    assert.equal(await get(other), never, other);
  bench.clock.advance(36 * 3_600_000 - 1000);
  assert.is((await bench.get(url)).status, 200);
  bench.clock.advance(1000);
  assert.equal(await get(url), [403, 'this download URL has expired; create another export']);
  await bench.wait(0);
  assert.equal(statusAndMessage(await bench.ci(`GET /organizations/${bench.org}/usage_export_job/${body.usage_export_job_id}`)), [
    404,
    gone(`the usage export ${body.usage_export_job_id}`),
  ]);
  assert.equal(
    await bench.store.read(async (view) => [await view.count({ kind: 'ci-usage-exports' }), await view.count({ kind: 'ci-usage-parts' })]),
    [0, 0],
  );
});

usage('at most 366 days back, at most 31 days long, and not from behind', async ({ bench }) => {
  const post = async (start: unknown, end: unknown) => {
    const answer = await bench.start({ start, end });
    return answer.status === 201 ? 201 : statusAndMessage(answer);
  };
  assert.is(await post('2025-04-30T12:00:00Z', '2025-05-31T12:00:00Z'), 201);
  assert.equal(await post('2025-04-30T11:59:59.999Z', '2025-05-01T00:00:00Z'), [
    400,
    'start: is more than a year ago: usage data is available for the last 366 days',
  ]);
  assert.equal(await post('2026-04-01T00:00:00Z', '2026-05-02T00:00:00.001Z'), [400, 'end: is more than 31 days after start']);
  assert.equal(await post('2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z'), [400, 'end: expected a time after start']);
  assert.is(await post('2026-04-01T02:00:00+02:00', '2026-05-02T00:00:00Z'), 201, 'exactly 31 days, with an offset');
  const words = 'expected a date-time such as 2026-05-01T00:00:00Z';
  assert.equal(await post('2026-04-01', 7), [400, `start: ${words}, got "2026-04-01"; end: ${words}, got a number`]);
  assert.equal(await post('2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z'), [400, `end: ${words}, got "2026-13-01T00:00:00Z"`]);
  assert.equal(statusAndMessage(await bench.start({})), [400, `start: is required: ${words}; end: is required: ${words}`]);
  assert.equal(statusAndMessage(await bench.start({ ...april, format: 'csv' })), [
    400,
    'format: is not a known member; expected start, end, shared_org_ids',
  ]);
});

usage('ten in an hour of one organization, then 429 until an hour after the first', async ({ bench }) => {
  for (let count = 0; count < 10; count++) {
    assert.is((await bench.start()).status, 201);
    bench.clock.advance(60_000);
  }
  const eleventh = await bench.start();
  assert.equal(
    [...statusAndMessage(eleventh), eleventh.headers.get('retry-after')],
    [429, 'an organization may create at most 10 exports per hour; try again later', '3000'],
  );
  assert.is((await bench.start(april, 'acme-token')).status, 429, 'whoever asks');
  bench.clock.advance(3_000_000 - 1);
  assert.is((await bench.start()).status, 429);
  bench.clock.advance(1);
  assert.is((await bench.start()).status, 201);
  assert.is((await bench.start()).status, 429, 'a minute later the second is an hour old');
});

usage("organizations that share it must be the caller's, and are exported as well", async ({ bench }) => {
  await createOrganization(bench, 'initech');
  const all = (await bench.ci('GET /me/collaborations')).body;
  const initech = all.find(({ name }: any) => name === 'initech').id;
  const globex = (await bench.store.read((view) => view.getByKey('ci-organizations', '', 'globex')))!.id;
  const { id: web } = await bench.project('web', bench.org);
  const { id: mail } = await bench.project('mail', initech);
  await bench.store.write(async (tx) => {
    await tx.ledger.addRun(createWorkflowRun(bench.org, web, 1), [createJobRun(bench.org, web, 1)]);
    await tx.ledger.addRun(createWorkflowRun(initech, mail, 2), [createJobRun(initech, mail, 2)]);
  });
  const projects = async (shared: readonly string[] | undefined) => {
    const { body } = await bench.start({ ...april, ...(shared ? { shared_org_ids: shared } : {}) });
    await bench.wait(200);
    return (await bench.files(body.usage_export_job_id)).flatMap((text) =>
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[4]),
    );
  };
  assert.equal(await projects(undefined), ['web']);
  assert.equal(await projects([initech.toUpperCase(), initech, bench.org]), ['web', 'mail']);
  for (const id of [globex, nowhere])
    assert.equal(statusAndMessage(await bench.start({ ...april, shared_org_ids: [initech, id] })), [
      400,
      `shared_org_ids: expected ids of your organizations; "${id}" is none`,
    ]);
  assert.equal(statusAndMessage(await bench.start({ ...april, shared_org_ids: ['x'] })), [
    400,
    'shared_org_ids: expected a list of at most 100 UUIDs, got a list',
  ]);
});

usage("another organization's is not there", async ({ bench }) => {
  const { body } = await bench.start();
  const id = body.usage_export_job_id;
  assert.equal(statusAndMessage(await bench.start(april, 'stranger-token')), [404, gone(`the organization ${bench.org}`)]);
  assert.equal(
    statusAndMessage(await bench.ci(`GET /organizations/${bench.org}/usage_export_job/${id}`, undefined, { token: 'stranger-token' })),
    [404, gone(`the organization ${bench.org}`)],
  );
  const globex = (await bench.store.read((view) => view.getByKey('ci-organizations', '', 'globex')))!.id;
  assert.equal(
    statusAndMessage(await bench.ci(`GET /organizations/${globex}/usage_export_job/${id}`, undefined, { token: 'stranger-token' })),
    [404, gone(`the usage export ${id}`)],
  );
  assert.equal(statusAndMessage(await bench.ci(`GET /organizations/${bench.org}/usage_export_job/7`)), [
    400,
    'usage_export_job_id: expected a UUID, got "7"',
  ]);
});

usage('with its organization an export goes, and its files', async ({ bench }) => {
  await ran(bench);
  await bench.start();
  await bench.wait(200);
  await bench.request('DELETE /organizations/acme');
  assert.equal(
    await bench.store.read(async (view) => [await view.count({ kind: 'ci-usage-exports' }), await view.count({ kind: 'ci-usage-parts' })]),
    [0, 0],
  );
});

usage('two clocks over one store finish an export once', async ({ bench }) => {
  await ran(bench);
  const { body } = await bench.start();
  bench.clock.advance(200);
  await Promise.all([bench.wait(0), bench.wait(0)]);
  assert.is((await bench.read(body.usage_export_job_id)).state, 'completed');
  assert.is(await bench.store.read((view) => view.count({ kind: 'ci-usage-parts' })), 1);
});

usage.run();
