import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway serve: what it prints');
const program = join(import.meta.dirname, '../bin/slipway.cjs');

/** Starts a service, runs the work with what it printed, and stops it. */
const withServe = async (args: readonly string[], work: (printed: string) => Promise<void>): Promise<void> => {
  const running = spawn(process.execPath, [program, 'serve', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((done) => {
    running.once('close', done);
  });
  let printed = '';
  try {
    for await (const text of running.stdout.setEncoding('utf8')) {
      printed += text;
      if (printed.includes('Ctrl-C') || printed.startsWith('{')) break;
    }
    await work(printed);
  } finally {
    running.kill('SIGTERM');
    await closed;
  }
};
const createWorkspace = async (address: string, organization: string, token: string, name: string): Promise<number> =>
  (
    await fetch(`${address}/api/v2/organizations/${organization}/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'workspaces', attributes: { name } } }),
    })
  ).status;
const folder = temporaryFolder({
  'owned.yaml': 'users: [{ name: ann }]\norganizations: [{ name: acme, owners: [ann] }, { name: globex, owners: [ann] }]\n',
  'tokens.yaml': 'users: [{ name: ann, token: ann-token }]\norganizations: [{ name: acme, owners: [ann] }]\n',
  'second.yaml': 'users: [{ name: ann }]\norganizations: [{ name: acme }, { name: globex, owners: [ann] }]\n',
});
const seed = (name: string): readonly string[] => ['--seed', join(folder, name)];
/** How a service is started, and the organization that it then has. */
const starts: readonly (readonly [args: readonly string[], organization: string])[] = [
  [['--in-memory'], 'slipway'],
  [['--in-memory', '--organization', 'initech'], 'initech'],
  [['--in-memory', ...seed('owned.yaml')], 'acme'],
  [['--in-memory', '--organization', 'initech', ...seed('owned.yaml')], 'acme'],
  [['--in-memory', ...seed('second.yaml')], 'globex'],
  [['--in-memory', '--token', 'chosen', ...seed('owned.yaml')], 'acme'],
];

test('the environment that it prints creates a workspace, however it was started', async () => {
  for (const [args, organization] of starts)
    await withServe(args, async (printed) => {
      const environment = Object.fromEntries([...printed.matchAll(/^ {2}export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value!]));
      assert.is(environment['SLIPWAY_WORKSPACES_ORGANIZATION'], organization, args.join(' '));
      const { SLIPWAY_WORKSPACES_ADDRESS: address, SLIPWAY_WORKSPACES_TOKEN: token } = environment;
      assert.is(await createWorkspace(address!, organization, token!, 'web'), 201, args.join(' '));
      assert.match(printed, `  organization  ${organization}\n`);
    });
});
test('as JSON it names an organization that exists, also where it prints no token', async () => {
  for (const [args, organization] of [...starts, [['--in-memory', ...seed('tokens.yaml')], 'acme']] as typeof starts)
    await withServe([...args, '--json'], async (printed) => assert.is(JSON.parse(printed).organization, organization, args.join(' ')));
});
test('a store keeps its organization, even if the next start names another one', async () => {
  const data = temporaryFolder();
  await withServe(['--data', data, '--json'], async () => {});
  await withServe(['--data', data, '--json', '--organization', 'other', ...seed('owned.yaml')], async (printed) =>
    assert.equal([JSON.parse(printed).organization, JSON.parse(printed).token], ['slipway', null]),
  );
});
test('a store whose only organization was deleted begins with another one', async () => {
  const data = temporaryFolder();
  const token = ['--token', 'first-token'];
  await withServe(['--data', data, '--json', ...token], async (printed) => {
    const headers = { authorization: 'Bearer first-token' };
    const { status } = await fetch(`${JSON.parse(printed).address}/api/v2/organizations/slipway`, { method: 'DELETE', headers });
    assert.is(status, 204);
  });
  await withServe(['--data', data, '--json', '--organization', 'next', '--token', 'next-token'], async (printed) => {
    const { address, organization } = JSON.parse(printed);
    assert.equal([organization, await createWorkspace(address, 'next', 'next-token', 'web')], ['next', 201]);
  });
});

test.run();
