/** Milliseconds of work before others get their turn. */
const sliceMilliseconds = 8;

/** Runs to its end what yields, in slices; a promise that it yields is awaited. undefined once `stopped`. */
export const runInSlices = async <T>(steps: Generator<Promise<void> | undefined, T>, stopped: () => boolean): Promise<T | undefined> => {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (!step.value && performance.now() - began < sliceMilliseconds) continue;
    await (step.value ??
      new Promise((done) => {
        setImmediate(done);
      }));
    if (stopped()) return undefined;
    began = performance.now();
  }
};
