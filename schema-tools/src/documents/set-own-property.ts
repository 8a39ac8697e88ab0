/** Sets a member as JSON.parse does: `__proto__` is a name like any other. */
export function setOwnProperty(object: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else (object as Record<string, unknown>)[name] = value;
}
