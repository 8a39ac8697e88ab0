import { Console } from 'node:console';
import {
  type Connection,
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { lifecycleStrategy } from './lifecycle-errors.ts';
import type { LintOptions } from '../lint/program/lint-options.ts';

/** Answers a message that is not JSON as the protocol asks: without the id, which cannot be read. */
function answerParseErrors(reader: MessageReader, writer: MessageWriter): void {
  reader.onError((error) => {
    if (!(error instanceof SyntaxError)) return;
    const answer = { jsonrpc: '2.0', id: null, error: { code: ErrorCodes.ParseError, message: 'The message is not valid JSON.' } };
    void writer.write(answer);
  });
}

/** Connects to the editor. The server ends when the editor goes away. */
export function connect({ nodeIpc, socket, pipe }: Pick<LintOptions, 'nodeIpc' | 'socket' | 'pipe'>): Connection {
  if (!nodeIpc && socket === undefined && pipe === undefined) {
    // Only the protocol may write to stdout: output of libraries is redirected.
    globalThis.console = new Console(process.stderr);
    const [reader, writer] = [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
    answerParseErrors(reader, writer);
    const messageStrategy = lifecycleStrategy();
    for (const event of ['end', 'close']) process.stdin.once(event, () => process.exit(messageStrategy.isShutDown() ? 0 : 1));
    return createConnection(ProposedFeatures.all, reader, writer, { messageStrategy });
  }
  const [reader, writer]: [MessageReader, MessageWriter] = nodeIpc
    ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
    : socket !== undefined
      ? createServerSocketTransport(socket)
      : createServerPipeTransport(pipe!);
  answerParseErrors(reader, writer);
  const connection = createConnection(ProposedFeatures.all, reader, writer, { messageStrategy: lifecycleStrategy() });
  const gone = () => {
    process.exit(1);
  };
  reader.onError(({ message }) => {
    process.stderr.write(`The connection to the editor failed: ${message}\n`);
  });
  reader.onClose(gone);
  if (nodeIpc) process.on('disconnect', gone);
  if (nodeIpc && !process.connected) gone();
  return connection;
}
