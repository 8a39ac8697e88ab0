import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import { commitAt, type Ref } from '../pipelines/git.ts';
import { type Looking, originOfDefinition } from '../pipelines/origin.ts';
import type { Starting } from '../pipelines/start.ts';
import type { Here } from '../projects/here.ts';
import type { Definition, Repository, Trigger } from '../stored.ts';
import type { Happening } from './happening.ts';

type Origin = Pick<Starting, 'ref' | 'commit' | 'url' | 'defaultBranch' | 'from'>;

const known = async (view: ReadTransaction, { organization }: Here, externalId: string): Promise<Repository | undefined> => (await view.getByKey<Repository>('ci-repositories', organization.id, externalId))?.body;

/** A ref that a trigger names: in full, or a tag where the repository here has that one and no such branch, else a branch. */
export const refNamed = ({ outside }: Looking, text: string, repository: Repository | undefined): Ref => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(text) ?? [];
  if (name !== undefined) return kind === 'tags' ? { tag: name } : { branch: name };
  const isTag = Boolean(repository?.path) && 'missing' in commitAt(outside, repository!.path!, { branch: text }) && 'revision' in commitAt(outside, repository!.path!, { tag: text });
  return isTag ? { tag: text } : { branch: text };
};

/** A trigger that brings no refs of its own: its definition at those the trigger names, else at the default branches. */
export const originOfTrigger = async (looking: Looking, here: Here, definition: StoredRecord<Definition>, { checkoutRef, configRef }: Trigger): Promise<Origin> => {
  const { configSource, checkoutSource } = definition.body;
  return originOfDefinition(looking, here, definition, {
    config: configRef === null ? undefined : refNamed(looking, configRef, await known(looking.tx, here, configSource.externalId)),
    checkout: checkoutRef === null ? undefined : refNamed(looking, checkoutRef, await known(looking.tx, here, checkoutSource.externalId)),
  });
};

/** What the repository here tells of a commit that the event only names. */
const commitHere = ({ outside }: Looking, repository: Repository | undefined, { ref, revision, commit }: Happening): Happening['commit'] => {
  if (commit || !repository?.path || revision === null) return commit;
  const found = commitAt(outside, repository.path, ref);
  return 'revision' in found && found.revision === revision ? { subject: found.subject, body: found.body } : null;
};

/**
 * Where the pipeline of an event takes its code and configuration: from the event where it is about their repository, else at the
 * trigger's refs. A branch that is gone has neither: both come from the default branch.
 */
export const originOfEvent = async (looking: Looking, here: Here, { definition, trigger }: { readonly definition: StoredRecord<Definition>; readonly trigger: Trigger }, happening: Happening): Promise<Origin> => {
  const { configSource, checkoutSource } = definition.body;
  const isOf = ({ externalId }: { readonly externalId: string }): boolean => externalId === trigger.repository?.externalId;
  const gone = happening.what === 'branch-deleted' || happening.what === 'tag-deleted';
  const place: Ref | undefined = gone ? undefined : happening.ref;
  const [config, checkout] = [await known(looking.tx, here, configSource.externalId), await known(looking.tx, here, checkoutSource.externalId)];
  const named = (text: string | null, repository: Repository | undefined): Ref | undefined => (text === null ? undefined : refNamed(looking, text, repository));
  const origin = await originOfDefinition(looking, here, definition, {
    config: isOf(configSource) ? place : named(trigger.configRef, config), checkout: isOf(checkoutSource) ? place : named(trigger.checkoutRef, checkout),
  });
  const { revision } = happening;
  if (gone || revision === null) return origin;
  return {
    ...origin,
    ...(isOf(checkoutSource) ? { commit: { revision, ...(commitHere(looking, checkout, happening) ?? { subject: '', body: '' }) } } : {}),
    ...(isOf(configSource) && config?.path ? { from: { kind: 'file' as const, repository: config.path, revision, file: configSource.filePath } } : {}),
  };
};
