import type { Clock } from '../../../http/route.ts';
import { newId } from '../../../store/new-id.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { createApiToken, generateTokenSecret } from '../../organizations/bootstrap.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import type { StoredRun } from '../stored.ts';

const tokensLink = 'run-tokens';
/** Milliseconds by which a token outlives the time limit of its phase: what was asked for in time is answered. */
export const tokenMargin = 60_000;

/** A token that ends with the phase that is under way. */
export const revokeWithRun = (tx: Transaction, run: string, token: string) => tx.link(tokensLink, run, token);

/** What a token is for: what is executed, the organization, and the workspace whose rights it has; undefined: none. */
export interface RunTokenPurpose {
  readonly id: string;
  readonly organization: string;
  readonly workspace?: string;
}

/**
 * The secret of a token for what an engine executes (decision 85): it reads the registry of the organization, and the states that the
 * workspace may read. It is valid until that is over, at most for the time limit. `limit`: milliseconds.
 */
export const issueEngineToken = async (
  tx: Transaction,
  clock: Clock,
  { id, organization, workspace }: RunTokenPurpose,
  limit: number,
): Promise<string> => {
  const secret = generateTokenSecret();
  const token = await createApiToken(
    tx,
    { clock, newId },
    {
      secret,
      owner: { kind: 'organization', id: organization },
      description: `run ${id}`,
      expiresAt: new Date(clock.now().getTime() + limit + tokenMargin).toISOString(),
      purpose: 'run',
      ...(workspace === undefined ? {} : { runWorkspace: workspace }),
    },
  );
  await revokeWithRun(tx, id, token.id);
  return secret;
};

/** The secret of a token for one phase of a run. */
export const issueRunToken = async (
  tx: Transaction,
  clock: Clock,
  { id, body }: Pick<StoredRecord<Pick<StoredRun, 'workspace'>>, 'id' | 'body'>,
  limit: number,
): Promise<string> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', body.workspace);
  if (!workspace) throw new Error(`the workspace of the run ${id} is gone`);
  return issueEngineToken(tx, clock, { id, organization: workspace.scope, workspace: workspace.id }, limit);
};

/** Takes back the tokens of a run. */
export const revokeRunTokens = async (tx: Transaction, run: string): Promise<void> => {
  for (const { to } of await tx.listLinks(tokensLink, { from: run })) {
    await tx.delete('tokens', to);
    await tx.unlink(tokensLink, run, to);
  }
};
