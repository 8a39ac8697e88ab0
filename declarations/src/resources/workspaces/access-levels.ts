import {
  type AttributeKind,
  type Constraint,
  formatLiteral,
  joinWords,
  oneOf,
  optional,
  required,
  serviceDefault,
  valueAt,
} from '../../declare/index.ts';
import { isUnknown } from '../../declare/values.ts';

/** Levels whose permissions are fixed. */
const fixedLevels = ['read', 'plan', 'write', 'maintain', 'admin'] as const;

export const accessLevel = required(
  oneOf(...fixedLevels, 'custom'),
  'The level. With `custom` each permission is its own, and an unset one is the least; the others fix all permissions.',
);

type Meanings<T> = { readonly [level in (typeof fixedLevels)[number] | 'custom']: T };

/** What a permission is at the level `custom` without a value, and at `read`, `plan`, `write`, `maintain` and `admin`. */
const meanings = <T>([custom, read, plan, write, maintain, admin]: readonly [T, T, T, T, T, T]): Meanings<T> => ({
  custom,
  read,
  plan,
  write,
  maintain,
  admin,
});

/** A permission: unset, the least where the level is `custom`. */
export const permission = <T>(kind: AttributeKind<T>, doc: string, ...values: readonly [T, T, T, T, T, T]) =>
  optional(kind, doc, { default: serviceDefault, impliedBy: { attribute: 'access', values: meanings(values) } });

/** A permission that is set has the value of the level, unless that is `custom`: engines write it into generated configurations. */
export const levelDecides = (path: string, { impliedBy }: ReturnType<typeof permission<any>>): Constraint => {
  const { values } = impliedBy!;
  const levelsByValue = [...new Set(fixedLevels.map((level) => values[level]))].map(
    (value) => [value, fixedLevels.filter((level) => values[level] === value)] as const,
  );
  const clauses = levelsByValue.map(([value, levels]) => `${formatLiteral(value)} for ${joinWords(levels.map(formatLiteral), 'and')}`);
  const [first, ...inner] = path.split('.').toReversed() as [string, ...string[]];
  return {
    appliesTo: 'holds',
    paths: ['access', path],
    doc:
      `\`${path}\` is fixed unless \`access\` is "custom". ` +
      `Leave it unset, or write the value of the level: ${joinWords(clauses, 'or')}.`,
    json: {
      allOf: levelsByValue.map(([value, levels]) => ({
        if: { required: ['access'], properties: { access: { enum: levels } } },
        then: inner.reduce((schema: object, name) => ({ properties: { [name]: schema } }), {
          properties: { [first]: { enum: [value, null] } },
        }),
      })),
    },
    findViolation: (attributes) => {
      const [level, value] = [attributes['access'], valueAt(attributes, path)];
      if (typeof level !== 'string' || level === 'custom' || value === null || isUnknown(value)) return undefined;
      return level in values && value !== values[level] ? path : undefined;
    },
  };
};
