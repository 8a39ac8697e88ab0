import { isRecord } from '@slipway/declarations/record';
import type { SecretHider } from './secret-hider.ts';

type JsonObject = { readonly [name: string]: unknown };

const redactedText = 'REDACTED';

/** A value, and what is marked as sensitive in it: `true` marks a whole value, objects and lists mark parts. */
interface MarkedValue {
  readonly value: unknown;
  readonly marks: unknown;
}

const redactItems = (hider: SecretHider, items: readonly unknown[], marks: unknown): MarkedValue => {
  const markOf = (index: number): unknown => (Array.isArray(marks) ? (marks as readonly unknown[])[index] : undefined);
  const parts = items.map((item, index) => redactMarked(hider, { value: item, marks: markOf(index) }));
  const isMarked = Array.isArray(marks) || parts.some((part) => part.marks !== undefined);
  return { value: parts.map(({ value }) => value), marks: isMarked ? parts.map((part) => part.marks ?? false) : marks };
};

const redactMembers = (hider: SecretHider, members: JsonObject, marks: unknown): MarkedValue => {
  const parts = Object.entries(members).map(
    ([name, value]) => [hider.hideText(name), redactMarked(hider, { value, marks: isRecord(marks) ? marks[name] : undefined })] as const,
  );
  const marked = parts.flatMap(([name, part]) => (part.marks === undefined ? [] : [[name, part.marks] as const]));
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    marks: isRecord(marks) || marked.length > 0 ? Object.fromEntries(marked) : marks,
  };
};

/** Replaces what is marked, and secrets by their value. A number that is one is marked: the engine expects numbers in its place. */
const redactMarked = (hider: SecretHider, { value, marks }: MarkedValue): MarkedValue => {
  if (value === null || value === undefined) return { value, marks };
  if (marks === true || (typeof value === 'number' && hider.isSecretNumber(value))) return { value: redactedText, marks: true };
  if (typeof value === 'string') return { value: hider.hideText(value), marks };
  if (Array.isArray(value)) return redactItems(hider, value, marks);
  return isRecord(value) ? redactMembers(hider, value, marks) : { value, marks };
};

/** The document without secrets in its texts, those that name members included. */
export const redactTexts = (hider: SecretHider, value: unknown): unknown => {
  if (typeof value === 'string') return hider.hideText(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(hider, item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hider.hideText(name), redactTexts(hider, member)]));
};

/** The value without secrets: texts are masked, numbers replaced. For documents without marks of sensitive values. */
export const hideValues = (hider: SecretHider, value: unknown): unknown => redactMarked(hider, { value, marks: undefined }).value;

/** The document with its texts redacted, and these of its members by the members that mark what is sensitive in them. */
export const redactMembersByMarks = (
  hider: SecretHider,
  document: JsonObject,
  markNames: { readonly [member: string]: string },
): JsonObject => {
  const names = new Set(Object.entries(markNames).flat());
  const others = Object.entries(document).filter(([name]) => !names.has(name));
  const redacted = Object.entries(markNames).flatMap(([name, markName]) => {
    const { value, marks } = redactMarked(hider, { value: document[name], marks: document[markName] });
    return Object.entries({ [name]: value, [markName]: marks }).filter(([, member]) => member !== undefined);
  });
  return { ...(redactTexts(hider, Object.fromEntries(others)) as JsonObject), ...Object.fromEntries(redacted) };
};
