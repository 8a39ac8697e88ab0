import { countCharacters, isLongerThan } from '../../../http/characters.ts';
import { lineIndex, readSource } from '@slipway/schema-tools/documents';
import type { ConfigurationFinding, ConfigurationDiagnostic } from '../configuration-diagnostic.ts';
import { configurationLimits } from '../configuration-limits.ts';
import { countValues } from './count-values.ts';
import { limitDiagnostics, createLocator } from './locate-diagnostics.ts';

export interface ConfigurationDocument {
  /** Plain JSON. Values of aliases are shared. */
  readonly value: unknown;
  /** Duplicate keys; the last one counts. */
  readonly warnings: readonly ConfigurationDiagnostic[];
  /** Locates findings; in the order of the text. */
  locate(marks: readonly ConfigurationFinding[]): readonly ConfigurationDiagnostic[];
}

export type DocumentReadResult = { readonly document: ConfigurationDocument } | { readonly faults: readonly ConfigurationDiagnostic[] };

/** Stops reading early: composing what is too deep or too much takes longer than refusing it. */
export const yamlLimits = { levels: configurationLimits.nesting, tokens: configurationLimits.tokens };

const rejectText = (message: string): DocumentReadResult => ({ faults: [{ path: '', line: 1, column: 1, message }] });

/** Reads the text of a configuration: one YAML 1.2 document, with merge keys. Every fault has a line and a column. */
export async function readConfiguration(text: string): Promise<DocumentReadResult> {
  if (isLongerThan(text, configurationLimits.text))
    return rejectText(
      `expected at most ${configurationLimits.text.toLocaleString('en')} characters; found ${countCharacters(text).toLocaleString('en')}`,
    );
  const { documents, faults } = await readSource(text, 'yaml', yamlLimits);
  const lines = lineIndex(text);
  const diagnostics = limitDiagnostics(faults.map(({ start, message }) => ({ path: '', ...lines.position(start), message })));
  if (faults.some(({ severity }) => severity === 'error')) return { faults: diagnostics };
  const [document, second] = documents;
  if (!document) return rejectText('expected a configuration; the text holds none');
  if (second) {
    const { key } = second.locate(['']).get('') ?? { key: { start: 0 } };
    return { faults: [{ path: '', ...lines.position(key.start), message: 'expected one document; a second one begins here' }] };
  }
  const size = countValues(document.value);
  if (size > configurationLimits.values)
    return rejectText(
      `expected at most ${configurationLimits.values.toLocaleString('en')} ` +
        `values, every alias written out; found ${size.toLocaleString('en')}`,
    );
  return { document: { value: document.value, warnings: diagnostics, locate: createLocator(text, document) } };
}
