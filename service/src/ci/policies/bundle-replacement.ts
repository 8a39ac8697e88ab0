import { isLongerThan } from '../../http/characters.ts';
import { Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import {
  booleanMember,
  objectMember,
  parseCiBody,
  describeValue,
  invalidRequest,
  optionalMember,
  parseMembers,
  requiredMember,
  enumParameter,
} from '../requests/read-request.ts';

/** Bytes of all policies with their names (2.5 MB). */
const maxBundleBytes = 2.5 * 1024 * 1024;
/** The most bytes of the request body: JSON may write a character in six bytes. */
export const maxReplacementBytes = 6 * maxBundleBytes;

export interface BundleReplacement {
  readonly dry: boolean;
  readonly files: { readonly [name: string]: string };
}

const policyTextMember = { description: 'the text of a policy', accepts: (value: unknown) => typeof value === 'string' };
const isPolicyFileName = (name: string): boolean => name !== '' && !isLongerThan(name, 255) && !/[\p{Cc}\p{Surrogate}]/u.test(name);

/** `dry`, in the body as the specification has it, or in the query as clients of the hosted service send it. */
const parseDryRun = (ctx: RequestContext, inBody: boolean | undefined): boolean => {
  const inQuery = ctx.query.get('dry') === null ? undefined : enumParameter(ctx, 'dry', ['true', 'false'], 'false') === 'true';
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery)
    throw invalidRequest({ detail: `is ${inBody} in the body and ${inQuery} in the query; send one of them`, parameter: 'dry' });
  return inBody ?? inQuery ?? false;
};

export const bundleMembers = { dry: optionalMember(booleanMember), policies: requiredMember(objectMember) };

/** Parses the request that replaces a bundle; 413 for a bundle that is too large. */
export const parseBundleReplacement = (ctx: RequestContext): BundleReplacement => {
  const { dry, policies } = parseCiBody(ctx, bundleMembers) as {
    readonly dry?: boolean;
    readonly policies: { readonly [name: string]: unknown };
  };
  const names = Object.keys(policies);
  const invalidName = names.find((name) => !isPolicyFileName(name));
  if (invalidName !== undefined)
    throw invalidRequest({
      detail: `expected names of 1 to 255 characters on one line, ${describeValue(invalidName)}`,
      pointer: '/policies',
    });
  const files = parseMembers(
    ctx,
    policies,
    Object.fromEntries(names.map((name) => [name, requiredMember(policyTextMember)])),
    '/policies',
  ) as BundleReplacement['files'];
  const size = names.reduce((sum, name) => sum + Buffer.byteLength(name) + Buffer.byteLength(files[name]!), 0);
  if (size > maxBundleBytes)
    throw new Problem(413, [{ detail: `the policies have ${size} bytes; a bundle has at most ${maxBundleBytes}`, pointer: '/policies' }]);
  return { dry: parseDryRun(ctx, dry), files };
};
