import type { JsonObject } from '../../json-api/parse-document.ts';
import type { ErrorObject } from '../../http/problem.ts';

const accessValues: { readonly [name: string]: readonly unknown[] } = {
  access: ['read', 'plan', 'write', 'maintain', 'admin', 'custom'],
  runs: ['read', 'plan', 'apply'],
  variables: ['none', 'read', 'write'],
  'state-versions': ['none', 'read-outputs', 'read', 'write'],
  'workspace-locking': [true, false],
  'run-tasks': [true, false],
  'project-settings': ['read', 'update', 'delete'],
  'create-workspaces': [true, false],
  'move-workspaces': [true, false],
  'delete-workspaces': [true, false],
  'project-variable-sets': ['none', 'read', 'write'],
};

/** Of a team's access to a workspace or project: its level, and the members of a custom one. */
export const validateTeamAccess = (access: JsonObject, pointer = '/data/attributes'): ErrorObject[] =>
  Object.entries({ access: undefined, ...access }).flatMap(([name, value]): ErrorObject[] => {
    if (!Object.hasOwn(accessValues, name))
      return [
        { detail: `"${name}" is no part of an access; expected ${Object.keys(accessValues).join(', ')}`, pointer: `${pointer}/${name}` },
      ];
    const expected = accessValues[name]!;
    return expected.includes(value) ? [] : [{ detail: `expected ${expected.join(', ')}`, pointer: `${pointer}/${name}` }];
  });
