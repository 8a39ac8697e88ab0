import { bool, computed, id, identifierLinkage, mapOf, setOf, toManyRelationship } from '../../../declare/index.ts';
import { variableSet } from '../variable-set.ts';

const targets = (prefix: string, type: string, doc: string) =>
  computed(setOf(id(prefix)), doc, { at: toManyRelationship(type, identifierLinkage(type)) });

/** Everything that the service returns of a variable set. */
export const variableSetAttributes = {
  ...variableSet.attributes,
  workspace_ids: targets('ws', 'workspaces', 'The workspaces that it is applied to.'),
  project_ids: targets('prj', 'projects', 'The projects that it is applied to.'),
  variable_ids: targets('var', 'vars', 'Its variables.'),
  permissions: computed(mapOf(bool), 'What this token may do with it: `can-update`.'),
};
