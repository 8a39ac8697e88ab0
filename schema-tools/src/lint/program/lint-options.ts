import type { CrossFileAnalysis, DocumentFilter } from '../cross-file/cross-file-analysis.ts';
import type { TerraformSchemas } from '../find-schema/terraform/terraform-schemas.ts';
import type { FormatHandling } from '../../index.ts';
import type { ReportFormat } from '../reports/report.ts';
import type { RuleSeverities } from './option-values.ts';

/** The options as commander answers them. */
export interface LintOptions {
  readonly schema?: string;
  readonly config?: string;
  readonly catalog?: string;
  readonly providerSchemas?: readonly string[];
  readonly format: ReportFormat;
  readonly color: boolean;
  readonly printSchema?: boolean;
  readonly printRules?: boolean;
  readonly maxWarnings?: number;
  readonly rule?: RuleSeverities;
  readonly atVersion?: string;
  readonly strictSpec?: boolean;
  readonly formats?: FormatHandling;
  /** False: none, also where there is one. */
  readonly baseline?: string | false;
  readonly writeBaseline?: boolean;
  readonly fix?: boolean;
  /** False: nothing is remembered from one run to the next. */
  readonly cache?: boolean;
  readonly watch?: boolean;
  readonly stdin?: boolean;
  readonly stdinFilename?: string;
  readonly jobs?: number;
  readonly timeout: number;
  readonly lsp?: boolean;
  /** With `lsp`: the streams to the editor; default: standard input and output. */
  readonly nodeIpc?: boolean;
  readonly socket?: number;
  readonly pipe?: string;
}

/** The extensions that the program supplies. */
export interface LintHost {
  /** The prefix of its error messages. */
  readonly program: string;
  readonly version: string;
  /** The script of the worker threads; it calls `serveJobs`. */
  readonly workerScript: () => URL;
  /** The schemas of blocks that it brings along; its workers have them, too. */
  readonly terraformSchemas?: () => Promise<TerraformSchemas>;
  /** The supplied analysis across files, and which of their documents it needs; workers also use the latter. */
  readonly crossFile?: () => Promise<CrossFileAnalysis>;
  readonly documentFilter?: () => Promise<DocumentFilter>;
}
