import type { ReadTransaction } from '../../store/store.ts';
import type { Acting } from '../pipelines/start.ts';
import type { Happening } from './happening.ts';
import type { OpenPull } from './stored.ts';

const kind = 'ci-pull-requests';

/** Remembers which pull requests are open; a comment's, of which some hosts tell the number only, is completed with what is remembered. */
export const remember = async ({ tx, newId }: Acting, organization: string, happening: Happening): Promise<Happening> => {
  const one = happening.pullRequest;
  if (!one) return happening;
  const key = `${happening.repository}#${one.number}`;
  const known = await tx.getByKey<OpenPull>(kind, organization, key);
  if (happening.what === 'pr-commented') {
    if (!known || one.base !== '') return happening;
    const { branch, base, fork, draft, revision } = known.body;
    return { ...happening, pullRequest: { ...one, branch, base, fork, draft, revision }, ref: { branch: fork ? `pull/${one.number}` : branch }, revision };
  }
  if (happening.what === 'pr-closed' || happening.what === 'pr-merged') {
    if (known) await tx.delete(kind, known.id);
    return happening;
  }
  const body: OpenPull = { repository: happening.repository, number: one.number, branch: one.branch, base: one.base, fork: one.fork, draft: one.draft, revision: one.revision };
  if (known) await tx.update<OpenPull>(known, { body }); else await tx.insert<OpenPull>({ id: newId('uuid'), kind, scope: organization, key, name: one.title.slice(0, 255), body });
  return happening;
};

/** Whether a branch of this repository has an open pull request, as far as anybody told. */
export const isInPullRequest = async (view: ReadTransaction, organization: string, repository: string, branch: string): Promise<boolean> =>
  await view.count({ kind, scope: organization, body: [{ path: 'repository', is: repository }, { path: 'branch', is: branch }, { path: 'fork', is: false }] }) > 0;
