import type { Report, ReportFormat } from './types.ts';

export type { Context, Report, ReportFormat } from './types.ts';

/** `reports.sarif(findings, context)` */
export declare const reports: { readonly [format in ReportFormat]: Report };
/** Whether a stream is a terminal that wants colours: NO_COLOR, FORCE_COLOR and TERM=dumb are heeded. */
export declare const wantsColors: (stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv) => boolean;
