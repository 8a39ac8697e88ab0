import * as cdktf from 'cdktf';
import type { Construct, IConstruct } from 'constructs';

const template = /\$\{|%\{/;

/** The value, where it is known at synthesis and no token or template of the engine. */
export const literalValue = <T extends string | number | boolean>(value: T | cdktf.IResolvable | undefined | null): T | undefined =>
  value === undefined || value === null || cdktf.Token.isUnresolved(value) || (typeof value === 'string' && template.test(value))
    ? undefined
    : (value as T);

export interface ScopedValue {
  readonly scope: IConstruct;
  readonly value: string | undefined;
}

/** Resolved in the scope of its construct: from elsewhere, a reference into another stack would be written out. */
const resolveText = ({ scope: by, value }: ScopedValue): string =>
  String(
    cdktf.Tokenization.resolve(value, { scope: by, preparing: false, resolver: new cdktf.DefaultTokenResolver(new cdktf.StringConcat()) }),
  );

/**
 * Whether two IDs are equal; undefined if only the engine can know. The same reference is the same ID; two managed objects have different
 * ones.
 */
export const isSameId = (a: ScopedValue, b: ScopedValue): boolean | undefined => {
  if (a.value === undefined || b.value === undefined) return undefined;
  const [left, right] = [resolveText(a), resolveText(b)];
  if (left === right) return true;
  const isManaged = (text: string) => /^\$\{slipway_\w+\.[\w-]+\.id\}$/.test(text);
  if (isManaged(left) && isManaged(right)) return false;
  return template.test(left) || template.test(right) ? undefined : false;
};

/** The ID of a child, from a user's name. Throws, with the construct's path, if only the engine knows the name. */
export const childName = (scope: Construct, what: string, name: string): string => {
  if (literalValue(name) === undefined)
    throw new Error(
      `[${scope.node.path}] the ${what} must be known at synthesis, because the construct is named by it. Write it out, or ` +
        `use the generated class and an id of your own.`,
    );
  return name;
};

/** Fails the synthesis, at the construct's place in the tree. `check` runs once everything is declared. */
export const addValidation = (scope: IConstruct, check: () => readonly (string | false | undefined)[]): void =>
  scope.node.addValidation({ validate: () => check().filter((one) => typeof one === 'string') });
