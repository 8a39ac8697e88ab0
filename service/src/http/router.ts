import { badRequest } from './problem.ts';

interface RouteNode<T> {
  readonly literals: Map<string, RouteNode<T>>;
  parameter?: RouteNode<T>;
  readonly methods: Map<string, { readonly params: readonly string[]; readonly value: T }>;
}
export interface RoutableEndpoint<T> {
  /** `GET /varsets/{varset_id}`, or with several methods: `PUT|PATCH …`. */
  readonly endpoint: string;
  readonly value: T;
}
export type RouteMatch<T> =
  | { readonly value: T; readonly params: { readonly [name: string]: string } }
  | { readonly allowedMethods: readonly string[] };

const createNode = <T>(): RouteNode<T> => ({ literals: new Map(), methods: new Map() });

const decodeSegment = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path holds "${segment}", which is not valid percent-encoding`);
  }
};

const addEndpoint = <T>(root: RouteNode<T>, { endpoint, value }: RoutableEndpoint<T>): void => {
  const [methods, path] = endpoint.split(' ') as [string, string];
  const params: string[] = [];
  let node = root;
  for (const segment of path.slice(1).split('/')) {
    if (segment.startsWith('{')) {
      params.push(segment.slice(1, -1));
      node = node.parameter ??= createNode();
      continue;
    }
    let next = node.literals.get(segment);
    if (!next) node.literals.set(segment, (next = createNode()));
    node = next;
  }
  for (const method of methods.split('|')) {
    if (node.methods.has(method)) throw new Error(`two routes answer ${method} ${path}`);
    node.methods.set(method, { params, value });
  }
};

/** `values`: the segments that stand for parameters, in their order. */
const findNode = <T>(node: RouteNode<T>, segments: readonly string[], index: number, values: string[]): RouteNode<T> | undefined => {
  if (index === segments.length) return node.methods.size > 0 ? node : undefined;
  const segment = segments[index]!;
  const literal = node.literals.get(segment);
  const found = literal && findNode(literal, segments, index + 1, values);
  if (found || !node.parameter || segment === '') return found;
  values.push(segment);
  const below = findNode(node.parameter, segments, index + 1, values);
  if (!below) values.pop();
  return below;
};

/** Finds the route of a request. A literal segment wins over a parameter; one trailing slash is ignored; HEAD is answered by GET. */
export const createRouter = <T>(endpoints: readonly RoutableEndpoint<T>[]) => {
  const root = createNode<T>();
  for (const endpoint of endpoints) addEndpoint(root, endpoint);
  return (method: string, path: string): RouteMatch<T> | undefined => {
    const segments = (path.length > 1 && path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/').map(decodeSegment);
    const values: string[] = [];
    const node = findNode(root, segments, 0, values);
    if (!node) return undefined;
    const match = node.methods.get(method) ?? (method === 'HEAD' ? node.methods.get('GET') : undefined);
    if (!match) return { allowedMethods: [...node.methods.keys(), ...(node.methods.has('GET') ? ['HEAD'] : [])] };
    const params: Record<string, string> = {};
    match.params.forEach((name, index) => {
      params[name] = values[index]!;
    });
    return { value: match.value, params };
  };
};
