import type { Source } from '../../documents/source.ts';
import { deprecations, faults } from '../../index.ts';
import { valueOf } from '../judge/ask.ts';
import type { Association } from '../judge/types.ts';

/** Something that evaluation says of a place of a document. */
export interface Said { readonly document: number; readonly pointer: string; readonly about: string; readonly replacement?: string }

export const deprecated = 'deprecated';

/** Everything that is wrong with a source, and everything deprecated in it: what a rename must not make more. */
export const stateOf = (source: Source, associations: readonly Association[]): readonly Said[] => associations.flatMap((association) => {
  const asked = valueOf(source, association);
  if (!asked) return [{ document: association.document, pointer: association.pointer, about: 'gone' }];
  const { document, pointer: from, compiled } = association;
  return [
    ...faults(compiled, asked.value).map(({ pointer, keyword, message }) => ({ document, pointer: from + pointer, about: `${keyword}: ${message}` })),
    ...deprecations(compiled, asked.value, 'lenient').map(({ pointer, replacement }) => ({ document, pointer: from + pointer, about: deprecated, ...(replacement === undefined ? {} : { replacement }) })),
  ];
});

const keyOf = ({ document, pointer, about }: Said): string => JSON.stringify([document, pointer, about]);

/** What is said after and was not said before, as often. `moved`: where a place of before is now; `mended`: what should be gone. */
export const added = (before: readonly Said[], after: readonly Said[], moved: (document: number, pointer: string) => string, mended: ReadonlySet<string>): readonly Said[] => {
  const left = new Map<string, number>();
  for (const said of before) {
    if (said.about === deprecated && mended.has(`${said.document} ${said.pointer}`)) continue;
    const key = keyOf({ ...said, pointer: moved(said.document, said.pointer) });
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return after.filter((said) => {
    const count = left.get(keyOf(said)) ?? 0;
    left.set(keyOf(said), count - 1);
    return count <= 0;
  });
};
