import type { NounBody, NounRecord } from '../../../nouns/noun-record.ts';
import type { ReadTransaction, StoredRecord } from '../../../store/store.ts';
import type { StoredProject } from '../../projects/stored.ts';
import { mergeEffectiveTags } from '../../tags/effective-tags.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import type { TagSelector } from '../tag-selector.ts';

/** IDs of the policy sets that link to a record by this relationship. */
const listLinkedSets = async (view: ReadTransaction, relationship: string, to: string): Promise<ReadonlySet<string>> =>
  new Set((await view.listLinks(`policy-sets.${relationship}`, { to })).map(({ from }) => from));

/** The policy sets that are enforced in a workspace: the number of look-ups does not depend on how many sets there are. */
export const findPolicySets = async (
  view: ReadTransaction,
  { id, scope, body }: StoredRecord<StoredWorkspace>,
): Promise<readonly NounRecord[]> => {
  const { records } = await view.list<NounBody>({ kind: 'policy-sets', scope });
  if (records.length === 0) return [];
  const project = await view.get<StoredProject>('projects', body.project);
  const tags = mergeEffectiveTags(body.tags, project?.body.tags ?? []).map(({ pair }) => pair);
  const hasTag = ({ 'tag-key': key, 'tag-value': value }: TagSelector): boolean =>
    tags.some((tag) => tag.key === key && (value === null || tag.value === value));
  const listSelectors = ({ body }: NounRecord, isExclude: boolean): readonly TagSelector[] =>
    (body['tagSelectors'] as readonly TagSelector[]).filter((selector) => selector['is-exclude'] === isExclude);
  const isChosenByTags = (set: NounRecord): boolean => {
    const selectors = listSelectors(set, false);
    return set.body['tagSelectorMatchingLogic'] === 'all' ? selectors.length > 0 && selectors.every(hasTag) : selectors.some(hasTag);
  };
  const [workspaces, projects] = [await listLinkedSets(view, 'workspaces', id), await listLinkedSets(view, 'projects', body.project)];
  const [excludedWorkspaces, excludedProjects] = [
    await listLinkedSets(view, 'workspace-exclusions', id),
    await listLinkedSets(view, 'project-exclusions', body.project),
  ];
  return records.filter(
    (set) =>
      (set.body['global'] === true || workspaces.has(set.id) || projects.has(set.id) || isChosenByTags(set)) &&
      !excludedWorkspaces.has(set.id) &&
      !excludedProjects.has(set.id) &&
      !listSelectors(set, true).some(hasTag),
  );
};
