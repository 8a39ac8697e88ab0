/** Runs steps one after the other and prints the title and the duration of each. */
export function createStepRunner(print: (text: string) => void) {
  let number = 0;
  return async <T>(title: string, work: () => T | Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    print(`\n${++number}. ${title}\n`);
    const result = await work();
    print(`   ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return result;
  };
}
