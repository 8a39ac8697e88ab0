import { readdirSync, readFileSync } from 'node:fs';

/**
 * The same tests may run over PostgreSQL at the same time: processes are told apart by how long they sleep, a number of seconds from
 * 8000 on that gets the number of this process as its fraction.
 */
export const withOwnSleeps = (text: string): string => text.replaceAll(/\bsleep 8\d{3}\b/g, (one) => `${one}.${process.pid}`);

/** The number of processes of this test whose command line this is, such as `sleep 8611`; zombies do not count. */
export const countSleeping = (command: string): number => {
  const line = `${withOwnSleeps(command).replaceAll(' ', '\0')}\0`;
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === line && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
    } catch {
      return false;
    }
  }).length;
};
