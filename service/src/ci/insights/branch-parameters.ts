import type { RequestContext } from '../../http/route.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import { queryParameter, invalidRequest, enumParameter } from '../requests/read-request.ts';

/** `branch`, all branches with `all-branches`, or else the default branch of the project. */
export const branchFilterParameter = (ctx: RequestContext, { project }: ResolvedProject): { readonly branches?: readonly string[] } => {
  const branch = queryParameter(ctx, 'branch');
  const all = enumParameter(ctx, 'all-branches', ['true', 'false'], 'false') === 'true';
  if (all && branch !== undefined)
    throw invalidRequest({ detail: 'cannot be combined with branch; send one of them', parameter: 'all-branches' });
  return all ? {} : { branches: [branch ?? project.body.defaultBranch] };
};

/** The branch, for endpoints without `all-branches`: the parameter `branch`, by default the default branch. */
export const branchParameter = (ctx: RequestContext, { project }: ResolvedProject): { readonly branches: readonly string[] } => ({
  branches: [queryParameter(ctx, 'branch') ?? project.body.defaultBranch],
});

/** The values of a repeatable parameter; undefined when it is absent. */
export const repeatedParameter = (ctx: RequestContext, name: string): readonly string[] | undefined => {
  const all = ctx.query.getAll(name).filter((one) => one !== '');
  return all.length === 0 ? undefined : all;
};
