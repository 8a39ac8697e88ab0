import type { AcrossRule, Concerns } from '../../../schema-tools/src/lint/across/across.ts';
import { type CodeName, codeNames, codes, documentationOf } from '../../mesh/analysis/codes.ts';
import { kindFor } from '../../mesh/analysis/collections.ts';
import type { Level } from '../../mesh/analysis/diagnostic.ts';
import { documentsIn } from '../../mesh/files/resources-in.ts';
import { isObject } from '../../mesh/place.ts';

const severities = { Info: 'info', Warn: 'warning', Error: 'error' } as const satisfies Record<Level, string>;
export const meshRules: readonly AcrossRule[] = codeNames.map((id: CodeName) => ({ id, doc: codes[id].doc, severity: severities[codes[id].level], page: documentationOf(id) }));

/** Documents, and lists of them, of a kind that findings can be about or be made of. */
export const isMeshDocument: Concerns = (value) => documentsIn(value).some(({ value: one }) =>
  isObject(one) && typeof one['apiVersion'] === 'string' && typeof one['kind'] === 'string' && kindFor(one['apiVersion'], one['kind']) !== undefined);
