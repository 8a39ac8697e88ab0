import type { Route } from './route.ts';

const known = new WeakMap<Route, Map<string, string>>();

/** What an endpoint is called wherever it is counted or told: its method and its path as the specification writes it. HEAD is GET. */
export const operationOf = (route: Route, method: string): string => {
  let names = known.get(route);
  if (!names) {
    const [methods, path] = route.row.split(' ') as [string, string];
    known.set(route, names = new Map(methods.split('|').map((one) => [one, `${one} ${path}`])));
  }
  return names.get(method === 'HEAD' ? 'GET' : method) ?? `${method} ${route.row.split(' ')[1]}`;
};

/** All of a service, each once. */
export const operationsOf = (routes: readonly Route[]): readonly string[] =>
  [...new Set(routes.flatMap((route) => route.row.split(' ')[0]!.split('|').map((method) => operationOf(route, method))))];
