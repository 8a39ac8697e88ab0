import type { AcrossRule, Concerns } from '../../../schema-tools/src/lint/across/across.ts';
import { type CodeName, codeNames, codes, documentationOf } from '../../mesh/analysis/codes.ts';
import { analysisKindOf } from '../../mesh/analysis/collections.ts';
import type { Level } from '../../mesh/analysis/diagnostic.ts';
import { documentsIn } from '../../mesh/files/resources-in.ts';
import type { Kind } from '../../mesh/kinds/kind.ts';
import { kindOf } from '../../mesh/kinds/kinds.ts';
import { isObject } from '../../mesh/place.ts';

const severities = { Info: 'info', Warn: 'warning', Error: 'error' } as const satisfies Record<Level, string>;
export const meshRules: readonly AcrossRule[] = codeNames.map((id: CodeName) => ({ id, doc: codes[id].doc, severity: severities[codes[id].level], page: documentationOf(id) }));

/** Kinds that findings can be about, or that findings can be made of. */
export const kindFor = (apiVersion: string, name: string): Kind | undefined => kindOf(apiVersion, name) ?? analysisKindOf(apiVersion, name);

/** Documents, and lists of them, of such a kind. */
export const concernsMesh: Concerns = (value) => documentsIn(value).some(({ value: one }) =>
  isObject(one) && typeof one['apiVersion'] === 'string' && typeof one['kind'] === 'string' && kindFor(one['apiVersion'], one['kind']) !== undefined);
