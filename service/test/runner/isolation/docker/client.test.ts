/** How the client of Docker or Podman is called, by a client that records it: its words, its variables, and what follows its end. */
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removeMarkedContainers } from '../../../../src/runner/isolation/docker/remove-containers.ts';
import { wrapInContainer } from '../../../../src/runner/isolation/docker/wrap-in-container.ts';
import type { Isolation } from '../../../../src/runner/isolation/isolation.ts';
import { startProcess } from '../../../../src/runner/start-process.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createFakeClient, type FakeAnswers, type FakeClient } from './fake-client.ts';

const test = suite('the client of containers');

const isolationOf = (program: string, more: Partial<Isolation> = {}): Isolation => ({
  kind: 'docker',
  program,
  network: { kind: 'none' },
  reads: [],
  hides: [],
  container: { image: 'tools:1', identity: ['--user', '1000:1000'], memoryOptions: 'rw,nodev' },
  ...more,
});

/** A process in a container of a fake client. */
const start = (client: FakeClient, script: string, variables: { readonly [name: string]: string } = {}) => {
  const folder = temporaryFolder();
  let output = '';
  const running = startProcess(
    {
      argv: ['/bin/sh', '-c', script],
      folder,
      environment: { PATH: '/usr/bin:/bin', SLIPWAY_JOB: 'f/r/w', ...variables },
      sandbox: { isolation: isolationOf(client.program), folders: [folder], temporary: folder },
    },
    async (chunk) => {
      output += chunk.toString();
    },
  );
  return { running, over: running.exit.then((exit) => ({ ...exit, output })) };
};
const run = (answers: FakeAnswers, script: string) => {
  const client = createFakeClient(answers);
  return { client, over: start(client, script).over };
};
const commandsOf = (client: FakeClient): readonly string[] => client.calls().map(({ argv }) => argv[0]!);
const nameOf = (client: FakeClient): string => {
  const { argv } = client.calls()[0]!;
  return argv[argv.indexOf('--name') + 1]!;
};

test('has these words', () => {
  const own = temporaryFolder();
  const tools = temporaryFolder({ 'a,b': '' });
  const { argv, folder } = wrapInContainer(
    {
      argv: ['/bin/engine', 'plan'],
      folder: `${own}/work`,
      environment: { SECRET: 'hunter-7394615', 'a.b': 'x', SLIPWAY_JOB: 'f/r/w' },
      fileBytes: 1_048_576,
    },
    { image: 'registry.example.com/tools:1', identity: ['--user', '1000:1000'], memoryOptions: 'rw,nodev', cpus: 1.5 },
    {
      isolation: isolationOf('/usr/bin/docker', { network: { kind: 'full' }, reads: [tools], hides: [`${tools}/a,b`] }),
      folders: [own],
      temporary: own,
      reads: ['/no/such/file', `${tools}/a,b`],
      memoryMegabytes: 512,
      processes: 200,
    },
  );
  assert.is(folder, '/');
  assert.equal(argv.slice(0, 2), ['/bin/sh', '-c']);
  const name = argv[argv.indexOf('--name') + 1]!;
  assert.match(name, /^slipway\.f\.r\.w\.[0-9a-f]{8}$/);
  const end = argv.indexOf('registry.example.com/tools:1');
  assert.is(
    argv.slice(3, end + 2).join(' '),
    `slipway-client /usr/bin/docker run --rm --interactive --pull never --name ${name} --network host ` +
      '--user 1000:1000 --read-only --cap-drop ALL --security-opt no-new-privileges --security-opt label=disable --log-driver none ' +
      '--hostname slipway --shm-size 67108864 --pids-limit 200 --cpus 1.5 --memory 512m --ulimit fsize=1048576:1048576 ' +
      '--tmpfs /run:rw,nodev,size=67108864 --tmpfs /var/tmp:rw,nodev,size=67108864 ' +
      `--mount type=bind,source=${own},target=/tmp --mount type=bind,source=${tools},target=${tools},readonly ` +
      `--mount type=bind,"source=${tools}/a,b","target=${tools}/a,b",readonly --mount type=bind,source=${own},target=${own} ` +
      '--env SLIPWAY_VALUE_1 --env a.b --env SLIPWAY_JOB --workdir / --entrypoint /bin/sh registry.example.com/tools:1 -c',
  );
  assert.equal(argv.slice(end + 3), ['slipway-enter', '1', 'SECRET', `${own}/work`, '/bin/engine', 'plan']);
});

test('has no network of the machine where it is none, and where a proxy leads out', () => {
  const networks = [{ kind: 'none' }, { kind: 'proxy', hosts: [], isPublic: () => true }] as const;
  for (const network of networks) {
    const folder = temporaryFolder();
    const sandbox = { isolation: isolationOf('/usr/bin/docker', { network }), folders: [folder], temporary: folder };
    const { argv } = wrapInContainer(
      { argv: ['id'], folder, environment: {} },
      { image: 'tools:1', identity: [], memoryOptions: 'rw,nodev' },
      sandbox,
    );
    assert.equal(argv.slice(argv.indexOf('--network'), argv.indexOf('--network') + 2), ['--network', 'none']);
  }
});

