import { canonicalText } from './canonical-text.ts';
import { createSecretIndex, minimumLength, type SecretIndex, type Span } from './secret-index.ts';
import { secretRegistry, withheldText } from './secret-registry.ts';
import { spellEscaped, spellSecret } from './spellings.ts';
import { stripControlCharacters } from './strip-control-characters.ts';

export const placeholder = '(sensitive value)';
/** Characters. Longer texts are cut before anything is searched in them. */
export const maximumTextLength = 65_536;
/** How many characters are dropped from the end of a truncated text, where a secret may have been cut. */
const cutMargin = 1024;

/** Secrets as they are spelled, their canonical texts, and those too short to be found in any place. */
interface SecretIndexes {
  readonly spelled: SecretIndex;
  readonly canonical: SecretIndex;
  readonly tiny: Set<string>;
}

const indexes: SecretIndexes = { spelled: createSecretIndex(), canonical: createSecretIndex(), tiny: new Set() };
let indexedCount = 0;

/** Indexes secrets that were registered since the last call. */
const indexSecrets = ({ spelled, canonical, tiny }: SecretIndexes): void => {
  for (const { list } = secretRegistry; indexedCount < list.length; indexedCount++) {
    const secret = list[indexedCount]!;
    for (const spelling of spellSecret(secret)) spelled.add(spelling);
    for (const source of new Set([secret, stripControlCharacters(secret)])) {
      const { text } = canonicalText(source);
      canonical.add(text);
      if (text.length < minimumLength) for (const spelling of spellEscaped(source.trim())) spelled.add(spelling);
    }
    if (secret.trim().length < minimumLength) tiny.add(secret.trim());
  }
};

/** Secrets of fewer than four characters are part of many words: they are found between quotes only. */
const findTiny = (tiny: ReadonlySet<string>, text: string): readonly Span[] =>
  tiny.size === 0
    ? []
    : [...text.matchAll(/(["'`])([^"'`\n]{1,3})(?=\1)/g)]
        .filter(([, , inner]) => tiny.has(inner!))
        .map(({ index, 2: inner }) => ({ start: index + 1, end: index + 1 + inner!.length }));

const findSecrets = (text: string): readonly Span[] => {
  const { text: canonical, starts, ends } = canonicalText(text);
  const decoded = indexes.canonical.find(canonical).map(({ start, end }) => ({ start: starts[start]!, end: ends[end - 1]! }));
  return [...indexes.spelled.find(text), ...decoded, ...findTiny(indexes.tiny, text)];
};

const hideSpans = (text: string, spans: readonly Span[]): string => {
  let [out, done, isOpen] = ['', 0, false];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    if (start > done || !isOpen) out += `${text.slice(done, start)}${placeholder}`;
    [done, isOpen] = [end, true];
  }
  return out + text.slice(done);
};

/** Hides tokens in headers and passwords in URLs, including unregistered ones. */
const hideCredentials = (text: string): string =>
  text
    .replace(/\b(bearer|basic)[ \t]+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${placeholder}`)
    .replace(/:\/\/[^\s/@]{1,500}@/g, `://${placeholder}@`);

const hideSecrets = (text: string): string => {
  const visible = stripControlCharacters(text);
  if (secretRegistry.known.size === 0) return hideCredentials(visible);
  indexSecrets(indexes);
  return hideCredentials(hideSpans(visible, findSecrets(visible)));
};

/**
 * The text without registered secrets, control sequences and, beyond `limit` characters, its end. Never throws and never returns a text
 * that could not be searched.
 */
export const redact = (text: string, limit = maximumTextLength): string => {
  try {
    if (text.length <= limit) return hideSecrets(text);
    const start = hideSecrets(text.slice(0, limit + cutMargin));
    const searched = text.length <= limit + cutMargin ? start.length : Math.max(0, start.length - cutMargin);
    return `${start.slice(0, Math.min(limit, searched))}… (${text.length} characters)`;
  } catch {
    return withheldText;
  }
};

secretRegistry.redact ??= redact;
