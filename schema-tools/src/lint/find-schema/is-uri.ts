/** Whether a name is a URI; a drive's letter begins a path. */
export const isUri = (name: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(name);
