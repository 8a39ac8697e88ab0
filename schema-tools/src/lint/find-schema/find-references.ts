import { escapePointerToken } from '../../json.ts';

/** Another schema that a schema refers to. */
export interface ExternalReference {
  /** Absolute, without fragment. */ readonly uri: string;
  /** As it was written, without fragment. */ readonly written: string;
}

export interface SchemaReferences {
  readonly references: readonly ExternalReference[];
  /** The identifiers within the schema, absolute and without fragment, and where they stand. */
  readonly identifiers: ReadonlyMap<string, string>;
}

const withoutFragment = (uri: string): string => uri.replace(/#.*$/s, '');

/** Without percent signs, where they mean something; else as it stands. */
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

/**
 * What a schema refers to, by looking at every `$ref`, `$dynamicRef`, `$recursiveRef` and `$schema` wherever it stands: one in an
 * example costs a look in vain. `base` is where the schema was read from.
 */
export function findReferences(schema: unknown, base: string): SchemaReferences {
  const references = new Map<string, ExternalReference>();
  const identifiers = new Map<string, string>();
  const open: (readonly [value: unknown, base: string, pointer: string])[] = [[schema, base, '']];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, outer, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) open.push([one, outer, `${pointer}/${index}`]);
      continue;
    }
    const members = value as { readonly [name: string]: unknown };
    const id = members['$id'] ?? members['id'];
    const inner = typeof id === 'string' && withoutFragment(id) !== '' ? (resolveReference(id, outer) ?? outer) : outer;
    if (inner !== outer) identifiers.set(inner, pointer);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef', '$schema']) {
      const written = members[keyword];
      if (typeof written !== 'string' || written.startsWith('#')) continue;
      const uri = resolveReference(written, inner);
      if (uri !== undefined && uri !== inner) references.set(uri, { uri, written: withoutFragment(written) });
    }
    for (const [name, one] of Object.entries(members)) open.push([one, inner, `${pointer}/${escapePointerToken(name)}`]);
  }
  return { references: [...references.values()], identifiers };
}
