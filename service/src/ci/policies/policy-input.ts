import { countCharacters, isLongerThan } from '../../http/characters.ts';
import { lineIndex } from '@slipway/schema-tools/documents';
import { isObject } from '@slipway/schema-tools/json';
import { readYaml } from '@slipway/schema-tools/yaml';
import { compiledKey } from '../configuration/compiled-key.ts';
import { configurationLimits } from '../configuration/configuration-limits.ts';
import { parsePrintedConfiguration } from '../configuration/read-compiled-job.ts';
import { countValues } from '../configuration/source/count-values.ts';
import { yamlLimits } from '../configuration/source/read-configuration.ts';
import { shortenMessage } from './shorten-message.ts';

/** A text that is not a configuration; the message states what is wrong. */
export class PolicyInputError extends Error {
  override readonly name = 'InputFault';
}

/**
 * Parses the text of a configuration as the `input` of policies; null for an empty text. The limits are those of configurations that
 * run. Synchronous, because a transaction must not wait for anything but its store. @throws PolicyInputError
 */
export const parsePolicyInput = (text: string): unknown => {
  if (isLongerThan(text, configurationLimits.text))
    throw new PolicyInputError(`has ${countCharacters(text)} characters; a configuration has at most ${configurationLimits.text}`);
  const { documents, faults } = readYaml(text, yamlLimits);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault) {
    const { line, column } = lineIndex(text).position(fault.start);
    throw new PolicyInputError(`is not valid YAML: line ${line}, column ${column}: ${fault.message}`);
  }
  if (documents.length > 1) throw new PolicyInputError(`must be one YAML document but has ${documents.length}`);
  const value = documents[0]?.value ?? null;
  const size = countValues(value);
  if (size > configurationLimits.values)
    throw new PolicyInputError(`has ${size} values with all aliases expanded; a configuration has at most ${configurationLimits.values}`);
  return value;
};

/** The texts that an input is made of. */
export interface PolicyInputTexts {
  readonly text: string;
  /** The compiled configuration, as printConfiguration writes it. */
  readonly compiled?: string | undefined;
}
/** The parsed input, or why the text is not a configuration. Plain data. */
export type PolicyInputResult = { readonly input: unknown } | { readonly misread: string };

/** Adds the compiled configuration. What a text has in its place is left out: only the service states what a configuration compiles to. */
const addCompiled = (input: unknown, compiled: string | undefined): unknown => {
  if (!isObject(input)) return input;
  const { [compiledKey]: _, ...source } = input;
  return { ...source, ...(compiled === undefined ? {} : { [compiledKey]: parsePrintedConfiguration(compiled) }) };
};

export const readPolicyInput = ({ text, compiled }: PolicyInputTexts): PolicyInputResult => {
  try {
    return { input: addCompiled(parsePolicyInput(text), compiled) };
  } catch (error) {
    if (error instanceof PolicyInputError) return { misread: shortenMessage(error.message) };
    throw error;
  }
};
