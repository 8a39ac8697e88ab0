import type { RequestContext } from '../../http/route.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import { queryParameter, invalidRequest, enumParameter } from '../requests/read-request.ts';

/** `branch`, or every one with `all-branches`, or else the project's default branch. */
export const branchFilterParameter = (asking: RequestContext, { project }: ResolvedProject): { readonly branches?: readonly string[] } => {
  const branch = queryParameter(asking, 'branch');
  const all = enumParameter(asking, 'all-branches', ['true', 'false'], 'false') === 'true';
  if (all && branch !== undefined) throw invalidRequest({ detail: 'excludes branch; send one of them', parameter: 'all-branches' });
  return all ? {} : { branches: [branch ?? project.body.defaultBranch] };
};

/** For where there is no `all-branches`. */
export const branchParameter = (asking: RequestContext, { project }: ResolvedProject): { readonly branches: readonly string[] } => ({
  branches: [queryParameter(asking, 'branch') ?? project.body.defaultBranch],
});

/** A parameter that may be sent several times; undefined: not at all. */
export const repeatedParameter = (asking: RequestContext, name: string): readonly string[] | undefined => {
  const all = asking.query.getAll(name).filter((one) => one !== '');
  return all.length === 0 ? undefined : all;
};
