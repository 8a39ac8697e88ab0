/** Packages of providers: their names, and the zip archives that engines unpack. */
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSigningKey } from '../registry/openpgp.ts';
import { createZip } from '../registry/zip.ts';
import { createTestService, type TestService } from '../support.ts';
import { packTar } from './tar.ts';
import { document } from '../documents.ts';

const versions = '/organizations/acme/registry-providers/private/acme/crane/versions';
const program = Buffer.from('#!/bin/sh\n');

const packages = suite<{ bench: TestService }>('packages of providers');
packages.before(async (context) => {
  const bench = await createTestService();
  const key = createSigningKey();
  await bench.request(
    'POST //api/registry/private/v2/gpg-keys',
    document('gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor }),
  );
  const names = { name: 'crane', namespace: 'acme', 'registry-name': 'private' };
  await bench.request('POST /organizations/acme/registry-providers', document('registry-providers', names));
  const release = { version: '1.0.0', 'key-id': key.keyId, protocols: ['6.0'] };
  await bench.request(`POST ${versions}`, document('registry-provider-versions', release));
  context.bench = bench;
});
packages.after(async ({ bench }) => bench.close());

const addPlatform = ({ request }: TestService, arch: string, filename: string, zip: Buffer = Buffer.alloc(0)) => {
  const shasum = createHash('sha256').update(zip).digest('hex');
  return request(`POST ${versions}/1.0.0/platforms`, document('registry-provider-platforms', { os: 'linux', arch, shasum, filename }));
};

packages('the name of a package is one segment of a path', async ({ bench }) => {
  const answers: Record<string, readonly [number, string | undefined]> = {};
  for (const [number, name] of [
    'terraform-provider-crane_1.0.0_linux_amd64.zip',
    'crane-1.0.0+build.zip',
    '../../x.zip',
    '/etc/x.zip',
    'a"b.zip',
    'a\\b.zip',
    'a\r\nb.zip',
    'a b.zip',
    'a;b.zip',
    'a%2fb.zip',
    '.hidden',
    '..',
    '-x.zip',
    'ä.zip',
    'x'.repeat(256),
  ].entries()) {
    const { status, body } = await addPlatform(bench, `a${number}`, name);
    answers[name.slice(0, 60)] = [status, body.errors?.[0].source?.pointer];
  }
  const refused = [422, '/data/attributes/filename'] as const;
  assert.equal(answers, {
    'terraform-provider-crane_1.0.0_linux_amd64.zip': [201, undefined],
    'crane-1.0.0+build.zip': [201, undefined],
    '../../x.zip': refused,
    '/etc/x.zip': refused,
    'a"b.zip': refused,
    'a\\b.zip': refused,
    'a\r\nb.zip': refused,
    'a b.zip': refused,
    'a;b.zip': refused,
    'a%2fb.zip': refused,
    '.hidden': refused,
    '..': refused,
    '-x.zip': refused,
    'ä.zip': refused,
    ['x'.repeat(60)]: refused,
  });
});

const twice = Buffer.from(createZip({ copy1: program, copy2: program }).toString('latin1').replaceAll('copy2', 'copy1'), 'latin1');
const zips: readonly (readonly [name: string, zip: Buffer, refusal: string | undefined])[] = [
  ['a program', createZip({ 'terraform-provider-crane_v1.0.0': program, 'doc/': Buffer.alloc(0) }, { 'doc/': 0o042755 }), undefined],
  ['..', createZip({ 'a/../../x': program }), 'the package has an entry outside of its folder: "a/../../x"'],
  ['an absolute path', createZip({ '/etc/x': program }), 'the package has an entry outside of its folder: "/etc/x"'],
  ['a path of Windows', createZip({ 'a\\..\\..\\x': program }), 'the package has an entry outside of its folder: "a\\\\..\\\\..\\\\x"'],
  ['a drive', createZip({ 'C:x': program }), 'the package has an entry outside of its folder: "C:x"'],
  ['a line break', createZip({ 'a\nb': program }), 'the package has a name with a control character: "a\\nb"'],
  ['NUL', createZip({ 'a\0b': program }), 'the package has a name with a control character: "a\\u0000b"'],
  [
    'a symbolic link',
    createZip({ a: Buffer.from('/etc/passwd') }, { a: 0o120777 }),
    'the package has an entry that is no file or folder: "a"',
  ],
  ['a device', createZip({ a: program }, { a: 0o020666 }), 'the package has an entry that is no file or folder: "a"'],
  ['a named pipe', createZip({ a: program }, { a: 0o010666 }), 'the package has an entry that is no file or folder: "a"'],
  ['a file for its user', createZip({ a: program }, { a: 0o104755 }), 'the package has a file that runs as its user or group: "a"'],
  ['the same name twice', twice, 'the package has "copy1" twice'],
  ['cut in its directory', createZip({ a: program }).subarray(10), 'the package is a zip archive that is damaged'],
  ['cut at its end', createZip({ a: program }).subarray(0, -1), 'the package is no zip archive'],
  ['a text', Buffer.from('a package'), 'the package is no zip archive'],
  ['a gzipped tar archive', packTar({ name: 'a' }), 'the package is no zip archive'],
  ['the mark of a zip archive and nothing else', Buffer.from('PK\u0003\u0004'), 'the package is no zip archive'],
];

packages('what an engine would unpack stays in its folder', async ({ bench }) => {
  const answers: (readonly [string, number, string | undefined])[] = [];
  for (const [number, [name, zip]] of zips.entries()) {
    const { data } = (await addPlatform(bench, `z${number}`, `z${number}.zip`, zip)).body;
    const path = new URL(data.links['provider-binary-upload']).pathname.replace('/api/v2', '');
    const { status, body } = await bench.request(`PUT ${path}`, new Uint8Array(zip), { token: null });
    answers.push([name, status, body?.errors?.[0].detail]);
  }
  assert.equal(
    answers,
    zips.map(([name, , refusal]) => [name, refusal === undefined ? 200 : 422, refusal]),
  );
});

packages.run();
