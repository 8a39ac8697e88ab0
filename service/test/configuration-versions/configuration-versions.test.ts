import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, listErrors, type NoCodeTestService } from '../no-code/support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const test = suite<With>('configuration versions');
test.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
test.after.each(async ({ close }) => {
  await close();
});

interface Entry {
  readonly name: string;
  readonly type?: string;
  readonly link?: string;
  readonly content?: string;
}
const tarOf = (...entries: readonly Entry[]): Buffer =>
  Buffer.concat([
    ...entries.flatMap(({ name, type = '0', link = '', content = '' }) => {
      const header = Buffer.alloc(512);
      header.write(name);
      header.write('0000644\0', 100);
      header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
      header.write(' '.repeat(8), 148);
      header.write(type, 156);
      header.write(link, 157);
      header.write('ustar\u000000', 257);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      return [header, Buffer.from(content), Buffer.alloc((512 - (Buffer.byteLength(content) % 512)) % 512)];
    }),
    Buffer.alloc(1024),
  ]);
const archive = gzipSync(tarOf({ name: 'main.tf', content: 'output "n" {\n  value = 1\n}\n' }));

const create = async ({ request, web }: With, attributes: object = {}) =>
  (await request(`POST /workspaces/${web}/configuration-versions`, document('configuration-versions', attributes))).body.data;
const upload = ({ request }: With, version: any, bytes: Uint8Array) =>
  request(`PUT ${new URL(version.attributes['upload-url']).pathname.replace('/api/v2', '')}`, bytes, {
    token: null,
    headers: { 'content-type': 'application/octet-stream' },
  });
const read = async ({ request }: With, id: string) => (await request(`GET /configuration-versions/${id}`)).body.data;
const readWorkspace = async ({ request, web }: With) => (await request(`GET /workspaces/${web}`)).body.data.relationships;

test('created, uploaded without a token, and then the current one of its workspace, with a run', async (context) => {
  const version = await create(context);
  assert.equal(
    [version.attributes['auto-queue-runs'], version.attributes.speculative, version.attributes.provisional, version.attributes.status],
    [true, false, false, 'pending'],
  );
  assert.match(version.attributes['upload-url'], /\.test\/api\/v2\/configuration-versions\/cv-\w{16}\/upload\/[a-z0-9]{8}\.[\w-]{43}$/);
  // Who knows the address needs no token: only the answer to the creation has it.
  assert.is((await read(context, version.id)).attributes['upload-url'], null);
  assert.is((await upload(context, version, archive)).status, 200);
  const { attributes } = await read(context, version.id);
  assert.equal(
    [attributes.status, attributes['upload-url'], attributes['status-timestamps']],
    ['uploaded', null, { 'uploaded-at': '2026-05-01T12:00:00.000Z' }],
  );
  const workspace = await readWorkspace(context);
  assert.is(workspace['current-configuration-version'].data.id, version.id);
  const run = (await context.request(`GET /runs/${workspace['current-run'].data.id}?include=configuration_version`)).body;
  assert.equal([run.data.attributes.source, run.included[0].id], ['tfe-configuration-version', version.id]);
  assert.is((await context.request(`GET /runs/${run.data.id}/configuration-version`)).body.data.id, version.id);
});

test('the same content again is harmless; another one is 409, and any after it was archived', async (context) => {
  const version = await create(context);
  await upload(context, version, archive);
  const before = await read(context, version.id);
  assert.is((await upload(context, version, archive)).status, 200);
  assert.equal(await read(context, version.id), before);
  assert.is((await context.request(`GET /workspaces/${context.web}/runs`)).body.data.length, 1);
  const refusal = [['409', 'the content of this configuration version was already uploaded']];
  assert.equal(listErrors(await upload(context, version, gzipSync(tarOf({ name: 'other.tf' })))), refusal);
  await upload(context, await create(context, { 'auto-queue-runs': false }), archive);
  assert.is((await context.request(`POST /configuration-versions/${version.id}/actions/archive`)).status, 202);
  assert.equal(listErrors(await upload(context, version, archive)), refusal);
});

