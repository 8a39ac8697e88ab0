/** Length of the shortest value that is masked: shorter ones would mask parts of ordinary text. */
export const minSecretLength = 4;

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

/** Forms of web pages write a space as a plus sign, beside percent-encoding. */
const plusForms = (text: string): readonly string[] => (text.includes(' ') ? [text.replaceAll(' ', '+')] : []);

/**
 * The forms in which a secret can appear in output: as it is, line by line, quoted as JSON, in base64. Any of them may be
 * percent-encoded.
 */
export const listSecretForms = (secret: string): readonly string[] => {
  const plain = secret.trim();
  if (plain.length < minSecretLength) return [];
  const lines = plain.split(/\r?\n/).map((line) => line.trim());
  const base64 = [secret, plain, `${plain}\n`].flatMap((text) => base64Forms(Buffer.from(text)));
  return [...new Set([secret, plain, JSON.stringify(plain).slice(1, -1), ...plusForms(plain), ...lines, ...base64])].filter(
    (form) => form.trim().length >= minSecretLength,
  );
};