test('covers what is of the service where a folder that is read contains it', () => {
  const [folder, tools] = [temporaryFolder(), temporaryFolder({ 'data/slipway.key': '', key: '' })];
  const isolation = isolationOf('/usr/bin/docker', { reads: [tools], hides: [`${tools}/data`, `${tools}/key`, '/elsewhere'] });
  const { argv } = wrapInContainer(
    { argv: ['id'], folder, environment: {} },
    { image: 'tools:1', identity: [], memoryOptions: 'rw,nodev' },
    { isolation, folders: [folder, `${tools}/data`], temporary: folder },
  );
  const mounts = argv.filter((_, at) => argv[at - 1] === '--mount' || argv[at - 1] === '--tmpfs').filter((word) => word.includes(tools));
  assert.equal(mounts, [
    `type=bind,source=${tools},target=${tools},readonly`,
    `type=bind,source=${tools}/data,target=${tools}/data`,
    `type=bind,source=/dev/null,target=${tools}/key,readonly`,
  ]);
});

test('has no value among its words, and no variable of what runs under its own name', async () => {
  const client = createFakeClient();
  const variables = { SECRET: 'hunter-7394615', LD_PRELOAD: '/evil.so', DOCKER_HOST: 'tcp://evil.example', HOME: '/evil' };
  const { output } = await start(client, 'env', variables).over;
  const { argv, env } = client.calls()[0]!;
  assert.not.match(argv.join(' '), /hunter-7394615|evil/);
  assert.is(env['LD_PRELOAD'], undefined);
  assert.is(env['DOCKER_HOST'], process.env['DOCKER_HOST']);
  assert.is(env['HOME'], process.env['HOME']);
  assert.is(env['SECRET'], undefined);
  for (const line of ['SECRET=hunter-7394615', 'DOCKER_HOST=tcp://evil.example', 'HOME=/evil', 'SLIPWAY_JOB=f/r/w'])
    assert.ok(output.split('\n').includes(line), output);
});

test('gives the exit code of the command, and its output without what the client itself says', async () => {
  const { client, over } = run({ run: { says: 'WARNING: the kernel has no swap limit' } }, 'echo out; echo err >&2; exit 7');
  const { code, output } = await over;
  assert.is(code, 7);
  assert.match(output, /^out\n/);
  assert.not.match(output, /WARNING/);
  assert.equal(commandsOf(client), ['run'], 'a client that saw the end of its container has removed it');
});

test('that has not seen the end of its container is a failure, whatever its exit code is', async () => {
  const { client, over } = run({ run: { says: 'unexpected end of the stream', code: 1 } }, 'echo never');
  assert.equal(await over, { code: 125, signal: null, output: 'unexpected end of the stream\n' });
  assert.equal(commandsOf(client), ['run', 'kill', 'rm']);
});

test('shows what the client says where it fails, and removes what it may have made', async () => {
  const { client, over } = run({ run: { says: 'docker: no such device', code: 125 } }, 'echo never');
  assert.equal(await over, { code: 125, signal: null, output: 'docker: no such device\n' });
  assert.equal(
    client
      .calls()
      .map(({ argv }) => argv)
      .slice(1),
    [
      ['kill', '--signal', 'KILL', nameOf(client)],
      ['rm', '--force', nameOf(client)],
    ],
  );
});

test('hands an interruption on, and the command has its time', async () => {
  const client = createFakeClient();
  const { running, over } = start(client, `trap 'sleep 0.2; echo stored; exit 3' INT; echo ready; while :; do sleep 0.05; done`);
  while (client.calls().length === 0) await delay(20);
  await delay(300);
  running.interrupt(10_000);
  assert.equal(await over, { code: 3, signal: null, output: 'ready\nstored\n' });
  assert.equal(commandsOf(client), ['run']);
});

test('whose process is killed leaves no container: it is gone before the process counts as ended', async () => {
  const client = createFakeClient();
  const { running, over } = start(client, 'while :; do sleep 0.05; done');
  while (client.calls().length === 0) await delay(20);
  running.stop(0);
  const { code, signal } = await over;
  assert.equal([code, signal], [null, 'SIGKILL']);
  assert.equal(commandsOf(client), ['run', 'kill', 'rm']);
  assert.equal(client.calls()[2]!.argv, ['rm', '--force', nameOf(client)]);
});

test('that cannot remove its container is reported; one that is gone already is not', async () => {
  const run125 = { run: { says: 'x', code: 125 } } as const;
  for (const gone of ['Error: No such container: x', 'Error: no container with name or ID "x" found: no such container'])
    assert.is((await run({ ...run125, failures: { kill: gone, rm: gone } }, 'id').over).code, 125);
  await run({ ...run125, failures: { rm: 'Cannot connect to the Docker daemon' } }, 'id').over.then(
    () => assert.unreachable('it was removed'),
    ({ message }: Error) =>
      assert.match(message, /^the container slipway\.f\.r\.w\.[0-9a-f]{8} could not be removed: Cannot connect to the Docker daemon$/),
  );
});

test('removes the containers of one piece of work, or of one runner, and no others', async () => {
  const ps = ['slipway.f.r.w.1', 'slipway.f.r.w.0.2', 'slipway.f.r.w2.3', 'slipway.f.r2.w.4', 'other.f.r.w.5'];
  for (const [begins, removed] of [
    ['f/r/w', ['slipway.f.r.w.1', 'slipway.f.r.w.0.2']],
    ['f/r/', ['slipway.f.r.w.1', 'slipway.f.r.w.0.2', 'slipway.f.r.w2.3']],
    ['f/r3/', []],
  ] as const) {
    const client = createFakeClient({ ps });
    await removeMarkedContainers(isolationOf(client.program), begins);
    const calls = client.calls().map(({ argv }) => argv);
    assert.equal(calls[0], ['ps', '--all', '--format', '{{.Names}}', '--filter', 'name=slipway']);
    assert.equal(
      calls.filter(([command]) => command === 'rm').map((argv) => argv[2]),
      removed,
    );
  }
});

test.run();
