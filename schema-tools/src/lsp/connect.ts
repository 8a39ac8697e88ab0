import { Console } from 'node:console';
import {
  type Connection,
  createConnection,
  createServerPipeTransport,
  createServerSocketTransport,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  ProposedFeatures,
} from 'vscode-languageserver/node';
import { lifecycleStrategy } from './lifecycle-errors.ts';
import type { LintOptions } from '../lint/program/lint-options.ts';

/** Connects to the editor. The server ends when the editor goes away. */
export function connect({ nodeIpc, socket, pipe }: Pick<LintOptions, 'nodeIpc' | 'socket' | 'pipe'>): Connection {
  if (!nodeIpc && socket === undefined && pipe === undefined) {
    // Only the protocol may write to stdout: output of libraries is redirected.
    globalThis.console = new Console(process.stderr);
    return createConnection(ProposedFeatures.all, process.stdin, process.stdout, { messageStrategy: lifecycleStrategy() });
  }
  const [reader, writer]: [MessageReader, MessageWriter] = nodeIpc
    ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
    : socket !== undefined
      ? createServerSocketTransport(socket)
      : createServerPipeTransport(pipe!);
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
