import type { Route } from '../http/route.ts';
import type { ApiDefinition } from './api-definition.ts';

export interface ApiEndpoint {
  /** `GET`, or several: `PUT|PATCH`. */
  readonly methods: string;
  /** From `/`, with parameters in braces. */
  readonly path: string;
  readonly route: Route;
}

/** All endpoints of an API: a route whose path is an abbreviation stands for several. */
export const expandEndpoints = (definition: ApiDefinition): readonly ApiEndpoint[] =>
  definition.routes.flatMap((route) => {
    const [methods, path] = route.endpoint.split(' ') as [string, string];
    const full = `${route.atRoot ? '' : definition.basePath}${path}`;
    return (definition.expandPath?.(full) ?? [full]).map((one) => ({ methods, path: one, route }));
  });

/** Every path of an API, with its parameters. */
export const listPaths = (definition: ApiDefinition): readonly string[] => expandEndpoints(definition).map(({ path }) => path);
