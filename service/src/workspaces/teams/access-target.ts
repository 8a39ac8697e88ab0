import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { TeamAccess } from '../../access/workspace-rights.ts';
import { resolvePermissions } from './access-levels.ts';

type Permission = Exclude<keyof TeamAccess, 'access'>;
const truth = [true, false] as const;
const permissionValues: { readonly [name in Permission]: readonly (string | boolean)[] } = {
  runs: ['read', 'plan', 'apply'],
  variables: ['none', 'read', 'write'],
  'state-versions': ['none', 'read-outputs', 'read', 'write'],
  'sentinel-mocks': ['none', 'read'],
  'workspace-locking': truth,
  'run-tasks': truth,
  'policy-overrides': truth,
  'project-settings': ['read', 'update', 'delete'],
  'project-teams': ['none', 'read', 'manage'],
  'create-workspaces': truth,
  'move-workspaces': truth,
  'delete-workspaces': truth,
  'project-variable-sets': ['none', 'read', 'write'],
};

/** What a team may do on one workspace or project: a link, shown as a document (`team-workspaces`, `team-projects`). */
export interface AccessTarget {
  readonly type: 'team-workspaces' | 'team-projects';
  readonly prefix: string;
  readonly target: 'workspaces' | 'projects';
  readonly word: 'workspace' | 'project';
  readonly levels: readonly TeamAccess['access'][];
  /** The path of each permission in the document's attributes: `project-access.settings`. */
  readonly places: { readonly [place: string]: Permission };
}
export const accessTargets: readonly AccessTarget[] = [
  {
    type: 'team-workspaces',
    prefix: 'tws',
    target: 'workspaces',
    word: 'workspace',
    levels: ['read', 'plan', 'write', 'maintain', 'admin', 'custom'],
    places: {
      runs: 'runs',
      variables: 'variables',
      'state-versions': 'state-versions',
      'sentinel-mocks': 'sentinel-mocks',
      'workspace-locking': 'workspace-locking',
      'run-tasks': 'run-tasks',
      'policy-overrides': 'policy-overrides',
    },
  },
  {
    type: 'team-projects',
    prefix: 'tprj',
    target: 'projects',
    word: 'project',
    levels: ['read', 'plan', 'write', 'maintain', 'admin', 'custom'],
    places: {
      'project-access.settings': 'project-settings',
      'project-access.teams': 'project-teams',
      'project-access.variable-sets': 'project-variable-sets',
      'workspace-access.create': 'create-workspaces',
      'workspace-access.move': 'move-workspaces',
      'workspace-access.locking': 'workspace-locking',
      'workspace-access.delete': 'delete-workspaces',
      'workspace-access.runs': 'runs',
      'workspace-access.variables': 'variables',
      'workspace-access.state-versions': 'state-versions',
      'workspace-access.sentinel-mocks': 'sentinel-mocks',
      'workspace-access.run-tasks': 'run-tasks',
      'workspace-access.policy-overrides': 'policy-overrides',
    },
  },
];

const splitPlace = (place: string): readonly [group: string | undefined, name: string] => {
  const [first, second] = place.split('.') as [string, string?];
  return second === undefined ? [undefined, first] : [first, second];
};

/** Attributes by place, in the objects of the document. */
const groupByPlace = (target: AccessTarget, valueOf: (permission: Permission) => unknown): JsonObject => {
  const attributes: Record<string, unknown> = {};
  for (const [place, permission] of Object.entries(target.places)) {
    const [group, name] = splitPlace(place);
    if (group === undefined) attributes[name] = valueOf(permission);
    else attributes[group] = { ...(attributes[group] as object | undefined), [name]: valueOf(permission) };
  }
  return attributes;
};

/** The attributes of a document: the level, and every permission, also of a fixed level. */
export const renderAccess = (target: AccessTarget, access: TeamAccess): JsonObject => {
  const permissions = resolvePermissions(access);
  return { access: access.access, ...groupByPlace(target, (permission) => permissions[permission]) };
};

/** Schemas of the attributes of a document. */
export const describeAccess = (target: AccessTarget): { readonly [name: string]: JsonSchema } => {
  const described = groupByPlace(target, (permission) => ({ enum: permissionValues[permission] })) as {
    readonly [name: string]: JsonSchema;
  };
  const attributes = Object.entries(described).map(([name, value]) => [
    name,
    value['enum'] === undefined ? { type: 'object', properties: value } : value,
  ]);
  return { access: { enum: target.levels }, ...Object.fromEntries(attributes) };
};

/** `workspace-access.state-versions` → `State versions` */
const toSentenceName = (place: string): string => {
  const words = splitPlace(place)[1].replaceAll('-', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
};
const pointerTo = (place: string): string => `/data/attributes/${place.replace('.', '/')}`;

/** The permissions that a request names, by their places. */
const collectSent = (target: AccessTarget, attributes: JsonObject): ReadonlyMap<string, unknown> => {
  const sent = new Map<string, unknown>();
  for (const place of Object.keys(target.places)) {
    const [group, name] = splitPlace(place);
    const from = group === undefined ? attributes : attributes[group];
    if (isObject(from) && from[name] !== undefined && from[name] !== null) sent.set(place, from[name]);
  }
  return sent;
};

const findWrongGroups = (target: AccessTarget, attributes: JsonObject): readonly ErrorObject[] =>
  [...new Set(Object.keys(target.places).flatMap((place) => splitPlace(place)[0] ?? []))]
    .filter((group) => attributes[group] !== undefined && attributes[group] !== null && !isObject(attributes[group]))
    .map((group) => ({ detail: 'expected an object', pointer: pointerTo(group) }));

/**
 * The access that a create (`old` undefined) or an update leaves. A custom one keeps what is not sent, also what the fixed level before
 * stood for; single permissions of a fixed level cannot be sent. Throws 422.
 */
export const parseAccess = (target: AccessTarget, attributes: JsonObject, old?: TeamAccess): TeamAccess => {
  const level = (attributes['access'] ?? old?.access) as TeamAccess['access'] | undefined;
  if (level === undefined || !target.levels.includes(level))
    throwIfInvalid([{ detail: `expected ${target.levels.join(', ')}`, pointer: pointerTo('access') }]);
  throwIfInvalid(findWrongGroups(target, attributes));
  const sent = [...collectSent(target, attributes)];
  if (level !== 'custom') {
    throwIfInvalid(
      sent.map(([place]) => ({
        detail:
          `${toSentenceName(place)} is read-only when access level is '${level}'; ` +
          "use the 'custom' access level to set this attribute.",
        pointer: pointerTo(place),
      })),
    );
    return { access: level! };
  }
  throwIfInvalid(
    sent.flatMap(([place, value]) => {
      const expected = permissionValues[target.places[place]!];
      return (expected as readonly unknown[]).includes(value)
        ? []
        : [{ detail: `expected ${expected.join(', ')}`, pointer: pointerTo(place) }];
    }),
  );
  const before = resolvePermissions(old ?? { access: 'custom' });
  const kept = Object.fromEntries(Object.values(target.places).map((permission) => [permission, before[permission]]));
  return { ...kept, ...Object.fromEntries(sent.map(([place, value]) => [target.places[place]!, value])), access: 'custom' };
};
