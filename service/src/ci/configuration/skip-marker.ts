/** Characters of the subject and of the body that are searched. */
const searchedCharacters = 250;
const skipMarkers = ['[skip ci]', '[ci skip]'];

/** Whether a commit message has a skip marker in the first 250 characters of its subject or its body. */
export const hasSkipMarker = ({ subject, body }: { readonly subject: string; readonly body?: string | null }): boolean =>
  [subject, body ?? ''].some((text) => {
    const start = text.slice(0, searchedCharacters).toLowerCase();
    return skipMarkers.some((marker) => start.includes(marker));
  });
