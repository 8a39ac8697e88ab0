import pg from 'pg';
import { openService } from '../../../service/src/start.ts';
import { token } from '../service-process.ts';

/** A statement as the service sent it, its parameters beside it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

type Query = (...given: unknown[]) => unknown;
type Asked = string | { readonly text: string; readonly values?: readonly unknown[] };

/**
 * The statements that a service over this database sends for each of the requests, the caller known to it. The service runs in this
 * process; what it sends of its own accord meanwhile is recorded, too.
 */
export const recordStatements = async (
  url: string,
  masterKey: string,
  requests: readonly RecordedRequest[],
): Promise<readonly (readonly RecordedStatement[])[]> => {
  const service = await openService({ store: url, masterKey: { value: masterKey } });
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const send = async ({ method, path, body }: RecordedRequest): Promise<void> => {
    const response = await fetch(service.address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const recorded: RecordedStatement[][] = [];
  try {
    await send({ method: 'GET', path: '/api/v2/organizations/acme' });
    for (const request of requests) {
      // By connection: the end of a transaction that only reads is sent after the next one has begun elsewhere.
      const statements = new Map<unknown, RecordedStatement[]>();
      prototype.query = function (this: unknown, ...given) {
        const asked = given[0] as Asked;
        const own = statements.get(this) ?? [];
        statements.set(this, own);
        own.push(typeof asked === 'string' ? { text: asked, values: [] } : { text: asked.text, values: asked.values ?? [] });
        return query.apply(this, given);
      };
      await send(request);
      prototype.query = query;
      recorded.push([...statements.values()].flat());
    }
  } finally {
    prototype.query = query;
    await service.close();
  }
  return recorded;
};
