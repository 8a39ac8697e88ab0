import { badRequest } from './problem.ts';

interface RouteNode<T> {
  readonly named: Map<string, RouteNode<T>>;
  any?: RouteNode<T>;
  readonly ends: Map<string, { readonly params: readonly string[]; readonly value: T }>;
}
export type RouteMatch<T> =
  | { readonly value: T; readonly params: { readonly [name: string]: string } }
  | { readonly allow: readonly string[] };

const createNode = <T>(): RouteNode<T> => ({ named: new Map(), ends: new Map() });
const decodeSegment = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path holds "${segment}", which is not valid percent-encoding`);
  }
};

/** Rows such as `GET /varsets/{varset_id}`; a written-out segment wins over a parameter, one trailing slash is forgiven. */
export const createRouter = <T>(rows: readonly { readonly row: string; readonly value: T }[]) => {
  const root = createNode<T>();
  for (const { row, value } of rows) {
    const [methods, path] = row.split(' ') as [string, string];
    const params: string[] = [];
    let at = root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith('{')) {
        params.push(segment.slice(1, -1));
        at = at.any ??= createNode();
        continue;
      }
      let next = at.named.get(segment);
      if (!next) at.named.set(segment, (next = createNode()));
      at = next;
    }
    for (const method of methods.split('|')) {
      if (at.ends.has(method)) throw new Error(`two routes answer ${method} ${path}`);
      at.ends.set(method, { params, value });
    }
  }

  const walk = (at: RouteNode<T>, segments: readonly string[], index: number, values: string[]): RouteNode<T> | undefined => {
    if (index === segments.length) return at.ends.size > 0 ? at : undefined;
    const segment = segments[index]!;
    const named = at.named.get(segment);
    const found = named && walk(named, segments, index + 1, values);
    if (found || !at.any || segment === '') return found;
    values.push(segment);
    const below = walk(at.any, segments, index + 1, values);
    if (!below) values.pop();
    return below;
  };

  return (method: string, path: string): RouteMatch<T> | undefined => {
    const segments = (path.length > 1 && path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/').map(decodeSegment);
    const values: string[] = [];
    const found = walk(root, segments, 0, values);
    if (!found) return undefined;
    const end = found.ends.get(method) ?? (method === 'HEAD' ? found.ends.get('GET') : undefined);
    if (!end) return { allow: [...found.ends.keys(), ...(found.ends.has('GET') ? ['HEAD'] : [])] };
    const params: Record<string, string> = {};
    end.params.forEach((name, index) => {
      params[name] = values[index]!;
    });
    return { value: end.value, params };
  };
};
