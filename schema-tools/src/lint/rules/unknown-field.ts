import { faults } from '../../index.ts';
import { escapePointerToken, isObject } from '../../json.ts';
import { declaredNames, type DeclaredNames } from '../declarations/declared-names.ts';
import { schemaPointer } from '../declarations/schema-pointer.ts';
import { uncertainPointers } from '../declarations/uncertain-pointers.ts';
import type { Rule } from '../rule.ts';
import { nearestName } from '../wording/nearest-name.ts';

const isDeclared = (name: string, { names, patterns, declaresAll: others }: DeclaredNames): boolean =>
  names.has(name) || others || patterns.some((pattern) => pattern.test(name));

/** An object about which no schema names any property is a map, whose keys are anyone's. */
const isMap = ({ names, patterns }: DeclaredNames): boolean => names.size === 0 && patterns.length === 0;

/** A property that is allowed only because the schema does not close the object. */
export const unknownField: Rule = {
  id: 'unknown-field',
  doc: 'Fields that no schema declares, although the schema allows them: often misspelled.',
  severity: 'off',
  *check({ compiled, value: root }) {
    const found = faults(compiled, root);
    const told = new Set(found.map(({ pointer }) => pointer));
    const declared = declaredNames(compiled, root);
    const isUncertain = uncertainPointers(compiled, root, found);
    const places: { readonly pointer: string; readonly value: unknown }[] = [{ pointer: '', value: root }];
    for (let place = places.pop(); place; place = places.pop()) {
      const { pointer, value } = place;
      if (Array.isArray(value)) for (const [index, item] of value.entries()) places.push({ pointer: `${pointer}/${index}`, value: item });
      if (!isObject(value)) continue;
      const here = declared.get(pointer);
      const names = Object.keys(value);
      for (const name of names) places.push({ pointer: `${pointer}/${escapePointerToken(name)}`, value: value[name] });
      if (!here || isMap(here) || isUncertain(pointer)) continue;
      for (const name of names) {
        const at = `${pointer}/${escapePointerToken(name)}`;
        if (isDeclared(name, here) || told.has(at) || at === schemaPointer) continue;
        const nearest = nearestName(
          name,
          [...here.names].filter((other) => !Object.hasOwn(value, other)),
        );
        yield {
          pointer: at,
          message: `\`${name}\` is not declared by the schema${nearest === undefined ? '' : `; did you mean \`${nearest}\`?`}`,
        };
      }
    }
  },
};
