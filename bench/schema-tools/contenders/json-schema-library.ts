import { compileSchema } from 'json-schema-library';
import type { Contender } from './contender.ts';

export const jsonSchemaLibrary: Contender = {
  name: 'json-schema-library',
  prepare({ schema, schemas }) {
    const node = compileSchema(schema, {
      formatAssertion: false,
      remotes: Object.entries(schemas).map(([uri, other]) => ({ ...other, $id: uri })) as never,
    });
    return (text) => node.validate(JSON.parse(text));
  },
};
