/** An HTTP server that stores requests and responds as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@slipway/test-support/free-port';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Statuses of the next responses, then 200; 0: no response within any timeout. */
  readonly statuses: number[];
  close(): void;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: ReceivedRequest[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request
      .setEncoding('utf8')
      .on('data', (part: string) => {
        text += part;
      })
      .on('end', () => {
        received.push({ method: request.method!, path: request.url!, headers: request.headers, text });
        const status = statuses.shift() ?? 200;
        if (status !== 0) response.writeHead(status, { 'content-type': 'text/plain', 'x-told': 'yes' }).end('thanks');
      });
  }).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received,
    statuses,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
