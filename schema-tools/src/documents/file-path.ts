import { fileURLToPath } from 'node:url';

/** The path of a `file:` URI; undefined for every other text. */
export const filePath = (uri: string): string | undefined => {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
};
