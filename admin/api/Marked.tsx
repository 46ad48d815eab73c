/** Text in which backticks mark what is code, as descriptions are written. */
export const Marked = ({ children }: { children: string }) =>
  children
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text do not move
    .map((piece, place) => (place % 2 ? <code key={place}>{piece}</code> : piece))
