import type { Finding } from '../finding.ts';

/** What `--fix` made of a file: its new text, and what it mended, with the places of the text as it was given. */
export interface Fixed { readonly text: string; readonly fixed: readonly Finding[] }
