import { readJson } from './json/read-json.ts';
import type { Format, Source } from './source.ts';
import type { YamlLimits } from './yaml/parse-within.ts';

/**
 * Reads a file's text: its values, the faults that keep it from being read or make it doubtful, and what finds places in it.
 * Never rejects for what is in the text. The parsers of YAML and TOML are loaded when first needed. `limits`: how much of YAML is read.
 */
export async function readSource(text: string, format: Format, limits: Partial<YamlLimits> = {}): Promise<Source> {
  if (format === 'yaml') return (await import('./yaml/read-yaml.ts')).readYaml(text, limits);
  if (format === 'json5') return (await import('./json5/read-json5.ts')).readJson5(text);
  if (format === 'toml') return (await import('./toml/read-toml.ts')).readToml(text);
  return readJson(text, format);
}
