/** Scheme, host and port only: what Foyer appends to it are paths. A slash at the end is ignored. */
export const isSiteAddress = (value: string) =>
  /^https?:\/\/[^\s/\\?#@]+\/?$/i.test(value) && URL.canParse(value)
