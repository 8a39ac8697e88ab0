// process: own
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeLogin } from '../src/login/login-file.ts';
import { createProgram } from '../src/program.ts';
import { openService, type RunningService } from '@slipway/service/start';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('commands that name a service by --address');
const token = 'first-token-0123456789';
const home = temporaryFolder({});
let service: RunningService;
/** What another service received. */
const received: string[] = [];
const other = createServer((request, response) => {
  received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
  response.writeHead(404, { 'content-type': 'application/vnd.api+json' }).end('{"errors":[{"status":"404","title":"not found"}]}');
});

/** The commands of the program with this option, by their words. */
const commandsWith = (
  option: string,
  command: Command = createProgram(),
  words: readonly string[] = [],
): readonly (readonly string[])[] => [
  ...(command.options.some(({ long }) => long === option) ? [words] : []),
  ...command.commands.flatMap((one) => commandsWith(option, one, [...words, one.name()])),
];
const run = async (words: readonly string[], ...more: readonly string[]): Promise<string> => {
  const print = console.log;
  const lines: unknown[] = [];
  console.log = (line: unknown) => void lines.push(line);
  try {
    await createProgram().parseAsync(['node', 'slipway', ...words, ...more]);
  } catch (error) {
    lines.push((error as Error).message);
  } finally {
    console.log = print;
  }
  return lines.join('\n');
};

test.before(async () => {
  for (const name of Object.keys(process.env)) if (/^(SLIPWAY_|TFE?_|CIRCLE_)/.test(name)) delete process.env[name];
  process.env['XDG_CONFIG_HOME'] = home;
  service = await openService({ store: 'memory', organization: 'acme', token });
  writeLogin({ address: service.address, token, organization: 'acme', dialect: 'neutral', servesCi: true });
  await new Promise<void>((listening) => {
    other.listen(0, '127.0.0.1', listening);
  });
});
test.after(async () => {
  await service.close();
  other.close();
  other.closeAllConnections();
});

test('they are these', () => {
  assert.equal(
    commandsWith('--address')
      .map((words) => words.join(' '))
      .sort(),
    [
      'adopt',
      'agent',
      'backup',
      'state diff',
      'state list',
      'state restore',
      'state show',
      'token create',
      'workspace create',
      'workspace force-unlock',
      'workspace lock',
      'workspace unlock',
    ],
  );
});
test('none sends the token of the login to another address', async () => {
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const places: Readonly<Record<string, string>> = { adopt: join(home, 'adopted'), backup: join(home, 'backup') };
  for (const words of commandsWith('--address')) {
    const first = words[0] === 'agent' || words[0] === 'token' ? [] : [places[words[0]!] ?? 'web'];
    const second = words[0] === 'state' && words[1] !== 'list' ? ['1'] : [];
    const organization = words[0] === 'adopt' ? ['--organization', 'acme'] : [];
    const said = await run(words, ...first, ...second, ...organization, '--address', address);
    assert.not.match(said, /Wrote|created|locked/, words.join(' '));
  }
  assert.equal(
    received.filter((request) => request.includes(token)),
    [],
  );
});
test('with only a login the commands reach its service', async () => {
  const id = /^ws-\w+/.exec(await run(['workspace', 'create'], 'web'))?.[0];
  assert.is(await run(['workspace', 'lock'], 'web'), `${id} locked`);
  assert.is(await run(['workspace', 'unlock'], 'web', '--address', `${service.address}/`), `${id} unlocked`);
  assert.is(await run(['state', 'list'], 'web'), 'There are no state versions.');
  assert.match(await run(['token', 'create'], '--address', service.address), /^slipway-/);
  assert.match(await run(['adopt'], join(home, 'adopted'), '--hcl'), /^Wrote \d+ objects to /);
});

test.run();
