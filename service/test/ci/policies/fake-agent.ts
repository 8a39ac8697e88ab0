import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@slipway/test-support/free-port';

/** What the fake agent was asked: `PUT /v1/policies/…`, its type and its text. */
export interface AgentRequest {
  readonly row: string;
  readonly type: string | undefined;
  readonly text: string;
}
export interface AgentReply {
  readonly status: number;
  readonly body: string;
  readonly after?: number;
}
export interface FakeAgent {
  readonly address: string;
  readonly requests: AgentRequest[];
  /** The response; 200 `{}` by default. */
  reply: (asked: AgentRequest) => AgentReply | undefined;
  close(): Promise<void>;
}

/** A server that speaks the literal bytes of OPA's REST API that a test gives it. */
export const startFakeAgent = async (): Promise<FakeAgent> => {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = {
        row: `${request.method} ${request.url}`,
        type: request.headers['content-type'],
        text: Buffer.concat(chunks).toString('utf8'),
      };
      agent.requests.push(asked);
      const { status, body } = agent.reply(asked) ?? { status: 200, body: '{}' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  const port = await freePort();
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  const agent: FakeAgent = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    reply: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
  return agent;
};
