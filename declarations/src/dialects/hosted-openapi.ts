import { isRecord } from '../record.ts';
import { codeHostWords, codeHostMembers, statusSetting } from './hosted-ci-dialect.ts';
import { attributeNames, categories, toHostedDocument } from './hosted-dialect.ts';

/** The differences between the dialects: names of members, and values of certain members. */
interface HostedVocabulary {
  readonly names: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  /** The members with such words. */
  readonly members: readonly string[];
}
const vocabularies: { readonly [service in 'workspaces' | 'ci']: HostedVocabulary } = {
  workspaces: { names: new Map(attributeNames), words: new Map(categories), members: ['category'] },
  ci: { names: new Map([statusSetting]), words: new Map(codeHostWords), members: codeHostMembers },
};

/** Every text of a schema that is one of these words. */
const replaceWords = (schema: unknown, words: ReadonlyMap<string, string>): unknown => {
  if (typeof schema === 'string') return words.get(schema) ?? schema;
  if (Array.isArray(schema)) return schema.map((one) => replaceWords(one, words));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, replaceWords(one, words)]));
};

/**
 * Converts an OpenAPI document of the neutral dialect to the hosted dialect: names and enumerated values of members, in schemas and in
 * examples. Paths and parameters are the same in both.
 */
export const toHostedOpenApi = (document: object, service: 'workspaces' | 'ci'): object => {
  const { names, words, members } = vocabularies[service];
  const translateProperties = (properties: object): object =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        names.get(name) ?? name,
        members.includes(name) ? replaceWords(translate(schema), words) : translate(schema),
      ]),
    );
  const translate = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(translate);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (name === 'properties' && isRecord(one)) return [name, translateProperties(one)];
        if (name === 'required' && Array.isArray(one)) return [name, one.map((member: string) => names.get(member) ?? member)];
        return [name, name === 'example' ? toHostedDocument(one, service) : translate(one)];
      }),
    );
  };
  return translate(document) as object;
};
