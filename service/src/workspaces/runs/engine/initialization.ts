import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunVariable } from './run-input.ts';

/** Words that can require modules, providers or a backend; matched anywhere in a text, including comments. */
const needingWord = /\b(?:backend|cloud|module|provider|required_providers|resource|data|ephemeral|action|list|language)\b|provider::/;
const builtinResource = /\bresource\s+"terraform_data"/g;
const builtinProvider = 'provider[\\"terraform.io/builtin/terraform\\"]';

const isConfiguration = (name: string): boolean => /\.(?:tf|tofu)(?:\.json)?$/.test(name);

/** Whether the caller's variables change how the engine works: its data folder, or its options. */
export const hasEngineSettings = (variables: readonly RunVariable[]): boolean =>
  variables.some(({ category, key }) => category === 'env' && /^TF_(?!VAR_|LOG)/.test(key));

const hasForeignProvider = (state: Uint8Array | undefined): boolean =>
  state !== undefined && Buffer.from(state).toString('latin1').replaceAll(builtinProvider, '').includes('provider[');

/**
 * Whether the engine has to be initialized before it runs in this folder. Not if neither the configuration nor the state can require a
 * module, a provider that is not built in, or a backend. In doubt it is true. `except`: a file that is not read.
 */
export const needsInitialization = async (
  folder: string,
  { variables, state }: { readonly variables: readonly RunVariable[]; readonly state: Uint8Array | undefined },
  except: string,
): Promise<boolean> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.map(({ name }) => name);
  if (names.includes('.terraform') || hasEngineSettings(variables) || hasForeignProvider(state)) return true;
  for (const { name } of entries.filter((one) => !one.isDirectory() && isConfiguration(one.name) && one.name !== except)) {
    const read = await readFile(join(folder, name), 'latin1').catch(() => undefined);
    // A dangling link: the engine reports it.
    if (read === undefined) return true;
    const text = read.replaceAll(builtinResource, '');
    // A name in JSON can be written with escapes.
    if (needingWord.test(text) || (name.endsWith('.json') && text.includes('\\'))) return true;
  }
  return false;
};
