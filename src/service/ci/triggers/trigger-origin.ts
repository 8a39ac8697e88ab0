import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { readCommit, type GitRef } from '../pipelines/git.ts';
import { type OriginContext, resolveDefinitionOrigin } from '../pipelines/pipeline-origin.ts';
import type { PipelineStart } from '../pipelines/start-pipeline.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { Repository } from '../organizations/organization-records.ts';
import type { CiTrigger } from './trigger-records.ts';
import type { CodeHostEvent } from '../code-host-events/code-host-event.ts';

type EventOrigin = Pick<PipelineStart, 'ref' | 'commit' | 'url' | 'defaultBranch' | 'from'>;

const findRepository = async (
  view: ReadTransaction,
  { organization }: ResolvedProject,
  externalId: string,
): Promise<Repository | undefined> => (await view.getByKey<Repository>('ci-repositories', organization.id, externalId))?.body;

/** A ref that a trigger names: in full, or a tag where the repository here has that one and no such branch, else a branch. */
export const resolveRef = ({ lookUp }: OriginContext, text: string, repository: Repository | undefined): GitRef => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(text) ?? [];
  if (name !== undefined) return kind === 'tags' ? { tag: name } : { branch: name };
  const isTag =
    Boolean(repository?.path) &&
    'missing' in readCommit(lookUp, repository!.path!, { branch: text }) &&
    'revision' in readCommit(lookUp, repository!.path!, { tag: text });
  return isTag ? { tag: text } : { branch: text };
};

/** A trigger that brings no refs of its own: its definition at those the trigger names, else at the default branches. */
export const resolveTriggerOrigin = async (
  ctx: OriginContext,
  here: ResolvedProject,
  definition: StoredRecord<PipelineDefinition>,
  { checkoutRef, configRef }: CiTrigger,
): Promise<EventOrigin> => {
  const { configSource, checkoutSource } = definition.body;
  return resolveDefinitionOrigin(ctx, here, definition, {
    config: configRef === null ? undefined : resolveRef(ctx, configRef, await findRepository(ctx.tx, here, configSource.externalId)),
    checkout:
      checkoutRef === null ? undefined : resolveRef(ctx, checkoutRef, await findRepository(ctx.tx, here, checkoutSource.externalId)),
  });
};

/** What the repository here tells of a commit that the event only names. */
const findCommitMessage = (
  { lookUp }: OriginContext,
  repository: Repository | undefined,
  { ref, revision, commit }: CodeHostEvent,
): CodeHostEvent['commit'] => {
  if (commit || !repository?.path || revision === null) return commit;
  const found = readCommit(lookUp, repository.path, ref);
  return 'revision' in found && found.revision === revision ? { subject: found.subject, body: found.body } : null;
};

/**
 * Where the pipeline of an event takes its code and configuration: from the event where it is about their repository, else at the
 * trigger's refs. A branch that is gone has neither: both come from the default branch.
 */
export const resolveEventOrigin = async (
  ctx: OriginContext,
  here: ResolvedProject,
  { definition, trigger }: { readonly definition: StoredRecord<PipelineDefinition>; readonly trigger: CiTrigger },
  event: CodeHostEvent,
): Promise<EventOrigin> => {
  const { configSource, checkoutSource } = definition.body;
  const isOf = ({ externalId }: { readonly externalId: string }): boolean => externalId === trigger.repository?.externalId;
  const gone = event.type === 'branch-deleted' || event.type === 'tag-deleted';
  const place: GitRef | undefined = gone ? undefined : event.ref;
  const [config, checkout] = [
    await findRepository(ctx.tx, here, configSource.externalId),
    await findRepository(ctx.tx, here, checkoutSource.externalId),
  ];
  const named = (text: string | null, repository: Repository | undefined): GitRef | undefined =>
    text === null ? undefined : resolveRef(ctx, text, repository);
  const origin = await resolveDefinitionOrigin(ctx, here, definition, {
    config: isOf(configSource) ? place : named(trigger.configRef, config),
    checkout: isOf(checkoutSource) ? place : named(trigger.checkoutRef, checkout),
  });
  const { revision } = event;
  if (gone || revision === null) return origin;
  return {
    ...origin,
    ...(isOf(checkoutSource) ? { commit: { revision, ...(findCommitMessage(ctx, checkout, event) ?? { subject: '', body: '' }) } } : {}),
    ...(isOf(configSource) && config?.path
      ? { from: { kind: 'file' as const, repository: config.path, revision, file: configSource.filePath } }
      : {}),
  };
};
