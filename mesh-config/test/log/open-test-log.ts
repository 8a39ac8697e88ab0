import { commonFlags, type CommonOptions } from '../../src/flags/common-flags.ts';
import { openLog, type LogHandle } from '../../src/log/open-log.ts';

/** A log with these options, and the defaults of the others. */
export const openTestLog = (options: Partial<CommonOptions> = {}): LogHandle =>
  openLog({
    ...(Object.fromEntries(Object.entries(commonFlags).map(([name, flag]) => [name, flag.default])) as unknown as CommonOptions),
    ...options,
  });
