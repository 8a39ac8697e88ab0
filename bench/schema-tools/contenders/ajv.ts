import type { Options } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft04 from 'ajv-draft-04';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import type { Contender } from './contender.ts';

const options: Options = { strict: false, validateFormats: false, logger: false, validateSchema: false, meta: false };

const createAjv = (dialect: string): Ajv => {
  if (dialect.includes('draft-04')) return new (draft04 as unknown as typeof Ajv)(options);
  if (dialect.includes('2019-09')) return new Ajv2019({ ...options, meta: true }) as unknown as Ajv;
  if (dialect.includes('2020-12')) return new Ajv2020({ ...options, meta: true }) as unknown as Ajv;
  return new Ajv(options).addMetaSchema(draft06);
};

/** ajv's generated code; it stops at the first fault. Validates only: it collects nothing. */
export const ajv: Contender = {
  name: 'ajv, validating only',
  prepare({ schema, dialect, schemas }) {
    const builder = createAjv(dialect);
    for (const [uri, other] of Object.entries(schemas)) if (!builder.getSchema(uri)) builder.addSchema(other, uri);
    const known = typeof (schema as { $id?: unknown }).$id === 'string' ? builder.getSchema((schema as { $id: string }).$id) : undefined;
    const validate = known ?? builder.compile(schema);
    return (text) => validate(JSON.parse(text));
  },
};
