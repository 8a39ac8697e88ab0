// watchdog: 60 s
import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startEditor, exitCodeOf, launchServer } from './editor.ts';
import { settings } from './schemas.ts';

const test = suite('lsp life');
const folder = temporaryFolder({ 's.json': settings });
const bin = resolve(import.meta.dirname, '../../bin/slipway-lint.mjs');
const packed = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const initialize = { processId: null, rootUri: null, capabilities: {} };

test('`exit` without `shutdown` ends with 1', async () => {
  const { connection, process } = await startEditor(folder);
  const end = exitCodeOf(process);
  await connection.sendNotification('exit');
  assert.is(await end, 1);
});

test('an editor that goes away takes the server with it', async () => {
  const { process } = await startEditor(folder);
  const end = exitCodeOf(process);
  process.stdin!.end();
  assert.is(await end, 1);
});

test('before `initialize` and after `shutdown` every request is an error, and notifications are dropped', async () => {
  const child = launchServer(folder);
  const end = exitCodeOf(child);
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout!), new StreamMessageWriter(child.stdin!));
  connection.listen();
  const refusal = (method: string, params: unknown) =>
    connection.sendRequest(method, params).then(
      () => 'answered',
      ({ code, message }: { readonly code: number; readonly message: string }) => `${code} ${message}`,
    );
  const hover = { textDocument: { uri: 'file:///a.json' }, position: { line: 0, character: 0 } };
  const notInitialized = '-32002 The server is not initialized; send `initialize` first.';
  for (const method of ['textDocument/hover', 'textDocument/codeAction', 'shutdown', 'unknown/method'])
    assert.is(await refusal(method, hover), notInitialized, method);
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: 'file:///a.json', languageId: 'json', version: 1, text: '{' },
  });
  await connection.sendRequest('initialize', initialize);
  assert.is(await refusal('initialize', initialize), '-32600 The server is initialized already; send `initialize` once.');
  assert.is(await connection.sendRequest('textDocument/hover', hover), null);
  await connection.sendRequest('shutdown');
  for (const method of ['textDocument/hover', 'initialize', 'shutdown', 'unknown/method'])
    assert.is(await refusal(method, hover), '-32600 The server is shut down; only `exit` may follow.', method);
  await connection.sendNotification('exit');
  assert.is(await end, 0);
});

test('parameters that are none of the method are answered with -32602, and notifications with them are dropped', async () => {
  const editor = await startEditor(folder);
  const refusal = (method: string, params: unknown) =>
    editor.connection.sendRequest(method, params).then(
      () => 'answered',
      ({ code, message }: { readonly code: number; readonly message: string }) => `${code} ${message}`,
    );
  assert.is(await refusal('textDocument/hover', {}), '-32602 textDocument/hover needs textDocument.uri, a string.');
  const textDocument = { uri: editor.uri('a.json') };
  assert.is(
    await refusal('textDocument/completion', { textDocument, position: { line: -1, character: 0 } }),
    '-32602 textDocument/completion needs position as the protocol defines it.',
  );
  await editor.connection.sendNotification('textDocument/didOpen', { textDocument: 1 });
  assert.is(await refusal('textDocument/documentSymbol', { textDocument }), 'answered');
  assert.is(await editor.stop(), 0);
});

test('messages that are none do not end it; nothing but the protocol is on stdout', async () => {
  const child = launchServer(folder);
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const until = (pattern: RegExp) =>
    new Promise<void>((done) => {
      const look = () => {
        if (pattern.test(said)) done();
        else child.stdout!.once('data', () => setImmediate(look));
      };
      look();
    });
  child.stdin!.write(packed('{ this is no JSON'));
  child.stdin!.write(packed('[1, null, "x"]'));
  child.stdin!.write(packed('{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":null}'));
  child.stdin!.write(
    packed(
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":' +
        '{"textDocument":{"uri":"file:///nowhere.json"},"contentChanges":[{"text":"x"}]}}',
    ),
  );
  child.stdin!.write(packed('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}'));
  child.stdin!.write(packed('{"jsonrpc":"2.0","id":8,"method":"no/such"}'));
  child.stdin!.write(packed(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })));
  await until(/"id":1,"result"/);
  assert.match(said, /"id":null,"error":\{"code":-32700,"message":"The message is not valid JSON\."/);
  assert.match(said, /"id":8,"error":\{"code":-32002/);
  assert.match(said, /"id":7,"error":\{"code":-32002/);
  const uri = `file://${folder}/a.json`;
  child.stdin!.write(
    packed(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'json', version: 1, text: '{"$schema":"s.json","zip":1}' } },
      }),
    ),
  );
  await until(/publishDiagnostics.*zip/);
  const end = exitCodeOf(child);
  child.stdin!.write(packed('{"jsonrpc":"2.0","id":2,"method":"shutdown"}'));
  child.stdin!.write(packed('{"jsonrpc":"2.0","method":"exit"}'));
  assert.is(await end, 0);
  for (let rest = Buffer.from(said); rest.length > 0;) {
    const [, header, length] = /^(Content-Length: (\d+)\r\n\r\n)/.exec(rest.toString('latin1')) ?? [];
    assert.ok(header, `no message: ${rest.toString().slice(0, 80)}`);
    JSON.parse(rest.subarray(header!.length, header!.length + Number(length)).toString());
    rest = rest.subarray(header!.length + Number(length));
  }
});

test('what editors add to the command line is understood', async () => {
  const { stop } = await startEditor(folder, { args: ['--stdio', '--clientProcessId', String(process.pid)] });
  assert.is(await stop(), 0);
});

test('over a socket', async () => {
  const server = createServer();
  const arrived = new Promise<Socket>((done) => {
    server.once('connection', done);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const child = launchServer(folder, { args: ['--socket', String((server.address() as { port: number }).port)] });
  const end = exitCodeOf(child);
  const socket = await arrived;
  const connection = createProtocolConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
  connection.listen();
  const { serverInfo } = await connection.sendRequest<{ serverInfo: { name: string } }>('initialize', initialize);
  assert.is(serverInfo.name, 'slipway');
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.is(await end, 0);
  server.close();
});

test('over the channel of a parent that is Node', async () => {
  const child = spawn(process.execPath, [bin, '--lsp', '--node-ipc'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const end = exitCodeOf(child);
  const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  const { serverInfo } = await connection.sendRequest<{ serverInfo: { name: string } }>('initialize', initialize);
  assert.is(serverInfo.name, 'slipway');
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.is(await end, 0);
});

test('a command line that cannot be meant is reported on stderr, with 2', async () => {
  assert.equal(await runSlipway(['lint', '--lsp', '--schema', 'nowhere.json'], { folder }), {
    code: 2,
    stdout: '',
    stderr: 'slipway: --schema nowhere.json: there is no such file\n',
  });
  assert.equal(await runSlipway(['lint', '--lsp', '--node-ipc'], { folder }), {
    code: 2,
    stdout: '',
    stderr:
      'slipway: --node-ipc: this process was not started with a channel for messages; omit it to use standard ' + 'input and output\n',
  });
  assert.equal(await runSlipway(['lint', '--lsp', 'a.json'], { folder }), {
    code: 2,
    stdout: '',
    stderr: 'slipway: --lsp takes no files; the editor opens them\n',
  });
  assert.is((await runSlipway(['lint', '--lsp', '--watch'], { folder })).code, 2);
});

test.run();
