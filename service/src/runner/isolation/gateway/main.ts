/**
 * Inside of a sandbox: `FOLDER SERVICE-PORT WORD...`. Listens on its loopback for the proxy and the service, whose sockets are in the
 * folder, runs the words, and ends as they do. SERVICE-PORT 0: the service is not on loopback.
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { proxyPort, proxySocket, serviceSocket } from './gateway.ts';

const [folder = '', servicePort = '0', file = '', ...words] = process.argv.slice(2);

const listen = (port: number, socket: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer((client) => {
      const way = connect(join(folder, socket));
      client.on('error', () => way.destroy()).on('close', () => way.destroy());
      way.on('error', () => client.destroy()).on('close', () => client.destroy());
      client.pipe(way).pipe(client);
    });
    server.once('error', reject).listen(port, '127.0.0.1', resolve).unref();
  });

// A signal to all processes of the sandbox reaches the command too; the gateway waits until the command has ended.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

const run = async (): Promise<void> => {
  await listen(proxyPort, proxySocket);
  if (servicePort !== '0')
    await listen(Number(servicePort), serviceSocket).catch(({ message }: Error) => {
      // A port below 1024, on which only a capability may listen.
      process.stderr.write(`The service is not reached from here: ${message}\n`);
    });
  const child = spawn(file, words, { stdio: 'inherit' });
  child.once('error', ({ message }) => {
    process.stderr.write(`${file} could not be started: ${message}\n`);
    process.exit(126);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal!]));
};

void run();
