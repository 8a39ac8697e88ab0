import type { LogScope } from '../../src/log/scope.ts';

/** A scope of the log that adds its lines to `lines`, each after its level. */
export const createLogScope = (lines: string[] = []): LogScope => {
  const write =
    (level: string) =>
    (message: string): void => {
      lines.push(`${level} ${message}`);
    };
  return {
    name: 'analysis',
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    isEnabled: () => true,
  };
};
