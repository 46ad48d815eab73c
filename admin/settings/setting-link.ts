/** The id of a setting's field among the forms by section. */
export const fieldId = (key: string) => `section-${key}`

/** Where a link to a setting's field leads. */
export const settingLink = (key: string) => ({
  ...({ to: '/settings', search: { view: 'forms' } } as const),
  hash: fieldId(key),
})
