/** Takes the index of names (schema version 6) from a data file. */
export const dropNames = 'drop trigger record_renamed; drop trigger record_unnamed; drop table record_names';
