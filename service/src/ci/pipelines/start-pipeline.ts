import type { User } from '../../access/records.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import { nextNumber } from './next-number.ts';
import type { GitCommit, GitRef } from '../../code-hosts/git.ts';
import { type ConfigOrigin, type PipelineParameters, pendingLink, type Pipeline, type Vcs } from './pipeline-records.ts';

/** The context in which pipelines are started and canceled: of a request, or of background work on behalf of a user. */
export type ActorContext = Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'settings' | 'newId' | 'caller'>;

/** The actor of the caller: a user, or the organization of its token or of a team's token. A team may be secret, so it is not named. */
export const resolveActor = async (
  ctx: Pick<RequestContext, 'tx' | 'caller'>,
  organization: string,
): Promise<{ readonly id: string; readonly login: string }> => {
  const user = ctx.caller.kind === 'user' ? await ctx.tx.get<User>('users', ctx.caller.id) : undefined;
  const { kind, memberships, name } = ctx.caller;
  return { id: user?.body.uuid ?? organization, login: user?.body.name ?? (kind === 'team' ? memberships[0]!.organization : name) };
};

export interface PipelineStart {
  readonly ref: GitRef;
  readonly commit: GitCommit | null;
  readonly url: string;
  /** Path of the repository on this machine. */
  readonly repository?: string | undefined;
  readonly defaultBranch: string;
  readonly from: ConfigOrigin;
  readonly parameters: PipelineParameters;
  readonly type: Pipeline['trigger']['type'];
  /** Pipeline values of the trigger, by full name. */
  readonly values?: Pipeline['values'];
  /** Its jobs receive neither contexts nor project variables. */
  readonly withoutSecrets?: true;
  /** The actor, if that is not the caller. */
  readonly actor?: { readonly id: string; readonly login: string };
}

const buildVcs = ({ project }: ResolvedProject, { ref, commit, url, defaultBranch, repository }: PipelineStart): Vcs => {
  const branch = 'branch' in ref ? ref.branch : null;
  return {
    host: codeHostNames(project.body.host, 'neutral').longCode,
    url,
    branch,
    tag: 'tag' in ref ? ref.tag : null,
    isDefault: branch === defaultBranch,
    revision: commit?.revision ?? null,
    commit: commit && { subject: commit.subject, body: commit.body },
    ...(repository === undefined ? {} : { repository }),
  };
};

/** Creates a pending pipeline; background work advances it. */
export const startPipeline = async (ctx: ActorContext, here: ResolvedProject, starting: PipelineStart): Promise<StoredRecord<Pipeline>> => {
  const { tx, clock, settings, newId } = ctx;
  const { project, organization } = here;
  const now = clock.now();
  const [id, number, actor] = [
    newId('uuid'),
    await nextNumber(tx, newId, project.id, 'pipeline'),
    starting.actor ?? (await resolveActor(ctx, organization.id)),
  ];
  const pipeline = await tx.insert<Pipeline>({
    id,
    kind: 'ci-pipelines',
    scope: project.id,
    key: String(number),
    name: String(number),
    body: {
      organization: organization.id,
      number,
      state: 'pending',
      errors: [],
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      movesAt: new Date(now.getTime() + settings.ciStatusMilliseconds).toISOString(),
      trigger: { type: starting.type, receivedAt: now.toISOString() },
      startedBy: actor.id,
      login: actor.login,
      parameters: starting.parameters,
      vcs: buildVcs(here, starting),
      from: starting.from,
      config: { source: '', compiled: '', setup: '', compiledSetup: '' },
      ...(starting.values ? { values: starting.values } : {}),
      ...(starting.withoutSecrets ? { withoutSecrets: true } : {}),
    },
  });
  await tx.link(pendingLink, 'all', id);
  return pipeline;
};
