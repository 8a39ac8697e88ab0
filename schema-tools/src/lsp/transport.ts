import { Console } from 'node:console';
import { createServerPipeTransport, createServerSocketTransport, IPCMessageReader, IPCMessageWriter, type MessageReader, type MessageWriter } from 'vscode-languageserver/node';
import { createConnection, ProposedFeatures, type Connection } from 'vscode-languageserver/node';
import type { LintOptions } from '../lint/program/options.ts';

/** How the editor is spoken with. The server ends when the editor goes away. */
export function connect({ nodeIpc, socket, pipe }: Pick<LintOptions, 'nodeIpc' | 'socket' | 'pipe'>): Connection {
  if (!nodeIpc && socket === undefined && pipe === undefined) {
    // Nothing but the protocol goes to stdout: what a library prints does not.
    globalThis.console = new Console(process.stderr);
    return createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  }
  const [reader, writer]: [MessageReader, MessageWriter] = nodeIpc ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
    : socket !== undefined ? createServerSocketTransport(socket) : createServerPipeTransport(pipe!);
  const connection = createConnection(ProposedFeatures.all, reader, writer);
  reader.onClose(() => { process.exit(1); });
  return connection;
}
