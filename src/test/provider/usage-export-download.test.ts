import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeProvider } from '../../provider/provider.ts';
import { freePort } from '@slipway/test-support/free-port';

const organization = '00000000-0000-4000-8000-0000000000ac',
  id = '66666666-6666-4666-8666-666666666666';
const row = `/api/v2/organizations/${organization}/usage_export_job/${id}`;
interface Said {
  readonly status: number;
  readonly body: string | Buffer;
}
interface World {
  server: Server;
  address: string;
  asked: string[];
  answers: Map<string, Said[]>;
}

const opening = suite<World>('usage export download');
opening.before.each(async (world) => {
  world.asked = [];
  world.answers = new Map();
  world.server = createServer((request, response) => {
    world.asked.push(
      `${request.method} ${request.url}${request.headers['ci-token'] || request.headers.authorization ? ' with a token' : ''}`,
    );
    const list = world.answers.get(request.url!) ?? [];
    const values = (list.length > 1 ? list.shift() : list[0]) ?? { status: 404, body: '{"message":"not found"}' };
    response
      .writeHead(values.status, { 'content-type': typeof values.body === 'string' ? 'application/json' : 'application/gzip' })
      .end(values.body);
  });
  await new Promise<void>((done) => {
    world.server.listen(0, '127.0.0.1', done);
  });
  world.address = `http://127.0.0.1:${(world.server.address() as AddressInfo).port}`;
});
opening.after.each(async ({ server }) => {
  server.closeAllConnections();
  await new Promise((done) => {
    server.close(done);
  });
});

const open = async ({ address }: World, more: object = {}) => {
  const provider = makeProvider({
    version: '0',
    environment: { SLIPWAY_CI_ADDRESS: address, SLIPWAY_CI_TOKEN: 'secret-token-1234' },
    log: () => {},
  });
  await provider.configure({}, { version: '1.11.4' });
  const server = provider.ephemerals['slipway_ci_usage_export_download']!;
  return server.open(
    { organization_id: organization, id, timeout: null, max_bytes: null, download_urls: null, csv: null, rows: null, ...more },
    { signal: new AbortController().signal },
  );
};
const state = (of: object): Said => ({ status: 200, body: JSON.stringify({ usage_export_job_id: id, ...of }) });
const faultOf = async (world: World, more?: object): Promise<string> => {
  const { result, diagnostics } = await open(world, more);
  assert.is(result, null);
  return `${diagnostics[0]!.summary} | ${diagnostics[0]!.detail}`.replaceAll(world.address, 'http://service');
};

opening('waits until the export is completed, asks for each file without a token, and joins them under one header', async (world) => {
  const urls = [`${world.address}/1?signature=abc`, `${world.address}/2?signature=def`];
  world.answers.set(row, [
    state({ state: 'created', download_urls: null }),
    state({ state: 'processing', download_urls: null }),
    state({ state: 'completed', download_urls: urls }),
  ]);
  world.answers.set('/1?signature=abc', [{ status: 200, body: gzipSync('job_name,total_credits\r\n"a ""b"", c",1.5\r\n') }]);
  world.answers.set('/2?signature=def', [{ status: 200, body: gzipSync('job_name,total_credits\r\nd,2\r\n') }]);
  const { result, diagnostics } = await open(world);
  assert.equal(diagnostics, []);
  assert.equal(result, {
    organization_id: organization,
    id,
    timeout: 600,
    max_bytes: 16777216,
    largest_bytes: 16777216,
    download_urls: urls,
    csv: 'job_name,total_credits\r\n"a ""b"", c",1.5\r\nd,2\r\n',
    rows: [
      { job_name: 'a "b", c', total_credits: '1.5' },
      { job_name: 'd', total_credits: '2' },
    ],
  });
  assert.equal(world.asked, [
    `GET ${row} with a token`,
    `GET ${row} with a token`,
    `GET ${row} with a token`,
    'GET /1?signature=abc',
    'GET /2?signature=def',
  ]);
});

opening('an export in which nothing ran is empty', async (world) => {
  world.answers.set(row, [state({ state: 'completed', download_urls: null })]);
  const { result } = await open(world);
  assert.equal([result!['download_urls'], result!['csv'], result!['rows']], [[], '', []]);
});

opening('what goes wrong is reported without the secret of an address', async (world) => {
  const part = (body: Buffer | string, status = 200) => {
    world.answers.set(row, [state({ state: 'completed', download_urls: [`${world.address}/1?signature=abc`] })]);
    world.answers.set('/1?signature=abc', [{ status, body }]);
  };
  const could = 'Could not open the CI usage export download';
  assert.equal(
    await faultOf(world),
    `${could}: not found | There is no usage export ${id} in the organization ${organization}. ` +
      `The service forgets an export when its addresses end.`,
  );
  world.answers.set(row, [state({ state: 'failed', download_urls: null, error_reason: 'too much' })]);
  assert.equal(await faultOf(world), `${could} | The service could not make the usage export ${id}: too much`);
  world.answers.set(row, [state({ state: 'processing', download_urls: null })]);
  assert.equal(
    await faultOf(world, { timeout: 0 }),
    `${could} | The usage export ${id} is still processing after 0 s; \`timeout\` waits longer.`,
  );
  part('{}', 403);
  assert.equal(await faultOf(world), `${could} | GET http://service/1 answered 403. Addresses of an export end after some time.`);
  part(Buffer.from('plain text'));
  assert.equal(await faultOf(world), `${could} | GET http://service/1 is not a gzipped file.`);
  part(gzipSync('a,b\r\n1\r\n'));
  assert.equal(await faultOf(world), `${could} | The files of the usage export are no report: row 1 has 1 fields and the header 2.`);
  part(gzipSync(`a\r\n${'x'.repeat(5_000_000)}`));
  assert.equal(
    await faultOf(world, { max_bytes: 1000 }),
    `${could} | GET http://service/1 holds more than the 1000 bytes that are left of \`max_bytes\`; raise it, or export a shorter time.`,
  );
  world.answers.set(row, [state({ state: 'completed', download_urls: ['file:///etc/hostname'] })]);
  assert.equal(await faultOf(world), `${could} | The service gave an address that is none of http or https.`);
  const port = await freePort();
  world.answers.set(row, [state({ state: 'completed', download_urls: [`http://127.0.0.1:${port}/x?signature=abc`] })]);
  assert.equal(await faultOf(world), `${could} | GET http://127.0.0.1:${port}/x failed: ECONNREFUSED`);
});

opening('what is configured wrongly is reported before anything is asked', async (world) => {
  const { ephemerals } = makeProvider({ version: '0', environment: {}, log: () => {} });
  const faults = await ephemerals['slipway_ci_usage_export_download']!.validate({
    organization_id: 'acme',
    id,
    timeout: 7201,
    max_bytes: 0,
    download_urls: null,
    csv: null,
    rows: null,
  });
  assert.equal(
    faults.map(({ path }) => path),
    [['organization_id'], ['timeout'], ['max_bytes']],
  );
  assert.equal(world.asked, []);
});

opening.run();
