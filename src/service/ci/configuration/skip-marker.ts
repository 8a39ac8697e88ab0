/** Of a subject and of a body, each. */
const searchedCharacters = 250;
const skipMarkers = ['[skip ci]', '[ci skip]'];

/** Whether a commit asks not to be built: one of the markers stands in the first 250 characters of its subject or of its body. */
export const hasSkipMarker = ({ subject, body }: { readonly subject: string; readonly body?: string | null }): boolean =>
  [subject, body ?? ''].some((text) => {
    const start = text.slice(0, searchedCharacters).toLowerCase();
    return skipMarkers.some((marker) => start.includes(marker));
  });
