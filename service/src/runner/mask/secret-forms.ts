import { minSecretLength } from './min-secret-length.ts';
import { listNumberForms } from './number-forms.ts';
import type { SecretLeaf } from './secret-leaves.ts';
import { listEscapedForms, listJsonForms } from './text-escapes.ts';

/** Characters of a line up to which all of its spellings are looked for. */
const maxSpelledLength = 4096;

const toUrlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** The base64 form of a value, and the part of it that is independent of surrounding bytes, for each of the three alignments. */
const base64Forms = (value: Buffer): readonly string[] => {
  const parts = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), value])
      .toString('base64')
      .replace(/=+$/, '');
    const stable = text.slice(before === 0 ? 0 : before + 1, text.length - ((before + value.length) % 3 === 0 ? 0 : 1));
    return stable.length >= 5 ? [stable] : [];
  });
  return [value.toString('base64'), value.toString('base64').replace(/=+$/, ''), ...parts].flatMap((text) => [text, toUrlSafe(text)]);
};

/** Forms of web pages encode a space as a plus sign, in addition to percent-encoding. */
const plusForms = (text: string): readonly string[] => (text.includes(' ') ? [text.replaceAll(' ', '+')] : []);

/** Values that are too common to be masked: they are in every output and keep nothing secret. */
const commonValues: ReadonlySet<string> = new Set(['true', 'True', 'false', 'False']);

/** The lines of a text. Those of a structure that only open a part of it (`tags = {`) are ordinary text. */
const listLines = ({ text, isStructured }: SecretLeaf): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !isStructured || !/[[{(]$/.test(line));

/** What a text is in other spellings. Of a long one, and of a structure, whose leaves have theirs, only those of JSON. */
const listSpellings = (text: string, isStructured: boolean): readonly string[] => [
  ...(isStructured || text.length > maxSpelledLength ? listJsonForms(text) : listEscapedForms(text)),
  ...plusForms(text),
];

const isCommon = (text: string): boolean => commonValues.has(text);

/**
 * The forms in which a secret can appear in output: as it is, line by line, with its characters escaped, as a number, in base64. Any of
 * them may be percent-encoded. None for a secret of fewer than `minSecretLength` characters, or that is true or false.
 */
export const listSecretForms = (leaf: SecretLeaf): readonly string[] => {
  const { text, isStructured } = leaf;
  const plain = text.trim();
  const numbers = listNumberForms(plain);
  if (isCommon(plain) || [plain, ...numbers].every((form) => form.length < minSecretLength)) return [];
  const lines = listLines({ text: plain, isStructured }).filter((line) => line.length >= minSecretLength && !isCommon(line));
  const base64 = [text, plain, `${plain}\n`].flatMap((one) => base64Forms(Buffer.from(one)));
  const spelled = [...listJsonForms(plain), ...lines.flatMap((line) => listSpellings(line, isStructured))];
  return [...new Set([text, ...spelled, ...numbers, ...base64])].filter((form) => form.trim().length >= minSecretLength);
};
