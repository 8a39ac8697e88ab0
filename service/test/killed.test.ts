/** The service as a process on disk: what it acknowledged survives any end of the process. */
// watchdog: 120 s
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';

const all = suite('service process on disk');
const sets = '/organizations/acme/varsets';
const set = (name: string, relationships: object = {}) => ({ data: { type: 'varsets', attributes: { name }, relationships } });

/** Names of all variable sets, page by page. */
const namesIn = async ({ request: ask }: ServiceProcess, token: string): Promise<string[]> => {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await ask(token, `GET ${sets}?page[size]=100&page[number]=${page}`);
    names.push(...body.data.map((one: any) => one.attributes.name));
    if (body.meta.pagination['next-page'] === null) return names;
  }
};

all('killed by kill -9 five times while it is written to, it comes back with all it had answered, whole', async () => {
  const data = temporaryFolder();
  let token = '';
  const answered: string[] = [];
  for (let round = 0; round < 5; round++) {
    const service = await startProcess('--data', data);
    assert.is(service.token === null, round > 0, 'the first token is told once');
    token ||= service.token!;
    const before = await namesIn(service, token);
    assert.equal(
      answered.filter((name) => !before.includes(name)),
      [],
      `after kill ${round}`,
    );
    let open = true;
    const lane = async (number: number): Promise<void> => {
      for (let index = 0; open; index++) {
        const name = `r${round}-${number}-${index}`;
        const variables = { vars: { data: ['A', 'B', 'C'].map((key) => ({ type: 'vars', attributes: { key, category: 'env' } })) } };
        const { status } = await service.request(token, `POST ${sets}`, set(name, variables));
        assert.is(status, 200);
        answered.push(name);
      }
    };
    const lanes = Array.from({ length: 8 }, (_, number) => lane(number));
    // Broken off in the middle: the fetches that were open fail, nothing else may.
    const ended = Promise.allSettled(lanes);
    while (answered.length < (round + 1) * 60)
      await new Promise((done) => {
        setTimeout(done, 2);
      });
    await service.kill();
    open = false;
    for (const end of await ended)
      if (end.status === 'rejected') assert.match((end.reason as Error).message, /fetch failed|terminated|other side closed/);
  }
  const service = await startProcess('--data', data);
  const names = await namesIn(service, token);
  assert.equal(
    answered.filter((name) => !names.includes(name)),
    [],
  );
  assert.equal(new Set(names).size, names.length);
  const { body } = await service.request(token, `GET ${sets}?page[size]=100`);
  assert.equal(
    [...new Set(body.data.map((one: any) => one.attributes['var-count']))],
    [3],
    'a set is there with its variables or not at all',
  );
  assert.is(await service.stop(), 0);
});

all('asked to stop, it finishes what is open, and lets go of the folder', async () => {
  const data = temporaryFolder();
  const service = await startProcess('--data', data);
  const token = service.token!;
  const open = Array.from({ length: 40 }, (_, index) =>
    service.request(token, `POST ${sets}`, set(`open-${index}`)).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await service.request(token, 'GET /organizations/acme');
  assert.is(await service.stop(), 0);
  const done = (await Promise.all(open)).filter((status) => status === 200).length;
  const again = await startProcess('--data', data);
  const names = await namesIn(again, token);
  assert.ok(names.length >= done, `${done} were answered, ${names.length} are there`);
  await again.stop();
});

const disk = temporaryFolder();
const mounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
// Before the folder is removed.
process.prependListener('exit', () => {
  if (mounted) execFileSync('umount', ['-l', disk]);
});
const onSmallDisk = mounted ? all : skipWithReason(all, 'no small disk: mounting one needs root');

onSmallDisk('on a full disk writes are 507 and change nothing, reads go on, and with room again all is well', async () => {
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1_500_000));
  const data = join(disk, 'data');
  mkdirSync(data);
  const service = await startProcess('--data', data);
  const token = service.token!;
  const large = (name: string) => ({ data: { type: 'varsets', attributes: { name, description: 'x'.repeat(20_000) } } });
  const kept: string[] = [];
  let refused: any;
  for (let index = 0; index < 400 && !refused; index++) {
    const answer = await service.request(token, `POST ${sets}`, large(`set-${index}`));
    if (answer.status === 200) kept.push(`set-${index}`);
    else refused = answer;
  }
  assert.equal(
    [refused?.status, refused?.body],
    [
      507,
      {
        errors: [
          {
            status: '507',
            title: 'insufficient storage',
            detail:
              'the service cannot store anything more: its disk is full. Nothing was changed; free some space and send the request again',
          },
        ],
      },
    ],
  );
  assert.ok(kept.length > 5);
  assert.equal(await namesIn(service, token), kept);
  rmSync(ballast);
  assert.is((await service.request(token, `POST ${sets}`, large('later'))).status, 200);
  assert.is(await service.stop(), 0);
  assert.is(service.readStderr(), '');
  const again = await startProcess('--data', data);
  assert.equal(await namesIn(again, token), [...kept, 'later']);
  await again.stop();
});

all.run();
