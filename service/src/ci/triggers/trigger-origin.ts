import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { readCommit, type GitRef } from '../../code-hosts/git.ts';
import { type OriginContext, resolveDefinitionOrigin } from '../pipelines/pipeline-origin.ts';
import type { PipelineStart } from '../pipelines/start-pipeline.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { Repository } from '../organizations/organization-records.ts';
import type { CiTrigger } from './trigger-records.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';

type EventOrigin = Pick<PipelineStart, 'ref' | 'commit' | 'url' | 'defaultBranch' | 'from'>;

const findRepository = async (
  view: ReadTransaction,
  { organization }: ResolvedProject,
  externalId: string,
): Promise<Repository | undefined> => (await view.getByKey<Repository>('ci-repositories', organization.id, externalId))?.body;

/** Resolves the ref of a trigger: a full ref, or a tag if the local repository has that tag and no such branch, or else a branch. */
export const resolveRef = ({ lookUp }: OriginContext, text: string, repository: Repository | undefined): GitRef => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(text) ?? [];
  if (name !== undefined) return kind === 'tags' ? { tag: name } : { branch: name };
  const isTag =
    Boolean(repository?.path) &&
    'missing' in readCommit(lookUp, repository!.path!, { branch: text }) &&
    'revision' in readCommit(lookUp, repository!.path!, { tag: text });
  return isTag ? { tag: text } : { branch: text };
};

/** The origin for a trigger whose events name no refs: the definition at the trigger's refs, or else at the default branches. */
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

/** The message of a commit that the event names without it, from the local repository. */
const findCommitMessage = (
  { lookUp }: OriginContext,
  repository: Repository | undefined,
  { ref, revision, commit }: CodeHostEvent,
): CodeHostEvent['commit'] => {
  if (commit || !repository?.path || revision === null) return commit;
  const lookup = readCommit(lookUp, repository.path, ref);
  return 'revision' in lookup && lookup.revision === revision ? { subject: lookup.subject, body: lookup.body } : null;
};

/**
 * The origin of an event's pipeline. A source in the event's repository uses the event's ref, another source the trigger's refs. After
 * the deletion of a branch or tag, both sources use the default branch.
 */
export const resolveEventOrigin = async (
  ctx: OriginContext,
  here: ResolvedProject,
  { definition, trigger }: { readonly definition: StoredRecord<PipelineDefinition>; readonly trigger: CiTrigger },
  event: CodeHostEvent,
): Promise<EventOrigin> => {
  const { configSource, checkoutSource } = definition.body;
  const isOf = ({ externalId }: { readonly externalId: string }): boolean => externalId === trigger.repository?.externalId;
  const isDeleted = event.type === 'branch-deleted' || event.type === 'tag-deleted';
  const eventRef: GitRef | undefined = isDeleted ? undefined : event.ref;
  const [config, checkout] = [
    await findRepository(ctx.tx, here, configSource.externalId),
    await findRepository(ctx.tx, here, checkoutSource.externalId),
  ];
  const named = (text: string | null, repository: Repository | undefined): GitRef | undefined =>
    text === null ? undefined : resolveRef(ctx, text, repository);
  const origin = await resolveDefinitionOrigin(ctx, here, definition, {
    config: isOf(configSource) ? eventRef : named(trigger.configRef, config),
    checkout: isOf(checkoutSource) ? eventRef : named(trigger.checkoutRef, checkout),
  });
  const { revision } = event;
  if (isDeleted || revision === null) return origin;
  return {
    ...origin,
    ...(isOf(checkoutSource) ? { commit: { revision, ...(findCommitMessage(ctx, checkout, event) ?? { subject: '', body: '' }) } } : {}),
    ...(isOf(configSource) && config?.path
      ? { from: { kind: 'file' as const, repository: config.path, revision, file: configSource.filePath } }
      : {}),
  };
};
