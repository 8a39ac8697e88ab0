import { lineIndex } from '../../../../schema-tools/src/documents/index.ts';
import { readYaml } from '../../../../schema-tools/src/documents/yaml/read.ts';
import { limits } from '../configuration/index.ts';
import { countValues } from '../configuration/source/size.ts';
import { shortened } from './shortened.ts';

/** Whose fault it is that a text is no configuration: it says what is wrong with it. */
export class InputFault extends Error { override readonly name = 'InputFault'; }

/**
 * The text of a configuration as policies see it: null for one that is empty. The limits are those of configurations that
 * run. Not a promise: a unit of work awaits nothing but its store. @throws InputFault
 */
export const inputOf = (text: string): unknown => {
  if (text.length > limits.text) throw new InputFault(`has ${text.length} characters; a configuration has at most ${limits.text}`);
  const { documents, faults } = readYaml(text);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault) {
    const { line, column } = lineIndex(text).position(fault.start);
    throw new InputFault(`is no YAML: line ${line}, column ${column}: ${fault.message}`);
  }
  if (documents.length > 1) throw new InputFault(`is to be one document and has ${documents.length}`);
  const value = documents[0]?.value ?? null;
  const size = countValues(value);
  if (size > limits.values) throw new InputFault(`has ${size} values, every alias written out; a configuration has at most ${limits.values}`);
  return value;
};

/** The text as policies see it, or why it is no configuration: plain data. */
export type InputRead = { readonly input: unknown } | { readonly misread: string };
export const readInput = (text: string): InputRead => {
  try { return { input: inputOf(text) }; } catch (error) {
    if (error instanceof InputFault) return { misread: shortened(error.message) };
    throw error;
  }
};
