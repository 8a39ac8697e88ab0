import { stringValue } from '../../http/body-schemas.ts';
import { isLongerThan } from '../../http/characters.ts';
import { isUuid } from '../slugs/short-id.ts';

/** Limits of texts where the specification names none. */
const isStorableText = (value: unknown): value is string => typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);
const textMemberOf = (minLength: number, maxLength: number, description: string, isAllowed: (value: string) => boolean = () => true) => ({
  description,
  schema: { type: 'string', ...(minLength > 0 ? { minLength } : {}), maxLength },
  accepts: (value: unknown): value is string =>
    typeof value === 'string' &&
    !isLongerThan(value, maxLength) &&
    isStorableText(value) &&
    (minLength === 0 || isLongerThan(value, minLength - 1)) &&
    isAllowed(value),
});

/** The name of a context, definition or environment: one line. */
export const nameMember = textMemberOf(
  1,
  255,
  'a name of 1 to 255 characters on one line',
  (value) => value.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(value),
);
/** The name of a native project: a segment of a slug. */
export const projectNameMember = textMemberOf(
  1,
  100,
  'a name of 1 to 100 characters on one line, without / and other than . and ..',
  (value) => value.trim() !== '' && !/[\p{Cc}\u2028\u2029/]/u.test(value) && !/^\.{1,2}$/.test(value),
);
/** The name of a repository at a code host: a segment of a slug. */
export const repositoryNameMember = textMemberOf(
  1,
  100,
  'a name of 1 to 100 letters, digits, ., - and _, other than . and ..',
  (value) => /^[A-Za-z0-9._-]+$/.test(value) && !/^\.{1,2}$/.test(value),
);
export const uuidMember = {
  description: 'a UUID',
  accepts: (value: unknown) => typeof value === 'string' && isUuid(value),
  schema: { type: 'string', format: 'uuid' },
};
/** The id of an organization that a client may leave empty. */
export const organizationIdMember = {
  description: 'the UUID of an organization, or an empty string',
  accepts: (value: unknown) => value === '' || uuidMember.accepts(value),
  schema: stringValue,
};
export const stringMember = {
  description: 'a string',
  accepts: (value: unknown): value is string => typeof value === 'string',
  schema: stringValue,
};
export const textMember = textMemberOf(0, 1000, 'a string of at most 1000 characters');
export const variableNameMember = textMemberOf(
  1,
  300,
  'a name of 1 to 300 letters, digits and _ that does not begin with a digit',
  (value) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(value),
);
/** A secret: errors do not repeat it. */
export const secretValueMember = textMemberOf(0, 32_768, 'a string of at most 32768 characters without NUL');
export const refMember = textMemberOf(
  1,
  255,
  'the name of a branch or tag, 1 to 255 characters without spaces',
  (value) => !/[\s\p{Cc}]/u.test(value),
);
/** A ref of a trigger. The hosted service looks at it when the trigger is used, not before. */
export const refNameMember = (dialect: 'neutral' | 'hosted') =>
  dialect === 'neutral'
    ? refMember
    : textMemberOf(1, 255, 'the name of a branch or tag, 1 to 255 characters on one line', (value) => !/[\p{Cc}\u2028\u2029]/u.test(value));
export const pathMember = textMemberOf(
  1,
  1024,
  'a path inside the repository, such as .ci/config.yml',
  (value) => !value.startsWith('/') && !/[\p{Cc}\\]/u.test(value) && !value.split('/').includes('..'),
);
