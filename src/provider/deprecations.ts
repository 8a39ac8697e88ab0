import { type Compiled, compile, deprecatedWarningsOf } from '@slipway/schema-tools/legacy';
import type { Attributes, Kind, Values } from '../declare/index.ts';
import { type Judged, jsonSchema, type Path, said, spelledPath } from '../derive/index.ts';
import type { Diagnostic } from '../protocol/server.ts';

const compiled = new WeakMap<object, Compiled | null>();

const holdsDeprecated = (attributes: Attributes): boolean =>
  Object.values(attributes).some(({ deprecated, kind }) => deprecated !== undefined || holdsDeprecated(kind.members ?? kind.item?.members ?? {}));

const compiledOf = (of: Parameters<typeof jsonSchema>[0]): Compiled | null => {
  const known = compiled.get(of);
  if (known !== undefined) return known;
  const made = holdsDeprecated(of.attributes) ? compile(jsonSchema(of), 'deprecated', { trusted: true }) : null;
  compiled.set(of, made);
  return made;
};

/** `/vcs_repo/branch` as the path of a diagnostic: what is a member, an index or a key the declaration says. */
const pathOf = (attributes: Attributes, pointer: string): Path => {
  let members: Attributes | undefined = attributes;
  let kind: Kind | undefined;
  return pointer.split('/').slice(1).map((escaped) => {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (members) { kind = members[step]?.kind; members = kind?.members; return step; }
    const place = kind?.collection === 'map' ? { key: step } : Number(step);
    kind = kind?.item;
    members = kind?.members;
    return place;
  });
};

/** Warnings for what the configuration says and the schema calls deprecated: by evaluation, never from a list of names. */
export const deprecations = (of: Judged & Parameters<typeof jsonSchema>[0], config: Values): readonly Diagnostic[] => {
  const schema = compiledOf(of);
  if (schema === null) return [];
  return deprecatedWarningsOf(schema, said(config)).map(({ pointer, message }) => {
    const path = pathOf(of.attributes, pointer);
    return { severity: 'warning', summary: `"${spelledPath(path)}" is deprecated`, detail: message, path };
  });
};
