import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from '@slipway/test-support/scale';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatPath } from '@slipway/declarations/attribute-path';
import { errorDiagnostic, encodeDiagnostic } from '../../protocol/diagnostics.ts';
import { handshakeLine } from '../../protocol/go-plugin/handshake.ts';
import { panicText } from '../../protocol/go-plugin/crash-handlers.ts';
import { socketPath } from '../../protocol/go-plugin/listen-for-engine.ts';
import { encodeStatusMessage, parseTimeout } from '../../protocol/grpc/status.ts';
import { launcherScript } from '../../protocol/launcher-script.ts';
import { log, logLine } from '../../protocol/log.ts';
import { redact } from '../../redaction/redact.ts';
import { registerSecret } from '../../redaction/secret-registry.ts';
import { registerSensitiveValues } from '../../protocol/secrets.ts';

const test = suite('what the protocol tells people');
process.env['TF_LOG'] = 'off';

test('a path reads as in a configuration', () => {
  assert.is(formatPath(['vcs_repo', 'branch']), 'vcs_repo.branch');
  assert.is(formatPath(['tags', { key: 'a"b' }]), 'tags["a\\"b"]');
  assert.is(formatPath(['rules', 0, 'name']), 'rules[0].name');
});

test('a path that an engine cannot point at is cut, and reported once', () => {
  const reported = (path: (string | number | { key: string })[], summary = 'Wrong') => {
    const { summary: values, attribute } = encodeDiagnostic({ severity: 'warning', summary, detail: '', path });
    return [values, JSON.stringify(attribute?.steps)];
  };
  assert.equal(reported(['a']), ['Wrong', '[{"attribute_name":"a"}]']);
  assert.equal(reported(['a', 1]), ['Wrong', '[{"attribute_name":"a"},{"element_key_int":1}]']);
  assert.equal(reported(['a', { key: 'k' }]), ['Wrong', '[{"attribute_name":"a"},{"element_key_string":"k"}]']);
  assert.equal(reported(['a', 'b']), ['Wrong (a.b)', '[{"attribute_name":"a"}]']);
  assert.equal(reported(['a', 1, 'b']), ['Wrong (a[1].b)', '[{"attribute_name":"a"},{"element_key_int":1}]']);
  assert.equal(reported(['a', 'b'], 'a.b is wrong'), ['a.b is wrong', '[{"attribute_name":"a"}]']);
  assert.equal(reported([]), ['Wrong', undefined]);
});

test('a fault is reported as ours, a stop as what it was', () => {
  const abort = new AbortController();
  assert.equal(errorDiagnostic('ReadResource of x', new TypeError('boom'), abort.signal), {
    severity: 'error',
    summary: 'The provider failed in ReadResource of x',
    detail: 'boom\n\nThis is a bug in Slipway; please report it.',
  });
  abort.abort(new Error('the engine stopped the provider'));
  assert.equal(errorDiagnostic('ReadResource of x', new Error('aborted'), abort.signal), {
    severity: 'error',
    summary: 'Stopped before it was finished',
    detail: 'ReadResource of x was stopped: the engine stopped the provider.',
  });
});

test('a secret that was kept is in no text, however it is spelled', () => {
  registerSecret('s3cr3t"with\nall&');
  assert.is(redact('is s3cr3t"with\nall& here'), 'is (sensitive value) here');
  assert.is(redact(JSON.stringify({ a: 's3cr3t"with\nall&' })), '{"a":"(sensitive value)"}');
  assert.is(redact(`?t=${encodeURIComponent('s3cr3t"with\nall&')}`), '?t=(sensitive value)');
  registerSecret('s3cr3t');
  registerSecret('');
  assert.is(redact('s3cr3t"with\nall& and s3cr3t'), '(sensitive value) and (sensitive value)');
  assert.is(encodeDiagnostic({ severity: 'error', summary: 's3cr3t', detail: 'x s3cr3t' }).detail, 'x (sensitive value)');
  assert.match(panicText(new Error('over s3cr3t')), /^panic: Error: over \(sensitive value\)\n/);
  assert.is(panicText('s3cr3t'), 'panic: (sensitive value)\n');
});

test('any secret is taken out, whatever it is made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 6 }), fc.string(), (secret, context) => {
      registerSecret(secret);
      assert.not.ok(redact(`${context}${secret}${context}`).includes(secret) && !'(sensitive value)'.includes(secret));
    }),
    { numRuns: runs(50) },
  );
});

