import { isScalar, Scalar } from 'yaml';
import type { Edit } from '../source.ts';
import { spanOf } from './nodes.ts';
import type { Found } from './locate.ts';

/** A name that is a string without quotes, in a block as between brackets. */
const plain = /^[\p{L}_$][\p{L}\p{N}_$./@+-]*(?: [\p{L}\p{N}_$./@+-]+)*$/u;
/** Words that some reader takes for something else than a string. */
const otherwise = /^(null|true|false|yes|no|on|off|y|n)$/i;

/** The edit that renames a key in its own style; undefined for a key that is no scalar of one line or stands for more than one place. */
export function renameKey(text: string, { key, alias, once }: Found, name: string): Edit | undefined {
  if (!isScalar(key) || alias || !once || key.anchor !== undefined || key.tag !== undefined || /\p{Surrogate}/u.test(name)) return undefined;
  const span = spanOf(key);
  if (span.end === span.start || /[\r\n]/.test(text.slice(span.start, span.end))) return undefined;
  if (key.type === Scalar.PLAIN) return { ...span, text: plain.test(name) && !otherwise.test(name) ? name : doubled(name) };
  if (key.type === Scalar.QUOTE_SINGLE) return { ...span, text: printable(name) ? `'${name.replaceAll("'", "''")}'` : doubled(name) };
  return key.type === Scalar.QUOTE_DOUBLE ? { ...span, text: doubled(name) } : undefined;
}

const printable = (name: string): boolean => !/[\p{Cc}\u2028\u2029\ufeff]/u.test(name);

/** JSON's escapes are YAML's; what YAML does not count as printable is escaped too. */
const doubled = (name: string): string =>
  JSON.stringify(name).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (code) => `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`);
