/** Names, such as of teams and steps, are compared without case and extra blanks. */
export const comparable = (value: string): string =>
  value.replace(/\s+/g, ' ').trim().toLowerCase().normalize()
