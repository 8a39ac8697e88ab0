import type { Route } from './route.ts';

/** An endpoint with `{}` in the place of each path parameter and without its query: two spellings of one endpoint are equal. */
export const withoutParameterNames = (endpoint: string): string => endpoint.split('?')[0]!.replaceAll(/\{[^}]+\}/g, '{}');

const knownNames = new WeakMap<Route, Map<string, string>>();

/** The name of an operation in metrics, traces and messages: its method, and its path as the specification writes it. HEAD is named GET. */
export const nameOperation = (route: Route, method: string): string => {
  let names = knownNames.get(route);
  if (!names) {
    const [methods, path] = route.endpoint.split(' ') as [string, string];
    knownNames.set(route, (names = new Map(methods.split('|').map((one) => [one, `${one} ${path}`]))));
  }
  return names.get(method === 'HEAD' ? 'GET' : method) ?? `${method} ${route.endpoint.split(' ')[1]}`;
};

/** The names of all operations of these routes, each once. */
export const listOperations = (routes: readonly Route[]): readonly string[] => [
  ...new Set(
    routes.flatMap((route) =>
      route.endpoint
        .split(' ')[0]!
        .split('|')
        .map((method) => nameOperation(route, method)),
    ),
  ),
];
