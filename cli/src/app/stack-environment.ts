import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isConfigurationFile } from 'slipway/engine/configuration-files';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { loginEnvironment } from '../login/login-environment.ts';
import { readJsonFile } from '../parse-json.ts';

interface SynthesizedBackend {
  readonly terraform?: { readonly backend?: { readonly http?: { readonly address?: unknown } } };
}

/** The address of the `http` backend of a folder's configuration; undefined: it has another one. */
export const findStateAddress = (folder: string): string | undefined => {
  const synthesized = join(folder, 'cdk.tf.json');
  if (existsSync(synthesized)) {
    const { terraform } = readJsonFile(synthesized) as SynthesizedBackend;
    const address = terraform?.backend?.http?.address;
    return typeof address === 'string' ? address : undefined;
  }
  const texts = readdirSync(folder)
    .filter((name) => isConfigurationFile(name) && !name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.map((text) => /backend\s+"http"\s*\{[^}]*?\baddress\s*=\s*"([^"]+)"/.exec(text)?.[1]).find((found) => found !== undefined);
};

const isBelow = (address: string, base: string): boolean =>
  URL.canParse(address) && URL.canParse(base) && new URL(address).origin === new URL(base).origin;

/**
 * The environment of an engine that works in the folder of a stack: with this user's login if it applies, and with the token for a state in
 * the same service. Existing credentials of the backend are kept.
 */
export function stackEnvironment(folder: string, environment: ProcessEnvironment = process.env): ProcessEnvironment {
  const found = loginEnvironment(environment);
  const { SLIPWAY_WORKSPACES_ADDRESS: base, SLIPWAY_WORKSPACES_TOKEN: token, TF_HTTP_PASSWORD: given } = found;
  const address = findStateAddress(folder);
  if (!address || !base || !token || given || !isBelow(address, base)) return found;
  return { ...found, TF_HTTP_USERNAME: found['TF_HTTP_USERNAME'] || 'slipway', TF_HTTP_PASSWORD: token };
}
