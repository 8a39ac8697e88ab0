/** One line of the engine's machine-readable output (`-json`). */
export interface EngineMessage {
  readonly '@level': string;
  readonly '@message': string;
  readonly type?: string;
  readonly diagnostic?: EngineDiagnostic;
  readonly changes?: { readonly add: number; readonly change: number; readonly remove: number; readonly operation: string };
  /** Present for the types `apply_start`, `apply_progress`, `apply_complete` and `apply_errored`. */
  readonly hook?: {
    readonly resource: { readonly addr: string; readonly module?: string; readonly resource_type?: string };
    readonly action?: string;
    readonly elapsed_seconds?: number;
  };
}
export interface EngineDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail?: string;
  readonly address?: string;
  readonly range?: { readonly filename: string; readonly start: { readonly line: number; readonly column: number } };
  readonly snippet?: { readonly code?: string; readonly start_line?: number } | null;
}

/** The lines that are messages; anything else an engine or a wrapper prints in between is passed over. */
export function parseMessages(output: string): readonly EngineMessage[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as EngineMessage];
      } catch {
        return [];
      }
    });
}
export const parseDiagnostics = (output: string): readonly EngineDiagnostic[] =>
  parseMessages(output).flatMap(({ diagnostic }) => diagnostic ?? []);
