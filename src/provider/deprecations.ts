import { type Compiled, compile, deprecatedWarningsOf } from '@slipway/schema-tools';
import type { Attributes, Values } from '../declare/index.ts';
import { type Judged, jsonSchema, said } from '../derive/index.ts';
import type { Diagnostic } from '../protocol/server.ts';

const compiled = new WeakMap<object, Compiled | null>();

const holdsDeprecated = (attributes: Attributes): boolean =>
  Object.values(attributes).some(({ deprecated, kind }) => deprecated !== undefined || holdsDeprecated(kind.members ?? kind.item?.members ?? {}));

const compiledOf = (of: Parameters<typeof jsonSchema>[0]): Compiled | null => {
  const known = compiled.get(of);
  if (known !== undefined) return known;
  const made = holdsDeprecated(of.attributes) ? compile(jsonSchema(of), 'deprecated') : null;
  compiled.set(of, made);
  return made;
};

/** `/vcs_repo/branch` as the path of a diagnostic. */
const pathOf = (pointer: string): readonly string[] => pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Warnings for what the configuration says and the schema calls deprecated: by evaluation, never from a list of names. */
export const deprecations = (of: Judged & Parameters<typeof jsonSchema>[0], config: Values): readonly Diagnostic[] => {
  const schema = compiledOf(of);
  if (schema === null) return [];
  return deprecatedWarningsOf(schema, said(config)).map(({ pointer, message }) => {
    const path = pathOf(pointer);
    return { severity: 'warning', summary: `"${path.join('.')}" is deprecated`, detail: message, path };
  });
};
