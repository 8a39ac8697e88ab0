/** The shortest value that is hidden: shorter ones would hide half of every text. */
export const minSecretLength = 4;

const toUrlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** In base64 by itself, and what of that stays the same whatever stands around it, for each of the three ways in which it may be aligned. */
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

const percentForms = (text: string): readonly string[] => {
  // Half of a character cannot be spelled so.
  try {
    return [encodeURIComponent(text)];
  } catch {
    return [];
  }
};

/** The ways in which a secret may be seen in output: as it is, each of its lines, quoted as JSON, percent-encoded, in base64. */
export const listSecretForms = (secret: string): readonly string[] => {
  const plain = secret.trim();
  if (plain.length < minSecretLength) return [];
  const lines = plain.split(/\r?\n/).map((line) => line.trim());
  const base64 = [secret, plain, `${plain}\n`].flatMap((text) => base64Forms(Buffer.from(text)));
  return [...new Set([secret, plain, JSON.stringify(plain).slice(1, -1), ...percentForms(plain), ...lines, ...base64])].filter(
    (form) => form.trim().length >= minSecretLength,
  );
};
