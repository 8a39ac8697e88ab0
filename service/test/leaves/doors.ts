/** Everything that a caller of the workspace service can read: all GET routes with all ids that were told, and all links. */
import { gunzipSync } from 'node:zlib';
import { routes } from '../../src/workspaces/index.ts';

const usual: { readonly [param: string]: string } = {
  organization_name: 'acme',
  workspace_name: 'web',
  registry_name: 'private',
  namespace: 'acme',
  name: 'web',
  provider: 'storage',
  version: '1.0.0',
};
/** Objects of a type that are looked at. */
const most = 6;

const rowsOf = ({ endpoint, atRoot }: { readonly endpoint: string; readonly atRoot?: true }): readonly string[] =>
  endpoint.startsWith('GET ') ? [(atRoot ? '' : '/api/v2') + endpoint.slice(4)] : [];

/** What was read, by address. */
export type Doors = ReadonlyMap<string, { readonly status: number; readonly text: string }>;

const learn = (value: unknown, ids: Map<string, Set<string>>, links: Set<string>): void => {
  if (typeof value === 'string' && /^(\/api\/|\/_|https?:\/\/)/.test(value)) links.add(value);
  if (typeof value !== 'object' || value === null) return;
  const { type, id } = value as { readonly type?: unknown; readonly id?: unknown };
  if (typeof type === 'string' && typeof id === 'string') ids.set(type, (ids.get(type) ?? new Set()).add(id));
  for (const one of Object.values(value)) learn(one, ids, links);
};

const fillPath = (path: string, ids: ReadonlyMap<string, ReadonlySet<string>>, place: number): string | undefined => {
  const parts = path.split('/');
  let isKnown = true;
  const filled = parts.map((part, at) =>
    part.replaceAll(/\{([^}]+)\}/g, (_, param: string) => {
      const found = [...(ids.get(parts[at - 1]!) ?? ids.get(`${parts[at - 1]!}s`) ?? [])];
      const one = usual[param] ?? found[Math.min(place, found.length - 1)];
      if (one === undefined || (place > 0 && usual[param] === undefined && place >= found.length)) isKnown = false;
      return one ?? '';
    }),
  );
  return isKnown ? filled.join('/') : undefined;
};

/** Opens every door, as often as new ids and links are told. */
export const openDoors = async (address: string, token: string, more: readonly string[] = []): Promise<Doors> => {
  const opened = new Map<string, { readonly status: number; readonly text: string }>();
  const [ids, links] = [new Map<string, Set<string>>(), new Set<string>(more)];
  const open = async (target: string): Promise<void> => {
    const url = new URL(target, address);
    const path = url.pathname + url.search;
    if (opened.has(path) || url.host !== new URL(address).host) return;
    opened.set(path, { status: 0, text: '' });
    const response = await fetch(new URL(path, address), { headers: { authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
    opened.set(path, { status: response.status, text: JSON.stringify([...response.headers]) + text });
    try {
      learn(JSON.parse(text), ids, links);
    } catch {
      // A log or an archive tells no ids.
    }
  };
  for (let round = 0; round < 4; round++) {
    for (let place = 0; place < most; place++)
      for (const path of routes.flatMap(rowsOf)) {
        const target = fillPath(path, ids, place);
        if (target !== undefined) await open(target);
      }
    for (const link of links) await open(link);
  }
  return opened;
};
