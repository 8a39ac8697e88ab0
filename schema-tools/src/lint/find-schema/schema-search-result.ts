import type { Association } from '../judge/index.ts';
import type { SchemaProblem } from './schema-problem.ts';

/** How the schema of a document, or of a block, was found. */
export type ChoiceMethod = '--schema' | '$schema' | 'meta-schema' | 'modeline' | 'config' | 'catalog' | 'provider' | 'none';

/** One line of `--print-schema`. */
export interface Choice {
  /** Index from 0. */
  readonly document: number;
  /** RFC 6901, of the part of the document. */
  readonly pointer: string;
  readonly how: ChoiceMethod;
  /** Absolute path or a name; absent if there is none. */
  readonly schema?: string;
  readonly because: string;
}

export interface SchemaSearchResult {
  readonly associations: readonly Association[];
  readonly choices: readonly Choice[];
  /** A chosen schema that cannot be used. */
  readonly problems: readonly SchemaProblem[];
  /** Keywords of the schemas that assert nothing. */
  readonly hints: readonly SchemaProblem[];
  /** Schemas that are not there, where that is no fault. */
  readonly remarks: readonly SchemaProblem[];
  /** Absolute: all that the schemas were made of. */
  readonly files: readonly string[];
}