test('the first version is shown as the current one while its content is awaited, and no run has it', async (context) => {
  await create(context, { speculative: true });
  await create(context, { provisional: true });
  assert.is((await readWorkspace(context))['current-configuration-version'].data, null);
  const first = await create(context, { 'auto-queue-runs': false });
  const second = await create(context, { 'auto-queue-runs': false });
  assert.is((await readWorkspace(context))['current-configuration-version'].data.id, first.id);
  const workspace = { data: { type: 'workspaces', id: context.web } };
  const run = (await context.request('POST /runs', { data: { type: 'runs', relationships: { workspace } } })).body.data;
  assert.not(run.relationships['configuration-version'].data.id === first.id);
  await upload(context, second, archive);
  assert.is((await readWorkspace(context))['current-configuration-version'].data.id, second.id);
});

test('speculative: its run only plans; provisional: current when its run is applied', async (context) => {
  const speculative = await create(context, { speculative: true });
  await upload(context, speculative, archive);
  const [preview] = (await context.request(`GET /workspaces/${context.web}/runs`)).body.data;
  assert.equal([preview.attributes['plan-only'], (await readWorkspace(context))['current-configuration-version'].data], [true, null]);
  const provisional = await create(context, { provisional: true, 'auto-queue-runs': false });
  await upload(context, provisional, archive);
  assert.is((await readWorkspace(context))['current-configuration-version'].data, null);
  const relationships = {
    workspace: { data: { type: 'workspaces', id: context.web } },
    'configuration-version': { data: { type: 'configuration-versions', id: provisional.id } },
  };
  await context.request('POST /runs', document('runs', { 'auto-apply': true }, relationships));
  await context.passTime(1000);
  assert.is((await readWorkspace(context))['current-configuration-version'].data.id, provisional.id);
});

for (const [what, bytes, sentence] of [
  ['no gzip', Buffer.from('hello'), 'the content is not a gzipped tar archive: it cannot be decompressed'],
  ['no tar', gzipSync(Buffer.alloc(512, 'x')), 'the content is not a tar archive: a header has a wrong checksum'],
  ['cut off', gzipSync(tarOf({ name: 'a', content: 'hello' }).subarray(0, 514)), 'the archive ends in the middle of an entry'],
  ['a path upwards', gzipSync(tarOf({ name: '../a' })), 'the archive has an entry outside of its folder: "../a"'],
  ['a path inside and out', gzipSync(tarOf({ name: 'a/../../b' })), 'the archive has an entry outside of its folder: "a/../../b"'],
  ['a path from the root', gzipSync(tarOf({ name: '/etc/a' })), 'the archive has an entry outside of its folder: "/etc/a"'],
  [
    'a symbolic link out',
    gzipSync(tarOf({ name: 'a/b', type: '2', link: '../../c' })),
    'the archive has a link that leaves its folder: "a/b"',
  ],
  ['a hard link out', gzipSync(tarOf({ name: 'a', type: '1', link: '/etc/passwd' })), 'the archive has a link that leaves its folder: "a"'],
  [
    'a long name out',
    gzipSync(tarOf({ name: '././@LongLink', type: 'L', content: '../secret' }, { name: 'secret' })),
    'the archive has an entry outside of its folder: "../secret"',
  ],
  [
    'links that leave it only together',
    gzipSync(
      tarOf(
        { name: 'a/b/up', type: '2', link: '../..' },
        { name: 'out', type: '2', link: 'a/b/up/../x' },
        { name: 'out/evil', type: '2', link: 'x' },
      ),
    ),
    'the archive has "out" as a folder and as a link',
  ],
  [
    'a link through a link, upwards',
    gzipSync(tarOf({ name: 'a/up', type: '2', link: '..' }, { name: 'out', type: '2', link: 'a/up/../x' })),
    'the archive has a link that leaves its folder: "out"',
  ],
  [
    'a file through a link',
    gzipSync(tarOf({ name: 'a', type: '2', link: '.' }, { name: 'a/b' })),
    'the archive has "a" as a folder and as a link',
  ],
  ['a file below a file', gzipSync(tarOf({ name: 'a' }, { name: 'a/b' })), 'the archive has "a" as a folder and as a file'],
  ['a file for a folder', gzipSync(tarOf({ name: 'a/b' }, { name: 'a' })), 'the archive has "a" as a file and as a folder'],
  [
    'a link for a file',
    gzipSync(tarOf({ name: 'a' }, { name: 'a', type: '2', link: 'b' })),
    'the archive has "a" as a link and as something else',
  ],
  [
    'a hard link to nothing',
    gzipSync(tarOf({ name: 'a', type: '1', link: 'b' })),
    'the archive has a hard link to a file that is not in it before: "a"',
  ],
  ['no name', gzipSync(tarOf({ name: '' })), 'the archive has an entry without a name'],
  [
    'a name that no file system has',
    gzipSync(tarOf({ name: '././@LongLink', type: 'L', content: 'n'.repeat(256) }, { name: 'n' })),
    `the archive has a name of more than 255 bytes: "${'n'.repeat(200)}"`,
  ],
  [
    'a path that no file system has',
    gzipSync(tarOf({ name: '././@LongLink', type: 'L', content: 'n/'.repeat(1025) + 'n' }, { name: 'n' })),
    `the archive has a path of more than 2048 bytes: "${'n/'.repeat(100)}"`,
  ],
  [
    'links that take too long to follow',
    gzipSync(tarOf(...Array.from({ length: 9000 }, (_, index) => ({ name: `l${index}`, type: '2', link: 'l0' })))),
    'the archive has too many links',
  ],
] as const)
  test(`an archive is refused: ${what}`, async (context) => {
    const version = await create(context);
    assert.equal(listErrors(await upload(context, version, bytes)), [['422', sentence]]);
    assert.is((await read(context, version.id)).attributes.status, 'pending');
  });

