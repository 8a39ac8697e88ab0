import type { RequestContext } from '../../route.ts';
import type { Here } from '../projects/here.ts';
import { asked, invalid, oneAsked } from '../read.ts';

/** `branch`, or every one with `all-branches`, or else the project's default branch. */
export const branchesAsked = (asking: RequestContext, { project }: Here): { readonly branches?: readonly string[] } => {
  const branch = asked(asking, 'branch');
  const all = oneAsked(asking, 'all-branches', ['true', 'false'], 'false') === 'true';
  if (all && branch !== undefined) throw invalid({ detail: 'excludes branch; send one of them', parameter: 'all-branches' });
  return all ? {} : { branches: [branch ?? project.body.defaultBranch] };
};

/** For where there is no `all-branches`. */
export const branchAsked = (asking: RequestContext, { project }: Here): { readonly branches: readonly string[] } => ({ branches: [asked(asking, 'branch') ?? project.body.defaultBranch] });

/** A parameter that may be sent several times; undefined: not at all. */
export const severalAsked = (asking: RequestContext, name: string): readonly string[] | undefined => {
  const all = asking.query.getAll(name).filter((one) => one !== '');
  return all.length === 0 ? undefined : all;
};
