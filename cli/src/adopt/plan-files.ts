import { nounOf, type Values } from '@slipway/declarations/declare';
import type { WrittenObject } from './written-object.ts';

/** A value in a file: a literal, an attribute of another object, or a variable. */
export type WrittenValue =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'reference'; readonly target: PlannedObject; readonly attribute: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly WrittenValue[] };

/** An object with its name, its file, and what each attribute is written as. */
export interface PlannedObject extends WrittenObject {
  /** Words of its name, in lower case: `shop`, `web`. */
  words: readonly string[];
  /** The name of the file, without extension. */
  file: string;
  attributes: readonly (readonly [name: string, value: WrittenValue])[];
}
export interface PlannedVariable {
  readonly name: string;
  readonly description: string;
  /** `slipway_ssh_key.git`: what needs it. */
  readonly usedBy: PlannedObject;
}
export interface FilePlan {
  readonly objects: readonly PlannedObject[];
  readonly variables: readonly PlannedVariable[];
  /** Names without extension, each after those that it refers to. */
  readonly files: readonly string[];
}

export const organizationFile = 'organization';
const linksFile = 'links';

export const splitWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase()
    .split(' ')
    .filter(Boolean);

/** Attributes whose values name an object, and the attributes of others that are such names. */
const nameOf = ({ values, resource }: WrittenObject): string | undefined => {
  const name = values['name'] ?? values['key'] ?? values['email'];
  return typeof name === 'string' && resource.name !== 'workspace_lock' ? name : undefined;
};

/** Objects by what others call them: their IDs, and the slugs of CI projects. */
const indexByReference = (objects: readonly PlannedObject[]): ReadonlyMap<string, readonly [PlannedObject, string]> =>
  new Map(
    objects.flatMap((object) =>
      (['id', 'slug'] as const).flatMap((attribute) => {
        const value = object.values[attribute];
        return typeof value === 'string' && object.resource.attributes[attribute]?.mode === 'computed'
          ? [[value, [object, attribute] as const] as const]
          : [];
      }),
    ),
  );

type Index = ReturnType<typeof indexByReference>;

const referencesOf = (config: Values, index: Index): readonly PlannedObject[] =>
  Object.values(config)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => (typeof value === 'string' ? (index.get(value)?.[0] ?? []) : []));

/** Types whose objects are named by their own name only, without that of their parent. */
const hasOwnName = new Set(['project', 'ci_project', 'workspace', 'variable_set', 'team', 'agent_pool']);

const isProject = ({ resource }: WrittenObject): boolean => resource.name === 'project' || resource.name === 'ci_project';

/** The file of an object: that of the only project it belongs to, one for links between projects, or the organization's. */
const fileOf = (object: PlannedObject, targets: readonly PlannedObject[]): string => {
  if (isProject(object)) return [object.resource.service === 'ci' ? 'ci' : 'project', ...splitWords(nameOf(object)!)].join('-');
  const files = [...new Set(targets.map(({ file }) => file).filter((file) => file !== organizationFile))];
  return files.length === 0 ? organizationFile : files.length === 1 ? files[0]! : linksFile;
};

/** A workspace of the default project, which is not adopted, names none. */
const isDefaultProject = ({ resource }: PlannedObject, name: string, value: unknown, index: Index): boolean =>
  resource.name === 'workspace' && name === 'project_id' && !index.has(value as string);

const toExpression = (object: PlannedObject, value: unknown, index: Index): WrittenValue => {
  if (Array.isArray(value) && value.some((one) => typeof one === 'string' && index.has(one)))
    return { kind: 'list', items: value.map((one) => toExpression(object, one, index)) };
  const found = typeof value === 'string' ? index.get(value) : undefined;
  // Files are evaluated in order: an object of a later file is referred to by its ID.
  if (found === undefined || (object.file === organizationFile && found[0].file !== organizationFile) || found[0] === object)
    return { kind: 'literal', value };
  return { kind: 'reference', target: found[0], attribute: found[1] };
};

const wordsOf = (object: PlannedObject, targets: readonly PlannedObject[]): readonly string[] => {
  const own = nameOf(object);
  const parents = targets.flatMap(({ words }) => words.join(' '));
  const words = own === undefined ? parents : hasOwnName.has(object.resource.name) || parents.length === 0 ? [own] : [parents[0]!, own];
  const all = splitWords(words.join(' '));
  return all.length === 0 ? splitWords(object.importId) : all;
};

/** Objects of a type that would have one name get a number. */
const withDistinctNames = (objects: readonly PlannedObject[]): void => {
  const seen = new Map<string, number>();
  for (const object of objects) {
    const key = `${object.resource.name} ${object.words.join('_')}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > 1) object.words = [...object.words, String(count)];
  }
};

const describeValue = ({ resource, words }: PlannedObject, attribute: string): string =>
  `The ${attribute.replace(/_wo$/, '').replaceAll('_', ' ')} of the ${nounOf(resource.name)} "${words.join(' ')}".`;

const planVariables = (objects: readonly PlannedObject[]): readonly PlannedVariable[] =>
  objects.flatMap((object) =>
    object.hidden.map((attribute) => ({
      name: [...object.resource.name.split('_').filter((word) => word !== 'slipway'), ...object.words, attribute.replace('_wo', '')].join(
        '_',
      ),
      description: describeValue(object, attribute),
      usedBy: object,
    })),
  );

/** Names, files and expressions of all objects. Parents precede objects that refer to them. */
export const planFiles = (written: readonly WrittenObject[]): FilePlan => {
  const objects: PlannedObject[] = written.map((one) => ({ ...one, words: [], file: organizationFile, attributes: [] }));
  const index = indexByReference(objects);
  for (const object of objects) {
    const targets = referencesOf(object.config, index).filter((one) => one !== object);
    object.file = fileOf(object, targets);
    object.words = wordsOf(object, targets);
  }
  withDistinctNames(objects);
  const variables = planVariables(objects);
  for (const object of objects) {
    const own = variables.filter(({ usedBy }) => usedBy === object);
    object.attributes = [
      ...Object.entries(object.config)
        .filter(([name, value]) => !isDefaultProject(object, name, value, index))
        .map(([name, value]) => [name, toExpression(object, value, index)] as const),
      ...object.hidden.map((attribute, at) => [attribute, { kind: 'variable', name: own[at]!.name } as const] as const),
    ];
  }
  const used = [...new Set(objects.map(({ file }) => file))];
  const projects = used.filter((file) => file !== organizationFile && file !== linksFile);
  return { objects, variables, files: [organizationFile, ...projects, linksFile].filter((file) => used.includes(file)) };
};
