import { typeMismatch } from '../builtin.ts';
import { readIdentifier, readOne, readParts, readText, tags } from './der.ts';

/** The lists of a name by the last number of their attribute types, which begin with 2.5.4. */
const lists: Readonly<Record<string, string>> = {
  '6': 'Country',
  '7': 'Locality',
  '8': 'Province',
  '9': 'StreetAddress',
  '10': 'Organization',
  '11': 'OrganizationalUnit',
  '17': 'PostalCode',
};
const texts: Readonly<Record<string, string>> = { '3': 'CommonName', '5': 'SerialNumber' };

/** The name of a subject or an issuer, with the members of Open Policy Agent. @throws typeMismatch */
export function readName(bytes: Buffer): Readonly<Record<string, unknown>> {
  const found = new Map<string, string[]>();
  const single: Record<string, string> = { CommonName: '', SerialNumber: '' };
  const names: { Type: readonly number[]; Value: string }[] = [];
  for (const group of readParts(readOne(bytes)))
    for (const attribute of readParts(group, tags.set)) {
      const [type, value] = readParts(attribute);
      const text = value && readText(value);
      if (text === undefined) throw typeMismatch;
      const identifier = readIdentifier(type);
      names.push({ Type: identifier, Value: text });
      const [a, b, c, last, more] = identifier;
      if (a !== 2 || b !== 5 || c !== 4 || more !== undefined) continue;
      const [list, member] = [lists[String(last)], texts[String(last)]];
      if (list !== undefined) found.set(list, [...(found.get(list) ?? []), text]);
      if (member !== undefined) single[member] = text;
    }
  return {
    ...Object.fromEntries(Object.values(lists).map((list) => [list, found.get(list) ?? null])),
    ...single,
    Names: names.length > 0 ? names : null,
    ExtraNames: null,
  };
}
