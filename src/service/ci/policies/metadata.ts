import type { JsonObject } from '../../json-api/read.ts';
import { aBoolean, anObject, got, invalid, type Member, may, membersOf } from '../read.ts';
import type { Metadata } from './stored.ts';

const aString = { description: 'a string', accepts: (value: unknown) => typeof value === 'string' };
export const aBuildNumber = { description: 'a whole number from 0 on', accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0 };

const known: { readonly [name: string]: Member } = { build_number: may(aBuildNumber), project_id: may(aString), ssh_rerun: may(aBoolean), vcs: may(anObject) };
const ofVcs: { readonly [name: string]: Member } = { branch: may(aString), origin_repository_url: may(aString), release_tag: may(aString), target_repository_url: may(aString) };

/** Characters of what is said about a configuration, for each decision keeps it. */
const largest = 64 * 1024;

/** What else is in it is as it is: policies may ask for anything of `data.meta`. */
const open = (value: unknown, expected: { readonly [name: string]: Member }, pointer: string): JsonObject =>
  membersOf(value, { ...Object.fromEntries(Object.keys(value as JsonObject).map((name) => [name, may({ description: 'anything', accepts: () => true })])), ...expected }, pointer);

/** What is known about the configuration that is judged. */
export const metadataSent = (value: unknown): Metadata => {
  if (value === undefined) return {};
  if (!anObject.accepts(value)) throw invalid({ detail: `expected an object, ${got(value)}`, pointer: '/metadata' });
  const metadata = open(value, known, '/metadata');
  if (metadata['vcs'] !== undefined) open(metadata['vcs'], ofVcs, '/metadata/vcs');
  const size = JSON.stringify(metadata).length;
  if (size > largest) throw invalid({ detail: `has ${size} characters as JSON; it may have ${largest}`, pointer: '/metadata' });
  return metadata;
};
