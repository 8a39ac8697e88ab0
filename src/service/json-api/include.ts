import { badRequest } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';
import type { ResourceObject } from './resource-object.ts';

/** What each allowed name brings, for all primary records at once. */
export interface IncludeLoaders<R> {
  readonly [name: string]: (records: readonly R[]) => Promise<readonly ResourceObject[]>;
}

/**
 * The names in `?include=a,b`; `_` and `-` are one, a path such as `project.organization` brings its first part.
 * 400 for a name that is not allowed.
 */
export const parseInclude = (ctx: RequestContext, allowed: readonly string[]): readonly string[] => {
  const text = ctx.query.get('include');
  if (!text) return [];
  return [
    ...new Set(
      text.split(',').map((word) => {
        const name = word.trim().replaceAll('-', '_');
        const found = allowed.find((one) => one === name || one === name.split('.', 1)[0]);
        if (found === undefined)
          throw badRequest(
            `include names "${word.trim()}"; ${allowed.length === 0 ? 'nothing can be included here' : `expected ${allowed.join(', ')}`}`,
            'include',
          );
        return found;
      }),
    ),
  ];
};

/** The `included` array, each document once; undefined without `?include=`. */
export const loadIncluded = async <R>(
  ctx: RequestContext,
  loaders: IncludeLoaders<R>,
  records: readonly R[],
): Promise<readonly ResourceObject[] | undefined> => {
  const names = parseInclude(ctx, Object.keys(loaders));
  if (names.length === 0) return undefined;
  const docs = new Map<string, ResourceObject>();
  for (const name of names) for (const doc of await loaders[name]!(records)) docs.set(`${doc.type} ${doc.id}`, doc);
  return [...docs.values()];
};
