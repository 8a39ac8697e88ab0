import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readKeyPair } from '../../src/tls/key-pair.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite<{ folder: string }>('mesh-config certificate and key');

const made = (folder: string, name: string): void => {
  const done = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-days',
      '1',
      '-keyout',
      join(folder, `${name}.key`),
      '-out',
      join(folder, `${name}.pem`),
    ],
    { encoding: 'utf8' },
  );
  assert.is(done.status, 0, done.stderr);
};
test.before((context) => {
  context.folder = temporaryFolder();
  for (const name of ['a', 'b']) made(context.folder, name);
});
const refused = (folder: string, certificate: string, key: string, authorities?: string): Promise<string> =>
  readKeyPair({
    certificate: join(folder, certificate),
    key: join(folder, key),
    ...(authorities === undefined ? {} : { authorities: join(folder, authorities) }),
  }).then(
    () => 'taken',
    (error: Error) => error.message.replaceAll(`${folder}/`, ''),
  );

test('a certificate with its key is taken, and its hash differs whenever one of the files does', async ({ folder }) => {
  const at = (name: string) => join(folder, name);
  const hashes = await Promise.all([
    readKeyPair({ certificate: at('a.pem'), key: at('a.key') }),
    readKeyPair({ certificate: at('a.pem'), key: at('a.key') }),
    readKeyPair({ certificate: at('b.pem'), key: at('b.key') }),
    readKeyPair({ certificate: at('a.pem'), key: at('a.key'), authorities: at('a.pem') }),
    readKeyPair({ certificate: at('a.pem'), key: at('a.key'), authorities: at('b.pem') }),
  ]).then((pairs) => pairs.map(({ hash }) => hash));
  assert.is(hashes[0], hashes[1]);
  assert.is(new Set(hashes).size, 4);
});
test('what cannot be used is one sentence, and never what is in the files', async ({ folder }) => {
  writeFileSync(join(folder, 'secret'), '-----BEGIN PRIVATE KEY-----\nsecret\n');
  mkdirSync(join(folder, 'below'));
  symlinkSync('circle', join(folder, 'circle'));
  writeFileSync(join(folder, 'large'), '');
  truncateSync(join(folder, 'large'), 104_857_600);
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  const sentences: Readonly<Record<string, string>> = {
    'none.pem none.key': 'open none.pem: no such file or directory',
    'a.pem none.key': 'open none.key: no such file or directory',
    'a.pem a.key none': 'open none: no such file or directory',
    'a.pem b.key': 'b.key is not the private key of a.pem',
    'a.key a.key': 'a.key: expected an x509 certificate in PEM',
    'a.pem a.pem': 'a.pem: expected a private key in PEM',
    'a.pem secret': 'secret: expected a private key in PEM',
    'a.pem a.key secret': 'secret: expected x509 certificates in PEM',
    'below a.key': 'open below: is a directory',
    'a.pem/x a.key': 'open a.pem/x: not a directory',
    'circle a.key': 'open circle: ELOOP',
    'pipe a.key': 'open pipe: it is no regular file',
    'a.pem large': 'open large: it has 104857600 bytes; 1048576 are read',
  };
  const said: Record<string, string> = {};
  for (const files of Object.keys(sentences)) said[files] = await refused(folder, ...(files.split(' ') as [string, string]));
  assert.equal(said, sentences);
});
test.run();
