import * as cdktf from 'cdktf';
import type { IConstruct } from 'constructs';

/** What the public providers call attributes and values, and what they are called here. */
export interface PublicNames {
  readonly attributes: { readonly [theirs: string]: string };
  readonly values: { readonly [attribute: string]: { readonly [theirs: string]: string } };
}
type Members = { readonly [name: string]: unknown };

/** The configuration with our names and words; what is given by our name counts. */
export const withOwnNames = <C extends object>(given: C, { attributes, values }: PublicNames): C => {
  const named = Object.entries(given as Members).flatMap(([name, value]) => {
    const own = attributes[name];
    return own === undefined ? [[name, value]] : (given as Members)[own] === undefined ? [[own, value]] : [];
  });
  return Object.fromEntries(
    named.map(([name, value]) => [name, typeof value === 'string' ? (values[name as string]?.[value] ?? value) : value]),
  ) as C;
};

/** Warns of names and words of the public providers. */
export const hintAtOwnNames = (construct: IConstruct, given: object, { attributes, values }: PublicNames): void => {
  for (const [name, value] of Object.entries(given as Members)) {
    const own = attributes[name];
    if (own !== undefined && value !== undefined)
      cdktf.Annotations.of(construct).addWarning(`\`${name}\` is the name of the public provider. Write \`${own}\`.`);
    const word = typeof value === 'string' ? values[own ?? name]?.[value] : undefined;
    if (word !== undefined)
      cdktf.Annotations.of(construct).addWarning(
        `"${String(value)}" is the word of the public provider for \`${own ?? name}\`. Write "${word}".`,
      );
  }
};
