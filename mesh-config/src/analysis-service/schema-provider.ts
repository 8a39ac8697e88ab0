import type { Compiled } from '@slipway/schema-tools/load';
import { kinds } from '../resources/kinds/kinds.ts';
import { compileBuiltinSchemas } from '../resources/schemas/compile-builtin-schemas.ts';
import { kindKeyOf } from '../validation/schemas/kind-schema.ts';
import type { KindSchemas } from '../validation/schemas/schema-library.ts';

type SchemasByKind = ReadonlyMap<string, KindSchemas>;

/** The schemas of the version of the kind, else of the first version that has some: versions have one shape. */
const suppliedSchemasOf = (library: SchemasByKind, { group, version, kind }: (typeof kinds)[number]): readonly Compiled[] => {
  const own = library.get(kindKeyOf({ group, version, kind }));
  const other = own ? undefined : [...library].find(([key]) => key.startsWith(`${group}/`) && key.endsWith(`/${kind.toLowerCase()}`))?.[1];
  return (own ?? other)?.schemas ?? [];
};

/** Schemas by collection: built-in ones, and those of CRDs and overlays. Returns the same map while they are unchanged. */
export const createSchemaProvider = (
  library: () => SchemasByKind = () => new Map(),
): (() => Promise<ReadonlyMap<string, readonly Compiled[]>>) => {
  const none: SchemasByKind = new Map();
  let made: { readonly of: SchemasByKind; readonly schemas: ReadonlyMap<string, readonly Compiled[]> } | undefined;
  return async () => {
    const now = library();
    const of = now.size === 0 ? none : now;
    if (made?.of !== of) {
      const own = await compileBuiltinSchemas();
      made = {
        of,
        schemas: new Map(
          kinds.flatMap((kind) => {
            const all = [...suppliedSchemasOf(of, kind), ...(own.has(kind.collection) ? [own.get(kind.collection)!] : [])];
            return all.length > 0 ? [[kind.collection, all] as const] : [];
          }),
        ),
      };
    }
    return made.schemas;
  };
};