test('sensitive and write-only attributes are learnt, nested ones too; short words are not', () => {
  const text = { type: 'string', description: '' } as const;
  registerSensitiveValues(
    {
      version: 0,
      description: '',
      attributes: {
        plain: text,
        token: { ...text, sensitive: true },
        flag: { ...text, sensitive: true },
        all: { nested: { nesting: 'map', attributes: { key: { ...text, writeOnly: true }, name: text } }, description: '' },
        hidden: { type: ['map', 'string'], description: '', sensitive: true },
      },
    },
    {
      plain: 'plain-value',
      token: 'token-value',
      flag: 'true',
      all: { a: { key: 'nested-key', name: 'nested-name' } },
      hidden: { b: 'map-value' },
    },
  );
  assert.is(
    redact('plain-value token-value true nested-key nested-name map-value'),
    'plain-value (sensitive value) true (sensitive value) nested-name (sensitive value)',
  );
});

test('texts of a service reach a terminal without control sequences, and bounded', () => {
  const { summary, detail } = encodeDiagnostic({
    severity: 'error',
    summary: 'The service answered \u001b[2J\u001b]0;owned\u0007red\u202e',
    detail: `line\r\nnext\u0000${'x'.repeat(20_000_000)}`,
  });
  assert.is(summary, 'The service answered red');
  assert.is(detail!.slice(0, 12), 'line\nnextxxx');
  assert.ok(detail!.length < 20_100);
  assert.ok(panicText(new Error('x'.repeat(20_000_000))).length < 66_000);
  assert.ok(logLine('warn', 'x'.repeat(20_000_000), { text: 'x'.repeat(20_000_000) }, new Date(0)).length < 17_000);
});

test('a log line is one of hclog, with six digits of a second and no secret', () => {
  registerSecret('log-secret');
  assert.is(
    logLine('warn', 'sent log-secret', { url: 'x?log-secret', deep: { list: ['log-secret', 1] } }, new Date('2030-01-02T03:04:05.678Z')),
    '{"@level":"warn","@message":"sent (sensitive value)","@module":"provider","@timestamp":"2030-01-02T03:04:05.678000Z",' +
      '"url":"x?(sensitive value)","deep":{"list":["(sensitive value)",1]}}\n',
  );
  log('error', 'nobody asked for logs');
});

test('the handshake line names protocol, address and certificate', () => {
  assert.is(handshakeLine({ network: 'unix', at: '/tmp/x.sock' }, Buffer.from([1, 2, 3, 4])), '1|6|unix|/tmp/x.sock|grpc|AQIDBA\n');
  assert.is(handshakeLine({ network: 'tcp', at: '127.0.0.1:1' }, undefined), '1|6|tcp|127.0.0.1:1|grpc|\n');
});

test('a socket path is at most 103 bytes, in the first folder that allows it', () => {
  assert.match(socketPath(['/tmp'])!, /^\/tmp\/slipway-[0-9a-f]{16}\.sock$/);
  assert.match(socketPath([`/${'long/'.repeat(20)}`, '/tmp'])!, /^\/tmp\/slipway-/);
  assert.is(socketPath([`/${'long/'.repeat(20)}`]), undefined);
});

test('gRPC messages are percent-encoded and timeouts understood', () => {
  assert.is(encodeStatusMessage('100% für\nimmer'), '100%25 f%C3%BCr%0Aimmer');
  assert.equal(['5S', '100m', '2M', '1H', '1500u', '1n', '', undefined, '5', '123456789S'].map(parseTimeout), [
    5000,
    100,
    120_000,
    3_600_000,
    2,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

const launcherText = launcherScript({ bundleFile: 'provider.cjs', minimumNode: '20.19', digest: '0123456789abcdef' });
test('the launcher is a shell script that becomes Node', () => {
  assert.match(launcherText, /^#!\/bin\/sh\n/);
  assert.match(launcherText, /\nexec "\$node" "\$here\/provider.cjs"\n$/);
});

test('the launcher leaves the certificates of a company to the client, unless options choose others', () => {
  const folder = temporaryFolder();
  const [launcher, node] = [join(folder, 'terraform-provider-slipway_v0.1.0'), join(folder, 'node')];
  writeFileSync(launcher, launcherText, { mode: 0o755 });
  writeFileSync(node, '#!/bin/sh\necho "$NODE_EXTRA_CA_CERTS|$SLIPWAY_EXTRA_CA_CERTS"\n', { mode: 0o755 });
  const run = (more: { readonly [name: string]: string }) =>
    execFileSync(launcher, { encoding: 'utf8', env: { PATH: process.env['PATH'], SLIPWAY_NODE: node, ...more } });
  assert.is(run({}), '|\n');
  assert.is(run({ NODE_EXTRA_CA_CERTS: '/etc/ca.pem' }), '|/etc/ca.pem\n');
  assert.is(run({ NODE_EXTRA_CA_CERTS: '/etc/ca.pem', NODE_OPTIONS: '--use-openssl-ca' }), '/etc/ca.pem|\n');
});

test.run();
