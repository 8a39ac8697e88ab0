/**
 * The secrets of this process. A plugin is several bundles, each with its copy of this module: the secrets themselves belong to the
 * process. `list` is in the order of registration, and only grows until all of them are forgotten.
 */
interface SecretRegistry {
  readonly known: Set<string>;
  readonly list: string[];
  /** Set when redact.ts is loaded. */
  redact?: (text: string, limit?: number) => string;
}

const key = Symbol.for('slipway.secrets');
export const secretRegistry: SecretRegistry = ((globalThis as { [key]?: SecretRegistry })[key] ??= { known: new Set(), list: [] });

/** Values that are too common to be secrets: without them messages would be unreadable. */
const commonWords: ReadonlySet<string> = new Set(['', 'true', 'false', 'null']);

/** Registers the strings in the value as secrets: diagnostics, log entries and errors of this process hide them. */
export const registerSecret = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(registerSecret);
  if (typeof value !== 'string' || commonWords.has(value) || secretRegistry.known.has(value)) return;
  secretRegistry.known.add(value);
  secretRegistry.list.push(value);
};

/** Forgets all secrets, for a process that continues with fresh modules: the current ones must not be used any more. */
export const forgetSecrets = (): void => {
  secretRegistry.known.clear();
  secretRegistry.list.length = 0;
  delete secretRegistry.redact;
};

export const withheldText = '(this text is withheld: secrets could not be removed from it)';

/** `redact` for code that may run before it is loaded; a process with a secret then withholds the text. */
export const redactWhenLoaded = (text: string, limit?: number): string =>
  secretRegistry.redact?.(text, limit) ?? (secretRegistry.known.size === 0 ? text : withheldText);
