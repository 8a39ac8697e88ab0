import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applySeed, parseSeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { createTestService, type TestService } from './support.ts';
import { serviceListeners } from '../src/service.ts';

const test = suite<{ bench: TestService }>('configuration versions of a seed file');
test.before.each(async (context) => {
  context.bench = await createTestService();
  await context.bench.store.clear();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const apply = ({ store, clock }: TestService, versions: string): Promise<unknown> =>
  applySeed(
    store,
    parseSeed(
      'seed.yaml',
      `
users: [{ name: ann, token: ann-token }]
organizations:
  - name: acme
    owners: [ann]
    workspaces:
      - id: ws-harbour
        name: harbour
${versions}`,
    ),
    { clock, settings: {}, listeners: serviceListeners, routes },
  );
const as = { token: 'ann-token' };
const empty = gzipSync(Buffer.alloc(1024)).toString('base64');

test('have their files or their archive, are uploaded at their time, and can be run', async ({ bench }) => {
  await apply(
    bench,
    `        configuration_versions:
          - { id: cv-first, created_at: 2025-01-01T00:00:00Z, files: { main.tf: 'terraform {}', modules/berth/main.tf: "# berth\\n" } }
          - { id: cv-look, speculative: true, archive: ${empty} }
          - { id: cv-waits }
        runs: [{ id: run-one, configuration_version: cv-first, outcome: plan-errored }]
`,
  );
  const { request } = bench;
  const read = async (id: string) => (await request(`GET /configuration-versions/${id}`, undefined, as)).body.data.attributes;
  const first = await read('cv-first');
  assert.equal(
    [first.status, first['status-timestamps'], first['auto-queue-runs'], first['upload-url']],
    ['uploaded', { 'uploaded-at': '2025-01-01T00:00:00.000Z' }, false, null],
  );
  const look = await read('cv-look');
  assert.equal([look.status, look.speculative], ['uploaded', true]);
  assert.is((await read('cv-waits')).status, 'pending');
  const { relationships } = (await request('GET /workspaces/ws-harbour', undefined, as)).body.data;
  assert.is(relationships['current-configuration-version'].data.id, 'cv-first', 'a speculative one is not');
  const runs = (await request('GET /workspaces/ws-harbour/runs?include=configuration_version', undefined, as)).body;
  assert.equal([runs.data.map(({ id }: any) => id), runs.included.map(({ id }: any) => id)], [['run-one'], ['cv-first']]);
});

test('the archive of files holds them as they are', async ({ bench }) => {
  await apply(bench, "        configuration_versions: [{ id: cv-first, files: { main.tf: 'terraform {}', b.tf: '# berth' } }]\n");
  const record = await bench.store.read((view) => view.list<{ base64: string }>({ kind: 'configuration-contents', scope: 'ws-harbour' }));
  const tar = gunzipSync(Buffer.from(record.records[0]!.body.base64, 'base64'));
  const textAt = (start: number, length: number) => tar.subarray(start, start + length).toString();
  assert.equal([textAt(0, 8), textAt(512, 13)], ['main.tf\0', 'terraform {}\0']);
  assert.equal([textAt(1024, 5), textAt(1536, 8)], ['b.tf\0', '# berth\0']);
});

for (const [entry, sentence] of [
  [`{ files: { a.tf: '' }, archive: ${empty} }`, /seed\.yaml:\d+: organizations\.0\.workspaces\.0: .*not both/],
  ["{ files: { ../a.tf: '' } }", /the archive has an entry outside of its folder: "\.\.\/a\.tf"/],
  ["{ files: { höhe.tf: '' } }", /the path "höhe\.tf" is not of 1 to 100 characters in ASCII/],
  ['{ archive: aGVsbG8= }', /the content is not a gzipped tar archive: it cannot be decompressed/],
] as const)
  test(`refused, with its line: ${entry.slice(0, 40)}`, async ({ bench }) => {
    const error = await apply(bench, `        configuration_versions: [${entry}]\n`).then(
      () => 'nothing',
      ({ message }: Error) => message,
    );
    assert.match(error, sentence);
    assert.is((await bench.store.read((view) => view.count({ kind: 'organizations', scope: '' }))) as unknown, 0);
  });

test.run();
