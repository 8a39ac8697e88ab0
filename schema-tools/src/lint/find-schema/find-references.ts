import { canonicalDialect, isBeforeDraft2019, latestDialect } from '../../compile/dialects.ts';
import { escapePointerToken } from '../../json.ts';

/** A reference from one schema to another. */
export interface ExternalReference {
  /** Absolute URI without fragment. */ readonly uri: string;
  /** The URI relative to an identifier that an adjacent `$ref` disables. */ readonly otherUri?: string;
  /** The reference as written, without fragment. */ readonly written: string;
}

export interface SchemaReferences {
  readonly references: readonly ExternalReference[];
  /** The identifiers within the schema, absolute and without fragment, with their locations. */
  readonly identifiers: ReadonlyMap<string, string>;
}

const withoutFragment = (uri: string): string => uri.replace(/#.*$/s, '');

/** Decodes percent-escapes; an invalid text is returned unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `written` against `base`; undefined where the two make no URI. */
export function resolveReference(written: string, base: string): string | undefined {
  try {
    return withoutFragment(new URL(written, base).href);
  } catch {
    return /^[a-z][a-z0-9+.-]*:/i.test(written) ? withoutFragment(written) : undefined;
  }
}

/** A value on the way through a schema, and what holds there. */
interface Visit {
  readonly value: unknown;
  readonly base: string;
  /** The base that disabled identifiers would make. */ readonly disabledBase: string | undefined;
  readonly dialect: string;
  readonly pointer: string;
}

/** What holds inside a schema object: its base, and the one of an identifier that is disabled. */
function innerBases(
  members: { readonly [name: string]: unknown },
  { base, disabledBase }: Visit,
  dialect: string,
): Pick<Visit, 'base' | 'disabledBase'> {
  const id = members['$id'] ?? members['id'];
  const identified = typeof id === 'string' && withoutFragment(id) !== '' ? resolveReference(id, disabledBase ?? base) : undefined;
  if (identified === undefined) return { base, disabledBase };
  // Up to draft 7 a reference disables an identifier next to it.
  const isDisabled = isBeforeDraft2019(dialect) && typeof members['$ref'] === 'string';
  return isDisabled ? { base, disabledBase: identified } : { base: resolveReference(id as string, base) ?? base, disabledBase: undefined };
}

/**
 * All references of a schema: every `$ref`, `$dynamicRef`, `$recursiveRef` and `$schema` at any place; one in an example costs a needless
 * look-up. `base`: the URI that the schema was read from.
 */
export function findReferences(schema: unknown, base: string): SchemaReferences {
  const references = new Map<string, ExternalReference>();
  const identifiers = new Map<string, string>();
  const open: Visit[] = [{ value: schema, base, disabledBase: undefined, dialect: latestDialect, pointer: '' }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value, pointer } = visit;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) open.push({ ...visit, value: one, pointer: `${pointer}/${index}` });
      continue;
    }
    const members = value as { readonly [name: string]: unknown };
    const dialect = typeof members['$schema'] === 'string' ? canonicalDialect(members['$schema']) : visit.dialect;
    const inner = innerBases(members, visit, dialect);
    if (inner.base !== visit.base) identifiers.set(inner.base, pointer);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef', '$schema']) {
      const written = members[keyword];
      if (typeof written !== 'string' || written.startsWith('#')) continue;
      const uri = resolveReference(written, inner.base);
      const otherUri = inner.disabledBase === undefined ? undefined : resolveReference(written, inner.disabledBase);
      if (uri !== undefined && uri !== inner.base)
        references.set(uri, { uri, written: withoutFragment(written), ...(otherUri === undefined ? {} : { otherUri }) });
    }
    for (const [name, one] of Object.entries(members))
      open.push({ ...inner, value: one, dialect, pointer: `${pointer}/${escapePointerToken(name)}` });
  }
  return { references: [...references.values()], identifiers };
}
