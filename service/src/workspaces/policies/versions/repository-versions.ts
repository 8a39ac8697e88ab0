import { requireLookUp } from '../../../http/require-look-up.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { NounBody, NounRecord } from '../../../nouns/noun-record.ts';
import type { Transaction } from '../../../store/store.ts';
import { Problem } from '../../../http/problem.ts';
import { readIngress } from '../../ingress/read-ingress.ts';
import { recordVcsEvent } from '../../ingress/vcs-events.ts';
import { findCommitPage } from '../../oauth-clients/repository-pages.ts';
import { readVersionArchive } from './read-version-archive.ts';
import { type PolicySetContent, saveVersionContent } from './version-content.ts';

/** `vcs-repo` of a policy set, as it is stored. */
export interface FollowedPolicies {
  readonly identifier: string;
  readonly branch: string;
  readonly 'oauth-token-id': string | null;
  readonly 'repository-http-url': string | null;
  readonly 'service-provider': string;
}
type ReadPolicies =
  | { readonly revision: string; readonly content?: PolicySetContent; readonly error?: string }
  | { readonly missing: string };

const readPolicies = async (folder: string, repo: FollowedPolicies, kind: string, policiesPath: string): Promise<ReadPolicies> => {
  const { identifier, branch } = repo;
  const found = await readIngress(folder, { identifier, ...(branch === '' ? {} : { ref: { branch } }), judge: async () => undefined });
  if (!('commit' in found)) return { missing: 'missing' in found ? found.missing : found.ignored };
  const { revision } = found.commit;
  if ('fault' in found) return { revision, error: found.fault };
  try {
    const { error, ...content } = await readVersionArchive(found.archive, kind, policiesPath);
    return error === undefined ? { revision, content } : { revision, error };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { revision, error: error.message };
  }
};

/** The latest commit of the repository of a set; undefined: it has none, or the service reads none. */
const lookUpPolicies = (ctx: RequestContext, body: NounBody): ReadPolicies | undefined => {
  const repo = body['vcsRepo'] as FollowedPolicies | null;
  const { repositoriesFolder: folder } = ctx.settings;
  if (repo === null || folder === '') return undefined;
  const [kind, path] = [body['kind'] as string, (body['policiesPath'] as string | null) ?? ''];
  return requireLookUp(ctx).lookUp(`policies ${JSON.stringify([repo.identifier, repo.branch, kind, path])}`, () =>
    readPolicies(folder, repo, kind, path),
  );
};

/** The set with the version of the latest commit as its newest, and as its current one unless its policies cannot be read. */
export const followPolicies = (ctx: RequestContext, body: NounBody): NounBody => {
  const found = lookUpPolicies(ctx, body);
  if (!found || 'missing' in found) return body;
  const { identifier } = body['vcsRepo'] as FollowedPolicies;
  const followed = JSON.stringify([identifier, found.revision, body['policiesPath'] ?? null]);
  if (body['followed'] === followed) return body;
  const id = ctx.newId('polsetver');
  return { ...body, followed, newestVersion: id, ...(found.content ? { currentVersion: id } : {}) };
};

/** Stores the version that `followPolicies` named, unless it exists. */
export const storeFollowedPolicies = async (ctx: RequestContext<Transaction>, { id: scope, body }: NounRecord): Promise<void> => {
  const found = lookUpPolicies(ctx, body);
  const repo = body['vcsRepo'] as FollowedPolicies | null;
  if (!found || !repo) return;
  if ('missing' in found) {
    await recordVcsEvent(ctx, body.organization, repo['oauth-token-id'] ?? undefined, { level: 'error', message: found.missing });
    return;
  }
  const id = body['newestVersion'] as string;
  if (await ctx.tx.get('policy-set-versions', id)) return;
  const { revision, content, error = null } = found;
  const at = ctx.clock.now().toISOString();
  const status = content ? 'ready' : 'errored';
  await ctx.tx.insert<NounBody>({
    id,
    kind: 'policy-set-versions',
    scope,
    key: id,
    name: '',
    body: {
      organization: body.organization,
      status,
      reached: { pending: at, ingressing: at, [status]: at },
      error: content ? null : 'invalid',
      errorMessage: error,
      secret: null,
      ingress: {
        identifier: repo.identifier,
        'commit-sha': revision,
        'commit-url': findCommitPage(repo['service-provider'], repo['repository-http-url'], revision),
      },
      createdAt: at,
      updatedAt: at,
    },
  });
  if (content) await saveVersionContent(ctx.tx, ctx.newId, id, content);
};
