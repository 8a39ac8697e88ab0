import type { ConfigurationDiagnostic } from './configuration-diagnostic.ts';

/** A finding as one line: `acme/tool@1.0.0, line 3, column 5 (/jobs/build): expected …`. */
export const describeDiagnostic = ({ file, path, line, column, message }: ConfigurationDiagnostic): string =>
  `${file === undefined ? '' : `${file}, `}line ${line}, column ${column}${path === '' ? '' : ` (${path})`}: ${message}`;
