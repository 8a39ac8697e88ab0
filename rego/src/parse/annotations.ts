import { parseDocument } from 'yaml';
import { PolicyError, type Position } from '../errors.ts';
import type { Annotation } from '../syntax/index.ts';
import { entriesOf, fromJson, isArray, isObject, isString, objectOf, type RegoValue } from '../values/index.ts';

const scopes: readonly string[] = ['rule', 'document', 'package', 'subpackages'];
/** The members that policies can read, in any order; others are left out. */
const members = new Set([
  'scope',
  'title',
  'entrypoint',
  'description',
  'organizations',
  'related_resources',
  'authors',
  'schemas',
  'custom',
]);

/** `Name <address>` as its parts. */
const readAuthor = (author: RegoValue): RegoValue => {
  if (!isString(author)) return author;
  const [, name = '', , email = ''] = /^\s*([^<]*?)\s*(<([^>]*)>)?\s*$/.exec(author)?.map((part) => part ?? '') ?? [];
  const address = /<([^>]*)>/.exec(author)?.[1] ?? email;
  return objectOf([...(name === '' ? [] : [['name', name] as const]), ...(address === '' ? [] : [['email', address] as const])]);
};
const mapItems = (value: RegoValue, change: (item: RegoValue) => RegoValue): RegoValue => (isArray(value) ? value.map(change) : value);
const readMember = (name: string, value: RegoValue): RegoValue =>
  name === 'authors'
    ? mapItems(value, readAuthor)
    : name === 'related_resources'
      ? mapItems(value, (item) => (isString(item) ? objectOf([['ref', item]]) : item))
      : value;

/** A block of comments that begins with `# METADATA`, placed before its subject. */
export interface AnnotationBlock {
  readonly at: Position;
  /** The line after it. */
  readonly next: number;
  readonly text: string;
}
/** All blocks of a file. */
export function findAnnotationBlocks(text: string): readonly AnnotationBlock[] {
  const blocks: AnnotationBlock[] = [];
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    if (!/^\s*#\s*METADATA\s*$/.test(lines[index] as string)) continue;
    const at = { line: index + 1, column: (lines[index] as string).indexOf('#') + 1 };
    const yaml: string[] = [];
    while (/^\s*#/.test(lines[index + 1] ?? '')) yaml.push((lines[++index] as string).replace(/^\s*#/, ''));
    blocks.push({ at, next: index + 2, text: yaml.join('\n') });
  }
  return blocks;
}

/** Reads a block in front of a package or a rule. @throws PolicyError for one that is no YAML, or of a scope that does not fit. */
export function readAnnotation(file: string, { at, text }: AnnotationBlock, of: 'package' | 'rule'): Annotation {
  const fail = (reason: string): never => {
    throw new PolicyError('parse', file, at, reason);
  };
  const document = parseDocument(text, { version: '1.1', logLevel: 'silent' });
  if (document.errors.length > 0) return fail('the annotations are not YAML');
  const plain: unknown = document.toJS({ maxAliasCount: 0 });
  const value =
    typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? fromJson(plain) : fail('expected annotations by name');
  if (!isObject(value)) return fail('expected annotations by name');
  const given = entriesOf(value).filter(([name]) => members.has(name as string)) as readonly (readonly [string, RegoValue])[];
  const named = new Map(given);
  const usual = of === 'package' ? 'package' : named.get('entrypoint') === true ? 'document' : 'rule';
  const scope = named.get('scope') ?? usual;
  if (!isString(scope) || !scopes.includes(scope)) return fail(`the scope of annotations is one of ${scopes.join(', ')}`);
  const isOfPackage = scope === 'package' || scope === 'subpackages';
  if (isOfPackage !== (of === 'package')) return fail(`annotations of the scope ${scope} do not stand before a ${of}`);
  const entries = [...given.filter(([name]) => name !== 'scope'), ['scope', scope] as const];
  return { scope: scope as Annotation['scope'], value: objectOf(entries.map(([name, member]) => [name, readMember(name, member)])) };
}
