import * as cdktf from 'cdktf';

interface TerraformElement {
  toTerraform(): any;
}
const unknown: object = Object.freeze({ [Symbol.for('slipway.unknown')]: true });

/** A template of the engine's language: known only to the engine. */
const template = /(^|[^$])\$\{|(^|[^%])%\{/;
const unescaped = (text: string): string => text.replaceAll('$${', '${').replaceAll('%%{', '%{');

/** Tokens and templates become "known after apply"; undefined members are left out. */
const resolveKnown = (value: unknown): unknown => {
  if (cdktf.Token.isUnresolved(value)) return unknown;
  if (typeof value === 'string') return template.test(value) ? unknown : unescaped(value);
  if (Array.isArray(value)) return value.map(resolveKnown);
  if (typeof value !== 'object' || value === null) return value;
  // A name that the engine makes up: then it alone knows the whole.
  if (Object.keys(value).some((name) => cdktf.Token.isUnresolved(name) || template.test(name))) return unknown;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]) => [name, resolveKnown(one)]),
  );
};

const metaArguments = new Set(['//', 'depends_on', 'count', 'for_each', 'provider', 'lifecycle', 'provisioner', 'connection', 'alias']);

/**
 * What a construct will write into its block, overrides included, without the engine's own arguments. Values that only
 * the engine learns carry the mark of the unknown.
 */
export const synthesizedValues = (element: TerraformElement): { readonly [name: string]: unknown } => {
  const config = element.toTerraform() as { readonly [section: string]: any };
  const [type] = Object.values(config['resource'] ?? config['data'] ?? config['ephemeral'] ?? config['provider'] ?? {}) as any[];
  const block = config['provider'] ? type?.[0] : Object.values(type ?? {})[0];
  return resolveKnown(Object.fromEntries(Object.entries(block ?? {}).filter(([name]) => !metaArguments.has(name)))) as {
    [name: string]: unknown;
  };
};
