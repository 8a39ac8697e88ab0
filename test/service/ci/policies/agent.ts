import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the fake agent was asked: `PUT /v1/policies/…`, its type and its text. */
export interface Asked { readonly row: string; readonly type: string | undefined; readonly text: string }
export interface Said { readonly status: number; readonly body: string; readonly after?: number }
export interface Agent {
  readonly address: string;
  readonly asked: Asked[];
  /** What it answers; 200 `{}` where this has nothing to say. */
  answer: (asked: Asked) => Said | undefined;
  close(): Promise<void>;
}

/** A server that speaks the literal bytes of OPA's REST API that a test gives it. */
export const fakeAgent = async (): Promise<Agent> => {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = { row: `${request.method} ${request.url}`, type: request.headers['content-type'], text: Buffer.concat(chunks).toString('utf8') };
      agent.asked.push(asked);
      const { status, body } = agent.answer(asked) ?? { status: 200, body: '{}' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  const agent: Agent = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: [], answer: () => undefined,
    close: async () => { server.closeAllConnections(); await new Promise((done) => { server.close(done); }); },
  };
  return agent;
};
