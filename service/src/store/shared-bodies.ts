/** Kinds of records that nearly every request reads, usually the same few records. They contain no secrets. */
export const sharedKinds: ReadonlySet<string> = new Set(['organizations', 'projects', 'ci-organizations', 'ci-projects']);

/** Maximum number of kept bodies; beyond it all are dropped. */
const mostBodies = 500;

const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
};

const bodies = new Map<string, { readonly text: string; readonly body: unknown }>();

/**
 * The body of a record of a shared kind, parsed once for its text: of the three records that a read parses, two are the same for all. It is
 * frozen, since many requests share it. Undefined: the kind is not shared.
 */
export const findSharedBody = (kind: string, id: string, text: string): unknown => {
  if (!sharedKinds.has(kind)) return undefined;
  const known = bodies.get(id);
  if (known?.text === text) return known.body;
  const body: unknown = freeze(JSON.parse(text));
  if (bodies.size >= mostBodies) bodies.clear();
  bodies.set(id, { text, body });
  return body;
};
