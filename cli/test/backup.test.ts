// watchdog: 240 s
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startProcess } from '@slipway/test-support/service-processes';
import { runSlipway } from '@slipway/test-support/cli';
import { schedule } from '@slipway/test-support/scale';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway backup and restore');
const program = join(import.meta.dirname, '../bin/slipway.cjs');

const fill = async (service: Awaited<ReturnType<typeof startProcess>>, token: string, count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const attributes = { name: `key-${at}`, value: `canary-${'x'.repeat(2000)}` };
    const { status } = await service.request(token, 'POST /organizations/acme/ssh-keys', { data: { type: 'ssh-keys', attributes } });
    assert.is(status, 201);
  }
};
const countKeys = async (service: Awaited<ReturnType<typeof startProcess>>, token: string): Promise<number> =>
  (await service.request(token, 'GET /organizations/acme/ssh-keys?page[size]=100')).body.meta.pagination['total-count'];

/** Restores into a new folder with the key of another one, serves it, and counts. */
const restoreAndCount = async (file: string, data: string, token: string): Promise<number> => {
  const folder = join(temporaryFolder(), 'restored');
  mkdirSync(folder);
  cpSync(join(data, 'slipway.key'), join(folder, 'slipway.key'));
  const { code, stderr } = await runSlipway(['restore', file, '--data', folder]);
  assert.equal([code, stderr], [0, '']);
  const service = await startProcess('--data', folder);
  try {
    return await countKeys(service, token);
  } finally {
    await service.stop();
  }
};

test('of a running service and of a stopped one are whole, sealed, and restored', async () => {
  const data = join(temporaryFolder(), 'data');
  const out = temporaryFolder();
  const service = await startProcess('--data', data);
  const token = service.token!;
  await fill(service, token, 20);
  const running = join(out, 'running.backup');
  assert.equal(await runSlipway(['backup', running, '--data', data]), {
    code: 0,
    stdout: `Wrote ${running}. Its secrets open with the master key of the store: keep a copy of that key elsewhere.\n`,
    stderr: '',
  });
  assert.is(statSync(running).mode & 0o777, 0o600);
  assert.not.match(readFileSync(running, 'utf8'), 'canary');
  await fill(service, token, 1);
  assert.equal(await runSlipway(['backup', running, '--data', data]), {
    code: 1,
    stdout: '',
    stderr: `slipway: ${running} exists: choose another file.\n`,
  });
  await service.stop();
  const stopped = join(out, 'stopped.backup');
  assert.is((await runSlipway(['backup', stopped, '--data', data])).code, 0);
  assert.equal([await restoreAndCount(running, data, token), await restoreAndCount(stopped, data, token)], [20, 21]);
});

test('a backup that is cut or changed, a folder with a store, and a missing key are refused, and nothing is written', async () => {
  const data = join(temporaryFolder(), 'data');
  const service = await startProcess('--data', data);
  await fill(service, service.token!, 3);
  await service.stop();
  const out = temporaryFolder();
  const file = join(out, 'whole.backup');
  await runSlipway(['backup', file, '--data', data]);
  const text = readFileSync(file, 'utf8');
  const folder = join(out, 'restored');
  const restore = async (name: string, content: string): Promise<string> => {
    writeFileSync(join(out, name), content);
    const key = ['--master-key-file', join(data, 'slipway.key')];
    return (await runSlipway(['restore', join(out, name), '--data', folder, ...key])).stderr;
  };
  assert.is(await restore('cut', text.slice(0, -100)), `slipway: ${join(out, 'cut')} is cut off: its last line is missing\n`);
  assert.is(
    await restore('changed', text.replace('key-1', 'key-9')),
    `slipway: ${join(out, 'changed')} was changed: its checksum does not match\n`,
  );
  assert.is(await restore('none', 'hello\n'), `slipway: ${join(out, 'none')} is not a backup of \`slipway backup\`\n`);
  assert.is(
    (await runSlipway(['restore', file, '--data', folder])).stderr,
    `slipway: The master key of the backup is needed: copy it to ${join(folder, 'slipway.key')}, or pass it ` +
      '(--master-key-file, --master-key-command or SLIPWAY_MASTER_KEY).\n',
  );
  assert.not(existsSync(folder));
  assert.is(
    (await runSlipway(['restore', file, '--data', data])).stderr,
    `slipway: ${data} contains a store: choose another folder, or move the store.\n`,
  );
  assert.equal(readdirSync(out).sort(), ['changed', 'cut', 'none', 'whole.backup']);
});

test('a control file left by a killed service is reported, and the token is not sent to the program that has its address now', async () => {
  const data = join(temporaryFolder(), 'data');
  const out = temporaryFolder();
  const service = await startProcess('--data', data);
  await fill(service, service.token!, 2);
  await service.kill();
  const control = join(data, 'slipway.control');
  const { token } = JSON.parse(readFileSync(control, 'utf8')) as { token: string };
  const heard: string[] = [];
  const other = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`, ...request.rawHeaders);
    response.setHeader('slipway-proof', 'f'.repeat(64)).end('{"status":"ok"}');
  });
  const backUp = async (name: string): Promise<unknown> => {
    const { code, stderr } = await runSlipway(['backup', join(out, name), '--data', data]);
    assert.is(code, 0);
    return stderr;
  };
  const note = (found: string): string =>
    `slipway: ${control} is of a service that ended without removing it: ${found}. The data folder itself is read; ` +
    'the next `slipway serve` replaces the file.\n';
  assert.is(await backUp('nobody'), note(`nobody answers at ${service.address}`));
  other.listen(Number(new URL(service.address).port), '127.0.0.1');
  await once(other, 'listening');
  try {
    assert.is(await backUp('another'), note(`another program is at ${service.address}`));
  } finally {
    other.close();
  }
  assert.match(heard.join('\n'), 'GET /_local/health?challenge=');
  assert.not.match(heard.join('\n'), token);
  writeFileSync(control, '{"address":"http://127.0.0.1:1');
  assert.is(await backUp('damaged'), note('it is cut off'));
  assert.is(await restoreAndCount(join(out, 'another'), data, service.token!), 2);
});

test('killed on either side while it is written, a backup is whole or not there, and the store is sound', async () => {
  const data = join(temporaryFolder(), 'data');
  const out = temporaryFolder();
  let service = await startProcess('--data', data);
  const token = service.token!;
  await fill(service, token, 60);
  for (let round = 0; round < schedule(6, 40); round++) {
    const file = join(out, `${round}.backup`);
    const child = spawn(process.execPath, [program, 'backup', file, '--data', data], { stdio: 'ignore' });
    const closed = once(child, 'close');
    await pause(150 + round * 60);
    if (round % 2 === 0) child.kill('SIGKILL');
    else await service.kill();
    await closed;
    if (existsSync(file)) assert.is(await restoreAndCount(file, data, token), 60);
    if (round % 2 === 1) service = await startProcess('--data', data);
  }
  assert.is(await countKeys(service, token), 60);
  await service.stop();
  const { code, stdout } = await runSlipway(['serve', '--check', '--data', data]);
  assert.equal(
    [code, /^.* is sound: schema version 12, \d+ records, \d+ of kinds with secrets, all of which open\.\n$/.test(stdout)],
    [0, true],
  );
});

test.run();
