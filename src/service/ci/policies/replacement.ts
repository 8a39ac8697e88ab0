import { Problem } from '../../problem.ts';
import type { RequestContext } from '../../route.ts';
import { aBoolean, anObject, bodyOf, got, invalid, may, membersOf, must, oneAsked } from '../read.ts';

/** Bytes of all policies with their names (2.5 MB). */
const largestBundle = 2.5 * 1024 * 1024;
/** Bytes of the request that brings them: JSON writes some characters in six. */
export const largestRequest = 6 * largestBundle;

export interface Replacement { readonly dry: boolean; readonly files: { readonly [name: string]: string } }

const aContent = { description: 'the text of a policy', accepts: (value: unknown) => typeof value === 'string' };
const aFile = (name: string): boolean => name !== '' && name.length <= 255 && !/[\p{Cc}\p{Surrogate}]/u.test(name);

/** In the body as the specification has it, or in the query as the hosted service's clients send it. */
const dryRun = (asking: RequestContext, inBody: boolean | undefined): boolean => {
  const inQuery = asking.query.get('dry') === null ? undefined : oneAsked(asking, 'dry', ['true', 'false'], 'false') === 'true';
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) throw invalid({ detail: `is ${inBody} in the body and ${inQuery} in the query; send one of them`, parameter: 'dry' });
  return inBody ?? inQuery ?? false;
};

/** What a bundle is to become. 413 for what is larger than a bundle may be. */
export const replacementSent = (asking: RequestContext): Replacement => {
  const { dry, policies } = bodyOf(asking, { dry: may(aBoolean), policies: must(anObject) }) as { readonly dry?: boolean; readonly policies: { readonly [name: string]: unknown } };
  const names = Object.keys(policies);
  const odd = names.find((name) => !aFile(name));
  if (odd !== undefined) throw invalid({ detail: `expected names of 1 to 255 characters on one line, ${got(odd)}`, pointer: '/policies' });
  const files = membersOf(policies, Object.fromEntries(names.map((name) => [name, must(aContent)])), '/policies') as Replacement['files'];
  const size = names.reduce((sum, name) => sum + Buffer.byteLength(name) + Buffer.byteLength(files[name]!), 0);
  if (size > largestBundle) throw new Problem(413, [{ detail: `the policies have ${size} bytes; a bundle has at most ${largestBundle}`, pointer: '/policies' }]);
  return { dry: dryRun(asking, dry), files };
};
