import type { PipelineTest } from '../../../service/test/ci/pipelines/support.ts';
import { ciClient } from '../../../src/client/operations/ci-client.ts';
import { ciEndpoints } from '../../../src/client/operations/ci-operations.ts';
import { listOperation } from '../../../src/client/operations/call-operation.ts';
import { workspaceEndpoints } from '../../../src/client/operations/workspace-operations.ts';
import { openServiceClient } from '../../../src/client/open-service-client.ts';
import { createService, sendInProcess } from '../../../service/src/service.ts';
import type { ListFixture } from '../../../service/test/laws/lists/list-fixture.ts';

type SendRequest = (path: string) => Promise<any>;
/** What a list says at one page size: by a service of its own over the same store, where the size is its setting. */
export interface ListReader {
  all(): Promise<readonly string[]>;
  page(next: string | number | null): Promise<{ readonly names: readonly string[]; readonly next: string | number | null }>;
}

const pathOf = ({ operation, params }: ListFixture): string => {
  const row: string =
    operation in ciEndpoints
      ? ciEndpoints[operation as keyof typeof ciEndpoints]
      : workspaceEndpoints[operation as keyof typeof workspaceEndpoints][1];
  return row.split(' ')[1]!.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => String(params[name]));
};

/** Reads with our client, and page by page as the wire has it. `size` of null: none is asked for. */
export const createListReader = ({ store, clock }: PipelineTest, planter: ListFixture, size: number | null): ListReader => {
  const { handle, fetch } = createService({
    store,
    clock,
    ...(planter.pages === 'number' || planter.size || size === null ? {} : { settings: { ciPageSize: size } }),
  });
  const service = planter.operation in ciEndpoints ? ('ci' as const) : ('workspaces' as const);
  const sized = size === null ? {} : planter.pages === 'number' ? { 'page[size]': size } : planter.size ? { [planter.size]: size } : {};
  const query = { ...planter.query, ...sized };
  const get: SendRequest = async (path) => {
    const headers = new Headers({ authorization: 'Bearer owner-token' });
    const { status, content } = await sendInProcess(handle, { method: 'GET', url: new URL(`http://slipway.test/api/v2${path}`), headers });
    if (status !== 200) throw new Error(`${status} ${String(content)}`);
    return JSON.parse(String(content));
  };
  return {
    all: async () => {
      const line = openServiceClient({ service, address: 'http://slipway.test', token: 'owner-token', fetch, clock: undefined });
      const names: string[] = [];
      if (service === 'ci')
        for await (const item of ciClient(line).list(planter.operation as never, planter.params as never, query))
          names.push(planter.nameOf(item));
      else
        for await (const { item } of listOperation(
          line,
          planter.operation as never,
          planter.params as never,
          planter.pages === 'none' ? { 'page[size]': null } : query,
        ))
          names.push(planter.nameOf(item));
      return names;
    },
    page: async (next) => {
      const told =
        next === null
          ? {}
          : { [planter.pages === 'number' ? 'page[number]' : planter.pages === 'place' ? 'offset' : 'page-token']: String(next) };
      const body = await get(
        `${pathOf(planter)}?` +
          new URLSearchParams({ ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])), ...told }),
      );
      const items: readonly any[] = Array.isArray(body) ? body : (body.items ?? body.data);
      const after =
        planter.pages === 'number'
          ? body.meta.pagination['next-page']
          : planter.pages === 'token'
            ? body.next_page_token
            : planter.pages === 'place' && items.length > 0
              ? Number(next ?? 0) + items.length
              : null;
      return { names: items.map(planter.nameOf), next: after };
    },
  };
};

/** Every page, one after the other. */
export const readPages = async (list: ListReader): Promise<readonly (readonly string[])[]> => {
  const found: (readonly string[])[] = [];
  for (let next: string | number | null = null, first = true; first || next !== null; first = false) {
    const page = await list.page(next);
    found.push(page.names);
    next = page.next;
  }
  return found;
};
