import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, runSlipway } from '@slipway/test-support/cli';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway serve');
const account = async (address: string, token: string | null): Promise<number> =>
  (await fetch(`${address}/api/v2/account/details`, { headers: { authorization: `Bearer ${token}` } })).status;

test('its first token opens it, and is reported once', async () => {
  const data = temporaryFolder();
  const first = await startService('--data', data);
  assert.is(await account(first.address, first.token), 200);
  assert.is(await account(first.address, 'another'), 401);
  assert.is(await first.stop(), 0);
  const second = await startService('--data', data);
  assert.is(second.token, null);
  assert.is(await account(second.address, first.token), 200);
  await second.stop();
});
/** What `slipway serve` prints for people until it is stopped, which happens as soon as it has printed its address. */
const readWords = async (...words: readonly string[]): Promise<string> => {
  const running = spawn(
    process.execPath,
    [join(import.meta.dirname, '../bin/slipway.cjs'), 'serve', '--in-memory', '--port', '0', '--token', 'first-token', ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(running, 'close');
  let values = '';
  let isStopped = false;
  for await (const text of running.stdout.setEncoding('utf8')) {
    values += text;
    // A second signal would end it at once.
    if (!isStopped && values.includes('  address ')) isStopped = running.kill('SIGTERM');
  }
  assert.equal(await closed, [0, null], 'who stops it as soon as it prints its address stops it in order');
  return values;
};
const listExports = (values: string): readonly string[] => values.split('\n').filter((client) => client.startsWith('  export '));

test('in words it says what the provider needs for either service, ready for a shell', async () => {
  const values = await readWords();
  const address = /address +(\S+)/.exec(values)?.[1];
  assert.match(address!, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(listExports(values), [
    `  export SLIPWAY_WORKSPACES_ADDRESS=${address}`,
    '  export SLIPWAY_WORKSPACES_ORGANIZATION=slipway',
    '  export SLIPWAY_WORKSPACES_TOKEN=first-token',
    `  export SLIPWAY_CI_ADDRESS=${address}`,
    '  export SLIPWAY_CI_TOKEN=first-token',
  ]);
});
test('behind a public URL, what the provider needs has that URL: clients reach the service there', async () => {
  const values = await readWords('--public-url', 'https://slipway.example.com/');
  assert.match(values, /^ {2}address {7}http:\/\/127\.0\.0\.1:\d+\n {2}public URL {4}https:\/\/slipway\.example\.com$/m);
  assert.equal(listExports(values), [
    '  export SLIPWAY_WORKSPACES_ADDRESS=https://slipway.example.com',
    '  export SLIPWAY_WORKSPACES_ORGANIZATION=slipway',
    '  export SLIPWAY_WORKSPACES_TOKEN=first-token',
    '  export SLIPWAY_CI_ADDRESS=https://slipway.example.com',
    '  export SLIPWAY_CI_TOKEN=first-token',
  ]);
});
test('it listens on loopback', async () => {
  const service = await startService('--in-memory');
  assert.match(service.address, /^http:\/\/127\.0\.0\.1:\d+$/);
  await service.stop();
});
test('a data folder in use is refused', async () => {
  const data = temporaryFolder();
  const service = await startService('--data', data);
  const { code, stdout, stderr } = await runSlipway(['serve', '--port', '0', '--data', data]);
  await service.stop();
  assert.is(code, 1);
  assert.is(stdout, '');
  assert.match(
    stderr,
    new RegExp(`^slipway: the data directory ${data} is in use by process \\d+: stop it, or choose another directory\n$`),
  );
});
test('a port in use is refused', async () => {
  const service = await startService('--in-memory');
  const { port } = new URL(service.address);
  assert.equal(await runSlipway(['serve', '--in-memory', '--port', port]), {
    code: 1,
    stdout: '',
    stderr: `slipway: Port ${port} of 127.0.0.1 is in use. Pass --port with another one, or --port 0 for any free port.\n`,
  });
  await service.stop();
});
test('a malformed seed file is refused with file and line', async () => {
  const folder = temporaryFolder({ 'seed.yaml': 'organizations:\n  - name: acme\n    projets: []\n' });
  const { code, stderr } = await runSlipway(['serve', '--in-memory', '--port', '0', '--seed', 'seed.yaml'], { folder });
  assert.is(code, 1);
  assert.match(stderr, /^slipway: .*seed\.yaml:3: /);
});
test('what only the service can refuse in a seed file is reported with file and line, too, and no token with it', async () => {
  const values = async (seed: string) =>
    (await runSlipway(['serve', '--in-memory', '--port', '0', '--seed', 'seed.yaml'], { folder: temporaryFolder({ 'seed.yaml': seed }) }))
      .stderr;
  assert.is(
    await values('organizations:\n  - name: acme\n  - name: acme\n'),
    'slipway: seed.yaml:3: organizations.1: the organization "acme" already exists\n',
  );
  assert.is(
    await values('users:\n  - { name: ann, token: canary-1 }\n  - { name: bob, token: canary-1 }\norganizations: [{ name: acme }]\n'),
    'slipway: seed.yaml:3: users.1: its token already belongs to another owner\n',
  );
  assert.is(
    await values('users:\n  - { name: ann, token: canary 1 }\norganizations: [{ name: acme }]\n'),
    'slipway: seed.yaml:2: Wrong value for "users[0].token": Expected 1 to 512 printable characters ' +
      'without spaces; given a value that is not shown, being sensitive.\n',
  );
  assert.is(await values('organizations: []\n'), 'slipway: seed.yaml:1: organizations: expected at least one\n');
});
test('a missing seed file is named, and nothing is made', async () => {
  const folder = temporaryFolder();
  assert.equal(await runSlipway(['serve', '--port', '0', '--seed', 'seed.yaml'], { folder }), {
    code: 1,
    stdout: '',
    stderr: 'slipway: seed.yaml: the seed file cannot be read: ENOENT\n',
  });
  assert.equal(readdirSync(folder), []);
});
test('a data file of a newer release is refused, naming both versions, and left alone', async () => {
  const data = temporaryFolder();
  await (await startService('--data', data)).stop();
  const file = new Database(join(data, 'slipway.db'));
  file.exec(`update meta set value = '99' where key in ('schema', 'oldest-schema')`);
  file.close();
  assert.equal(await runSlipway(['serve', '--port', '0', '--data', data]), {
    code: 1,
    stdout: '',
    stderr:
      `slipway: the data directory ${data} was written by a newer release: its schema version is 99, this ` +
      'release knows 12. Use the newer release, or another place.\n',
  });
  const after = new Database(join(data, 'slipway.db'));
  assert.equal(
    after
      .prepare(`select value from meta where key = 'schema' union all select count(*) from records where kind = 'organizations'`)
      .raw()
      .all(),
    [['99'], [1]],
  );
  after.close();
});
const smallDisk = temporaryFolder();
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', smallDisk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
// Before the folder is removed.
process.prependListener('exit', () => {
  if (mounted) execFileSync('umount', ['-l', smallDisk]);
});
const onSmallDisk = mounted ? test : skipWithReason(test, 'no small disk: mounting one needs root');
onSmallDisk('a disk without room is one sentence', async () => {
  const data = join(smallDisk, 'data');
  assert.equal(await runSlipway(['serve', '--port', '0', '--data', data]), {
    code: 1,
    stdout: '',
    stderr: `slipway: no space left in ${data}: free some and send the request again; nothing was lost\n`,
  });
});
test('a missing database is one sentence, without the password', async () => {
  assert.equal(await runSlipway(['serve', '--port', '0', '--postgres', 'postgres://ann:hunter2@127.0.0.1:1/platform']), {
    code: 1,
    stdout: '',
    stderr: 'slipway: PostgreSQL at 127.0.0.1:1/platform cannot be reached (ECONNREFUSED)\n',
  });
});
test('an invalid database address is not taken for a folder, nor shown', async () => {
  const folder = temporaryFolder();
  for (const postgres of ['localhost/platform', 'postgres://ann:hunter2@[bad', 'mysql://ann:hunter2@localhost/platform'])
    assert.equal(await runSlipway(['serve', '--port', '0'], { folder, environment: { SLIPWAY_POSTGRES: postgres } }), {
      code: 2,
      stdout: '',
      stderr: 'slipway: --postgres (or SLIPWAY_POSTGRES) takes an address such as postgres://user:password@host:5432/database.\n',
    });
  assert.equal(readdirSync(folder), []);
});
test('an organization or a token that cannot be is refused, the token unseen', async () => {
  assert.equal(await runSlipway(['serve', '--in-memory', '--organization', 'our org']), {
    code: 2,
    stdout: '',
    stderr:
      "slipway: option '--organization <name>' argument 'our org' is invalid. It takes 1 to 40 " +
      'letters, digits, - and _, beginning with a letter or digit.\n',
  });
  for (const token of ['', 'hunter 2'])
    assert.equal(await runSlipway(['serve', '--in-memory', '--token', token]), {
      code: 2,
      stdout: '',
      stderr: 'slipway: --token (or SLIPWAY_FIRST_TOKEN) takes 1 to 512 printable characters without spaces.\n',
    });
});
test('an address of another machine is refused', async () => {
  assert.equal(await runSlipway(['serve', '--in-memory', '--host', '192.0.2.1']), {
    code: 1,
    stdout: '',
    stderr: 'slipway: 192.0.2.1 is not an address of this machine.\n',
  });
});
test.run();
