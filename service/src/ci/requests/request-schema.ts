import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type MemberRules, objectMember, type Validator } from './read-request.ts';

/** The schema of an object with these members and no others. */
export const requestSchema = (members: MemberRules): JsonSchema => {
  const required = Object.entries(members).flatMap(([name, rule]) => (rule.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(members).map(([name, { validator }]) => [name, { ...validator.schema, description: validator.description }]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
};

/** An object in a request whose members are checked by these rules where it is parsed. */
export const objectOf = (members: MemberRules): Validator => ({
  ...objectMember,
  // Requests are parsed without it.
  get schema() {
    return requestSchema(members);
  },
});
