// watchdog: 600 s
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveReattach } from '../../src/protocol/reattach.ts';
import { log } from '../../src/protocol/log.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { fastClock } from '../../src/test/client/support/clocks.ts';
import { type ScriptedResponse, startServer } from '../../src/test/client/support/server.ts';
import { protocolClient } from '../../src/test/protocol/client.ts';
import { temporaryFolder } from '../../src/test/protocol/support/plugin.ts';
import { schedule } from '../support/scale.ts';
import { numbers } from '../support/seed.ts';
import { configure, drivePlace } from './provider-secrets/drive-provider.ts';
import { sensitivePlaces } from '../../service/test/laws/provider-secrets/sensitive-places.ts';

const test = suite('no error shows a secret');
const below = numbers();
const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ...'"\\/%+&<> \n', ...'äß漢🔑'];
/** A secret whose ends are its own. */
const newSecret = (length: number): string => {
  const inner = Array.from({ length: Math.max(0, length - 2) }, () => characters[below(characters.length)]!).join('');
  return length === 1 ? 'Q' : `Q${inner}Z`;
};

/** How a service answers a request with a secret in it: each is an error of its own. */
const answers: { readonly [name: string]: (secret: string, body: string) => ScriptedResponse } = {
  '404': () => ({ status: 404 }),
  'an error that repeats the value': (secret) => ({
    status: 422,
    body: { errors: [{ title: secret, detail: `invalid value "${secret}"`, source: { pointer: `/data/${secret}` } }], message: secret },
  }),
  'a text that repeats the request': (_, body) => ({ status: 400, text: body }),
  'a page that repeats the value': (secret) => ({ status: 500, text: `<html><title>${secret}</title><body>${secret}</body></html>` }),
  'broken JSON': (_, body) => ({ text: `{"sent": ${body}` }),
  'a redirect': (secret) => ({
    status: 302,
    headers: { location: `https://x.example.com/?v=${encodeURIComponent(Buffer.from(secret.slice(0, 2_000)).toString())}` },
  }),
  'the beginning of the value': (secret) => ({ status: 422, body: { message: `"${secret.slice(0, 200)}…" is too long` } }),
  'documents of another shape': (secret) => ({
    body: {
      data: { id: 'x-1', type: 'things', attributes: { key: secret, name: secret, description: secret } },
      id: secret,
      name: secret,
      variable: secret,
    },
  }),
  'no answer': () => ({ reset: true }),
};

let state = { answer: answers['404']!, secret: 'Q' };
const server = await startServer(({ body }) => state.answer(state.secret, body));
const folder = temporaryFolder();
process.env['PLUGIN_UNIX_SOCKET_DIR'] = folder.path;
process.env['TF_LOG'] = 'trace';
const served = await serveReattach(
  () =>
    makeProvider({
      version: '0',
      environment: {},
      log: (message) => log('info', message),
      logRequest: (entry) => log('debug', 'request', { ...entry }),
      timing: { clock: fastClock(500), random: () => 0, deadline: 20_000 },
    }),
  { source: 'terraform.local/test/slipway' },
);
const client = protocolClient(`unix:${served.address.at}`);

/** What the process writes to the engine's log. */
let written: string[] = [];
const { writeSync } = fs;
fs.writeSync = ((descriptor: number, text: string, ...rest: never[]) => {
  if (descriptor !== 2) return writeSync(descriptor, text, ...rest);
  written.push(String(text));
  return String(text).length;
}) as typeof fs.writeSync;
syncBuiltinESMExports();

test.after(async () => {
  fs.writeSync = writeSync;
  syncBuiltinESMExports();
  client.close();
  await served.close();
  await server.close();
  folder.remove();
});

/** What is longest takes up to a second in each place. */
const largeValuePlaces = schedule(sensitivePlaces.filter(({ path }) => path.at(-1) === 'value_wo').slice(0, 1), sensitivePlaces);

/** Parts of the secret that nothing else in a message explains, in the spelling of the message. */
const partsOf = (secret: string): readonly string[] => {
  const [start, end] = [[...secret].slice(0, 40).join(''), [...secret].slice(-40).join('')];
  const parts = secret.length > 300 ? [start, end, secret.slice(500, 900)] : [secret];
  return parts
    .filter((part) => part.length >= 4)
    .flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(Buffer.from(part).toString())]);
};

/** What is long costs: it meets each place with one answer, and each answer in every ninth place. */
const longValuePlaces = (answer: number) => sensitivePlaces.filter((_, place) => schedule((place + answer) % 9 === 0, true));

/** Characters. The longest of the suite is beyond every length at which something is cut. */
for (const length of schedule([40, 32_768, 1 << 18], [1, 4, 12, 40, 500, 5_000, 32_768, 100_000, 1 << 20]))
  for (const [index, [name, answer]] of Object.entries(answers).entries())
    test(`${length} characters, answered by ${name}, in sensitive attributes`, async () => {
      for (const place of length > 40_000 ? largeValuePlaces : length > 5_000 ? longValuePlaces(index) : sensitivePlaces) {
        const [secret, token] = [newSecret(length), `token-${newSecret(Math.min(length, 4_000))}`.replaceAll(/[^!-~]/g, '')];
        state = { answer, secret };
        written = [];
        const shown =
          place.form === 'provider'
            ? [
                (await configure(client, `not an address ${token}`, token)).diagnostics,
                await drivePlace(sensitivePlaces[0]!, client, secret),
              ]
            : [(await configure(client, server.address, token)).diagnostics, await drivePlace(place, client, secret)];
        const text = [...written, ...shown.flat(9).map((one) => JSON.stringify(one)), ...shown.flat(9).flatMap(textsOf)].join('\n');
        for (const part of [...partsOf(secret), ...partsOf(token)])
          assert.not(
            text.includes(part),
            `${place.form} ${place.type}.${place.path.join('.')}: ${part.slice(0, 60)} in ${around(text, part)}`,
          );
        assert.not(text.includes('withheld'), text.slice(0, 200));
      }
    });

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
const around = (text: string, part: string): string => text.slice(Math.max(0, text.indexOf(part) - 100), text.indexOf(part) + 100);

test('the law is about every place that is declared', () => {
  assert.equal(
    sensitivePlaces.map(({ form, type, path }) => `${form} ${type}: ${path.join('.')}`),
    [
      'resource agent_token: token',
      'resource no_code_workspace: variable_values_wo',
      'resource notification_configuration: token',
      'resource notification_configuration: token_wo',
      'resource oauth_client: secret',
      'resource oauth_client: secret_wo',
      'resource oauth_client: oauth_token_string',
      'resource oauth_client: oauth_token_string_wo',
      'resource oauth_client: private_key',
      'resource oauth_client: private_key_wo',
      'resource ssh_key: value',
      'resource ssh_key: value_wo',
      'resource team_token: token',
      'resource variable_set_variable: value',
      'resource variable_set_variable: value_wo',
      'resource workspace: vcs_repo.webhook_url',
      'resource workspace_variable: value',
      'resource workspace_variable: value_wo',
      'resource ci_context_variable: value',
      'resource ci_context_variable: value_wo',
      'resource ci_project_variable: value',
      'resource ci_project_variable: value_wo',
      'resource ci_runner_token: token',
      'resource ci_trigger: event_source_webhook_url',
      'resource ci_usage_export: download_urls',
      'resource ci_webhook: signing_secret_wo',
      'action ci_continue_pipeline: continuation_key',
      'provider provider: workspaces.token',
      'provider provider: ci.token',
    ],
  );
});

test.run();
