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
const runCommand = async (words: readonly string[], ...more: readonly string[]): Promise<string> => {
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
      'open',
      'reset',
      'run cancel',
      'run confirm',
      'run discard',
      'run list',
      'run logs',
      'run show',
      'state diff',
      'state list',
      'state restore',
      'state show',
      'status',
      'token create',
      'workspace create',
      'workspace force-unlock',
      'workspace list',
      'workspace lock',
      'workspace show',
      'workspace unlock',
    ],
  );
});
test('none sends the token of the login to another address', async () => {
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const places: Readonly<Record<string, string>> = { adopt: join(home, 'adopted'), backup: join(home, 'backup') };
  for (const words of commandsWith('--address')) {
    const run = words[0] === 'run' && words[1] !== 'list' ? 'run-0123456789abcdef' : undefined;
    const takesNothing = ['agent', 'open', 'reset', 'status', 'token create', 'workspace list'].includes(words.join(' '));
    const first = takesNothing ? [] : [run ?? places[words[0]!] ?? 'web'];
    const second = words[0] === 'state' && words[1] !== 'list' ? ['1'] : [];
    const organization = words[0] === 'adopt' ? ['--organization', 'acme'] : [];
    const said = await runCommand(words, ...first, ...second, ...organization, '--address', address);
    assert.not.match(said, /Wrote|created|locked/, words.join(' '));
  }
  assert.equal(
    received.filter((request) => request.includes(token)),
    [],
  );
});
test('with only a login the commands reach its service', async () => {
  const id = /^ws-\w+/.exec(await runCommand(['workspace', 'create'], 'web'))?.[0];
  assert.is(await runCommand(['workspace', 'lock'], 'web'), `${id} locked`);
  assert.is(await runCommand(['workspace', 'unlock'], 'web', '--address', `${service.address}/`), `${id} unlocked`);
  assert.is(await runCommand(['state', 'list'], 'web'), 'There are no state versions.');
  assert.match(await runCommand(['token', 'create'], '--address', service.address), /^slipway-/);
  assert.match(await runCommand(['adopt'], join(home, 'adopted'), '--hcl'), /^Wrote \d+ objects to /);
});

test.run();
