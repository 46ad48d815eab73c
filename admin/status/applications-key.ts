/** Prefix of all application queries: invalidating it reloads lists, counts and details. */
export const applicationsKey = ['applications'] as const
