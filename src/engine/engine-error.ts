/** Something about the engine that its user can mend: no stack, one clear sentence. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