test('links that stay inside are taken', async (context) => {
  const version = await create(context, { 'auto-queue-runs': false });
  const inside = gzipSync(
    tarOf(
      { name: './', type: '5' },
      { name: 'a/', type: '5' },
      { name: 'a/b', type: '2', link: '../c' },
      { name: 'c', content: 'x' },
      { name: 'd', type: '1', link: 'c' },
      { name: 'circle', type: '2', link: 'circle' },
      { name: 'nothing', type: '2', link: 'a/nothing/at/all' },
    ),
  );
  assert.is((await upload(context, version, inside)).status, 200);
});

test('an archive of more than one piece is downloaded as it came', async (context) => {
  const large = gzipSync(
    tarOf({ name: 'noise', content: Array.from({ length: 150_000 }, (_, index) => (index * 2_654_435_761).toString(36)).join('') }),
  );
  assert.ok(large.length > 600_000);
  const version = await create(context, { 'auto-queue-runs': false });
  assert.is((await upload(context, version, large)).status, 200);
  const response = await context.service.fetch(
    new Request(`http://slipway.test/api/v2/configuration-versions/${version.id}/download`, {
      headers: { authorization: 'Bearer owner-token' },
    }),
  );
  assert.is(Buffer.from(await response.arrayBuffer()).equals(large), true);
});

test('content is deleted softly, restored, and deleted for good; an archived version has none', async (context) => {
  const { request } = context;
  const act = async (id: string, action: string) => (await request(`POST /configuration-versions/${id}/actions/${action}`)).status;
  const download = async (id: string) => (await request(`GET /configuration-versions/${id}/download`)).status;
  const version = await create(context, { 'auto-queue-runs': false });
  assert.is(await act(version.id, 'archive'), 409);
  await upload(context, version, archive);
  assert.equal([await act(version.id, 'soft_delete_backing_data'), await download(version.id)], [200, 404]);
  assert.is((await read(context, version.id)).attributes.status, 'backing_data_soft_deleted');
  assert.equal([await act(version.id, 'restore_backing_data'), await download(version.id)], [200, 200]);
  assert.equal([await act(version.id, 'permanently_delete_backing_data'), await act(version.id, 'restore_backing_data')], [200, 409]);
  const second = await create(context, { 'auto-queue-runs': false });
  await upload(context, second, archive);
  assert.is(await act(second.id, 'archive'), 409, 'it is the current one');
  const third = await create(context, { 'auto-queue-runs': false });
  await upload(context, third, archive);
  assert.equal([await act(second.id, 'archive'), await download(second.id)], [202, 404]);
  assert.equal(
    (await request(`GET /workspaces/${context.web}/configuration-versions`)).body.data.map((one: any) => one.attributes.status),
    ['uploaded', 'archived', 'backing_data_permanently_deleted'],
  );
  assert.is((await request(`GET /configuration-versions/${second.id}/ingress-attributes`)).status, 404);
});

test.run();
