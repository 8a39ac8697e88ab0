import { isScalar, Scalar } from 'yaml';
import type { Edit } from '../source.ts';
import { yamlSpan } from './nodes.ts';
import type { YamlLocation } from './locate.ts';

/** A name that is a string without quotes, in a block as between brackets. */
const plainName = /^[\p{L}_$][\p{L}\p{N}_$./@+-]*(?: [\p{L}\p{N}_$./@+-]+)*$/u;
/** Words that some reader takes for something else than a string. */
const reservedWords = /^(null|true|false|yes|no|on|off|y|n)$/i;

/** The edit that renames a key in its own style; undefined for a key that is not a one-line scalar or has more than one place. */
export function renameYamlKey(text: string, { key, alias, isUnique: once }: YamlLocation, name: string): Edit | undefined {
  if (!isScalar(key) || alias || !once || key.anchor !== undefined || key.tag !== undefined || /\p{Surrogate}/u.test(name))
    return undefined;
  const span = yamlSpan(key);
  if (span.end === span.start || /[\r\n]/.test(text.slice(span.start, span.end))) return undefined;
  if (key.type === Scalar.PLAIN) return { ...span, text: plainName.test(name) && !reservedWords.test(name) ? name : doubleQuote(name) };
  if (key.type === Scalar.QUOTE_SINGLE) return { ...span, text: isPrintable(name) ? `'${name.replaceAll("'", "''")}'` : doubleQuote(name) };
  return key.type === Scalar.QUOTE_DOUBLE ? { ...span, text: doubleQuote(name) } : undefined;
}

const isPrintable = (name: string): boolean => !/[\p{Cc}\u2028\u2029\ufeff]/u.test(name);

/** JSON's escapes are YAML's; what YAML does not count as printable is escaped too. */
const doubleQuote = (name: string): string =>
  JSON.stringify(name).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`);
